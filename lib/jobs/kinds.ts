import "server-only";
import { changeSurveys } from "./change-surveys";
import { createSurveys } from "./create-surveys";
import { exportTable } from "./export-table";
import type { Kind } from "./kind";
import { reconcileResponses } from "./reconcile-responses";

/** Every kind of job by its name, as the rows have it. */
export const kinds: ReadonlyMap<string, Kind> = new Map(
  [changeSurveys, createSurveys, reconcileResponses, exportTable].map((kind) => [kind.kind, kind]),
);
