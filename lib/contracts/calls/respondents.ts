/** How pages call the operations of `ours/respondents.ts`, which declares what is sent and answered. */
const own = { interface: "respondents", permission: "quality:review" } as const;

export const listRespondents = { ...own, name: "listRespondents", method: "GET", path: "" } as const;

export const summarizeRespondents = { ...own, name: "summarizeRespondents", method: "GET", path: "/summary" } as const;

export const getThresholds = { ...own, name: "getThresholds", method: "GET", path: "/thresholds" } as const;

export const saveThresholds = { ...own, name: "saveThresholds", method: "POST", path: "/thresholds" } as const;

export const previewThresholds = {
  ...own,
  name: "previewThresholds",
  method: "POST",
  path: "/thresholds/preview",
} as const;

export const startExclusion = { ...own, name: "startExclusion", method: "POST", path: "/exclusion" } as const;

export const getEvidence = { ...own, name: "getEvidence", method: "GET", path: "/evidence" } as const;

export const decideRespondent = { ...own, name: "decideRespondent", method: "POST", path: "/decisions" } as const;

export const previewMigration = { ...own, name: "previewMigration", method: "GET", path: "/migration" } as const;

export const startMigration = {
  ...own,
  permission: "surveys:write",
  name: "startMigration",
  method: "POST",
  path: "/migration",
} as const;
