export const viewLists = [
  "surveys",
  "projects",
  "responses",
  "field-sessions",
  "respondents",
  "audit",
  "trends",
  "pivots",
] as const;

export type ViewList = (typeof viewLists)[number];

/** The view without any filter, in its list's own order. */
export const EVERYTHING = "all";

/** Live surveys of the projects that the viewer manages. */
export const MINE = "mine";

export const MAX_VIEW_NAME = 100;
