/** How pages call the operations of `ours/pivots.ts`, which declares what is sent and answered. */
const own = { interface: "pivots", permission: "answers:read" } as const;

export const getTableDefaults = { ...own, name: "getTableDefaults", method: "GET", path: "/defaults" } as const;

export const saveTableDefaults = {
  ...own,
  permission: "answers:write",
  name: "saveTableDefaults",
  method: "POST",
  path: "/defaults",
} as const;
