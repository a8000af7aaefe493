/** How pages call the operations of `ours/deck.ts`, which declares what is sent and answered. */
const own = { interface: "exports", permission: "answers:read" } as const;

export const listDeck = { ...own, name: "listDeck", method: "GET", path: "/deck" } as const;

export const addToDeck = { ...own, name: "addToDeck", method: "POST", path: "/deck" } as const;

export const renameSlide = { ...own, name: "renameSlide", method: "PATCH", path: "/deck" } as const;

export const moveSlide = { ...own, name: "moveSlide", method: "POST", path: "/deck/move" } as const;

export const removeSlides = { ...own, name: "removeSlides", method: "POST", path: "/deck/remove" } as const;

export const getDeckSlides = { ...own, name: "getDeckSlides", method: "GET", path: "/deck/slides" } as const;
