/** How pages call the operations of `ours/coherence-rules.ts`, which declares what is sent and answered. */
const own = { interface: "settings", permission: "quality:review" } as const;

export const listCoherenceRules = {
  ...own,
  name: "listCoherenceRules",
  method: "GET",
  path: "/coherence-rules",
} as const;

export const setCoherenceRules = {
  ...own,
  name: "setCoherenceRules",
  method: "POST",
  path: "/coherence-rules",
} as const;
