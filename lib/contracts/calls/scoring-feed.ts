/** How pages call the operations of `ours/scoring-feed.ts`, which declares what is sent and answered. */
const own = { interface: "respondents", permission: "quality:review" } as const;

export const getScoringFeed = {
  ...own,
  name: "getScoringFeed",
  method: "GET",
  path: "/feed",
  read: "by contract",
} as const;

export const saveScoringFeed = {
  ...own,
  name: "saveScoringFeed",
  method: "POST",
  path: "/feed",
  read: "by contract",
} as const;

export const startScoring = {
  ...own,
  permission: "surveys:write",
  name: "startScoring",
  method: "POST",
  path: "/feed/jobs",
} as const;
