/** How pages call the operations of `ours/duplicates.ts`, which declares what is sent and answered. */
const own = { interface: "duplicates", permission: "duplicates:act" } as const;

export const resolveSurveys = {
  ...own,
  permission: "duplicates:read",
  name: "resolveSurveys",
  method: "POST",
  path: "/surveys",
} as const;

export const previewActivation = { ...own, name: "previewActivation", method: "POST", path: "/preview" } as const;

export const startActivation = { ...own, name: "startActivation", method: "POST", path: "" } as const;

export const listActivations = { ...own, name: "listActivations", method: "GET", path: "" } as const;

export const reverseActivation = { ...own, name: "reverseActivation", method: "POST", path: "/reverse" } as const;

export const lookUpPerson = {
  ...own,
  permission: "duplicates:read",
  name: "lookUpPerson",
  method: "POST",
  path: "/look-up",
} as const;

export const listSurveyLinks = { ...own, name: "listSurveyLinks", method: "GET", path: "/links" } as const;

export const linkSurvey = { ...own, name: "linkSurvey", method: "POST", path: "/links" } as const;
