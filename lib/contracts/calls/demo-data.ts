/** How pages call the operations of `ours/demo-data.ts`, which declares what is sent and answered. */
const own = { interface: "settings", permission: "users:manage" } as const;

export const getDemoData = { ...own, name: "getDemoData", method: "GET", path: "/demo" } as const;

export const removeDemoData = { ...own, name: "removeDemoData", method: "POST", path: "/demo" } as const;
