/** How pages call the operations of `ours/responses.ts`, which declares what is sent and answered. */
const own = { interface: "responses", permission: "surveys:write" } as const;

export const previewReconciliation = {
  ...own,
  name: "previewReconciliation",
  method: "POST",
  path: "/preview",
} as const;

export const startReconciliation = { ...own, name: "startReconciliation", method: "POST", path: "" } as const;

export const listReasons = {
  ...own,
  permission: "surveys:read",
  name: "listReconciliationReasons",
  method: "GET",
  path: "/reasons",
} as const;
