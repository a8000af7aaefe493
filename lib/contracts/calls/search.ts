/** How pages call the operations of `ours/search.ts`, which declares what is sent and answered. */
const own = { interface: "search", permission: "surveys:read" } as const;

export const search = { ...own, name: "search", method: "GET", path: "" } as const;
