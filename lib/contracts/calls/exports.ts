/** How pages call the operations of `ours/exports.ts`, which declares what is sent and answered. */
const own = { interface: "exports", permission: "surveys:read" } as const;

export const exportTable = { ...own, name: "exportTable", method: "POST", path: "" } as const;

export const exportBook = {
  ...own,
  permission: "answers:read",
  name: "exportBook",
  method: "POST",
  path: "/book",
} as const;
