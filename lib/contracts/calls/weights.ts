/** How pages call the operations of `ours/weights.ts`, which declares what is sent and answered. */
const own = { interface: "weights", permission: "answers:write" } as const;

export const tryWeight = { ...own, name: "tryWeight", method: "POST", path: "/try" } as const;

export const listWeights = {
  ...own,
  permission: "answers:read",
  name: "listWeights",
  method: "GET",
  path: "",
  read: "by contract",
} as const;

export const saveWeight = { ...own, name: "saveWeight", method: "POST", path: "", read: "by contract" } as const;

export const removeWeight = {
  ...own,
  name: "removeWeight",
  method: "POST",
  path: "/remove",
  read: "by contract",
} as const;
