/** How pages call the operations of `ours/views.ts`, which declares what is sent and answered. */
const own = { interface: "views", permission: "surveys:read" } as const;

export const listViews = { ...own, name: "listViews", method: "GET", path: "" } as const;

export const createView = { ...own, name: "createView", method: "POST", path: "" } as const;

export const updateView = { ...own, name: "updateView", method: "PATCH", path: "" } as const;

export const deleteView = { ...own, name: "deleteView", method: "POST", path: "/delete" } as const;

export const setDefaultView = { ...own, name: "setDefaultView", method: "POST", path: "/default" } as const;
