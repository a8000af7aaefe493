import { readTrend } from "../interfaces/analysis-replies";

/** How pages call the operations of `interfaces/analysis.ts`, which declares what is sent and answered. */
const own = { interface: "analysis", permission: "answers:read" } as const;

export const getTrend = {
  ...own,
  name: "getTrend",
  method: "POST",
  path: "/numeric-analysis-service/trend/{projectId}",
  read: readTrend,
} as const;
