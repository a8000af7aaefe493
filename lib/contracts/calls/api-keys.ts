/** How pages call the operations of `ours/api-keys.ts`, which declares what is sent and answered. */
const own = { interface: "settings", permission: "keys:manage" } as const;

export const listKeys = { ...own, name: "listKeys", method: "GET", path: "/keys" } as const;

export const createKey = { ...own, name: "createKey", method: "POST", path: "/keys" } as const;

export const rotateKey = { ...own, name: "rotateKey", method: "POST", path: "/keys/rotate" } as const;

export const revokeKey = { ...own, name: "revokeKey", method: "POST", path: "/keys/revoke" } as const;
