/** How pages call the operations of `ours/jobs.ts`, which declares what is sent and answered. */
const own = { interface: "jobs", permission: "surveys:read" } as const;

export const listJobs = { ...own, name: "listJobs", method: "GET", path: "" } as const;

export const previewSurveyChange = {
  ...own,
  permission: "surveys:write",
  name: "previewSurveyChange",
  method: "POST",
  path: "/preview",
} as const;

export const startSurveyChange = {
  ...own,
  permission: "surveys:write",
  name: "startSurveyChange",
  method: "POST",
  path: "",
} as const;

export const startNewSurveys = {
  ...own,
  permission: "surveys:write",
  name: "startNewSurveys",
  method: "POST",
  path: "/new-surveys",
} as const;

export const controlJob = { ...own, name: "controlJob", method: "PATCH", path: "" } as const;

export const listJobItems = { ...own, name: "listJobItems", method: "GET", path: "/items" } as const;

export const jobResultFile = { ...own, name: "jobResultFile", method: "GET", path: "/result" } as const;
