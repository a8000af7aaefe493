import { auditListParsers } from "@/lib/audit/list-state";
import type { ViewList } from "@/lib/contracts/views";
import { pivotParsers } from "@/lib/pivots/address";
import { projectListParsers } from "@/lib/projects/list-state";
import { responseListParsers } from "@/lib/responses/list-state";
import { surveyListParsers } from "@/lib/surveys/list-state";
import { trendParsers } from "@/lib/trends/address";

/** What each list keeps in its address. */
export const listParsers = {
  surveys: surveyListParsers,
  projects: projectListParsers,
  responses: responseListParsers,
  audit: auditListParsers,
  trends: trendParsers,
  pivots: pivotParsers,
} satisfies Record<ViewList, object>;
