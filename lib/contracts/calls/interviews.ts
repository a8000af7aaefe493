/** How pages call the operations of `ours/interviews.ts`, which declares what is sent and answered. */
const own = { interface: "respondents", permission: "quality:review" } as const;

export const getInterview = { ...own, name: "getInterview", method: "GET", path: "/interviews" } as const;

export const previewCoherence = {
  ...own,
  name: "previewCoherence",
  method: "POST",
  path: "/interviews/preview",
} as const;
