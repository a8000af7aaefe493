/** How pages call the operations of `ours/page-origins.ts`, which declares what is sent and answered. */
const own = { interface: "settings", permission: "keys:manage" } as const;

export const listPageOrigins = { ...own, name: "listPageOrigins", method: "GET", path: "/origins" } as const;

export const setPageOrigins = { ...own, name: "setPageOrigins", method: "POST", path: "/origins" } as const;
