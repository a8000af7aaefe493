import "server-only";
import { changeActivation } from "./change-activation";
import { changeSurveys } from "./change-surveys";
import { checkImport } from "./check-import";
import { createSurveys } from "./create-surveys";
import { exportBook } from "./export-book";
import { exportTable } from "./export-table";
import { importAnswers } from "./import-answers";
import type { Kind } from "./kind";
import { reconcileResponses } from "./reconcile-responses";

/** Every kind of job by its name, as the rows have it. */
export const kinds: ReadonlyMap<string, Kind> = new Map(
  [
    changeSurveys,
    createSurveys,
    reconcileResponses,
    exportTable,
    exportBook,
    changeActivation,
    importAnswers,
    checkImport,
  ].map((kind) => [kind.kind, kind]),
);
