/** How pages call the operations of `ours/audit.ts`, which declares what is sent and answered. */
const own = { interface: "audit", permission: "audit:read" } as const;

export const listAudit = { ...own, name: "listAudit", method: "GET", path: "" } as const;
