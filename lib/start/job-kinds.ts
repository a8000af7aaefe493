import "server-only";
import { scoreResponses } from "@/lib/answers/feed/score-responses";
import { checkImport } from "@/lib/answers/imports/check-import";
import { importAnswers } from "@/lib/answers/imports/import-answers";
import type { JobKindName } from "@/lib/contracts/ours/jobs";
import { changeActivation } from "@/lib/duplicates/change-activation";
import { exportBook } from "@/lib/exports/export-book";
import { exportTable } from "@/lib/exports/export-table";
import type { AnyKind } from "@/lib/jobs/kind";
import { excludeRespondents } from "@/lib/respondents/exclusion-job";
import { copyScoredSurvey } from "@/lib/respondents/migration";
import { reconcileResponses } from "@/lib/responses/reconcile-responses";
import { removeDemo } from "@/lib/settings/demo-data";
import { changeSurveys } from "@/lib/surveys/jobs/change-surveys";
import { createSurveys } from "@/lib/surveys/jobs/create-surveys";

/** Every kind of job: the worker carries them out, and people's actions on a job of any kind look here. */
export const jobKinds: Readonly<Record<JobKindName, AnyKind>> = {
  "change surveys": changeSurveys,
  "create surveys": createSurveys,
  "reconcile responses": reconcileResponses,
  "export table": exportTable,
  "export book": exportBook,
  "change activation": changeActivation,
  "import answers": importAnswers,
  "check import": checkImport,
  "score responses": scoreResponses,
  "exclude respondents": excludeRespondents,
  "copy scored survey": copyScoredSurvey,
  "remove demo data": removeDemo,
};
