import { createHash } from "node:crypto";
import type { Question, Weight } from "@/lib/contracts/interfaces/answers";
import type { PivotRequest, Provenance } from "@/lib/contracts/interfaces/pivot";
import { questionsIn } from "@/lib/contracts/rules/filter-items";
import { withSources } from "@/lib/contracts/rules/question-sources";
import { datePartOf } from "@/lib/contracts/terms/pivot";
import type { ExcludedRows } from "@/lib/stores/clickhouse/excluded-rows";
import type { TableState } from "@/lib/stores/clickhouse/table-state";
import type { Answers } from "@/lib/stores/postgres/answer-sets";

type Asked = Pick<PivotRequest, "rows" | "columns" | "measures" | "filter" | "includeExcluded">;
type Source = {
  answers: Answers;
  asked: Asked;
  weight: Weight | null;
  state: TableState;
  excludedRows: ExcludedRows;
};

/** What a table is computed from; all of one revision, the one that its figures are read of. */
export function provenanceOf({ answers, asked, weight, state, excludedRows }: Source): Provenance {
  const { questions, revision, revisedAt } = answers;
  const versions = withSources(namedIn(asked), questions)
    .map((question) => ({ id: question.id, ...versionsOf(question) }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  return {
    revision: revision ?? 0,
    revisedAt: revisedAt?.toISOString() ?? null,
    responses: state.responses,
    excluded: state.excluded,
    includesExcluded: asked.includeExcluded ?? false,
    exclusions: hashOf(excludedRows.state),
    weight: weight && {
      id: weight.id,
      values: hashOf([weight.column, state.weights]),
      madeAt: weight.raked?.at ?? null,
    },
    definitions: hashOf(versions),
    questions: versions,
  };
}

function namedIn({ rows, columns, measures, filter }: Asked): string[] {
  const dimensions = [...rows, ...columns].flatMap((id) => [id, datePartOf(id)?.questionId ?? id]);
  const measured = measures.flatMap(({ questionId }) => questionId ?? []);
  return [...new Set([...dimensions, ...measured, ...questionsIn(filter)])];
}

/** Labels are words; everything else changes which answers a figure is made of, or where it stands. */
function versionsOf({ text, grid, kind, options, missing, blank, derivation }: Question) {
  return {
    labels: hashOf([text, grid?.text, options.map(({ code, label }) => [code, label])]),
    coding: hashOf([kind, options.map(({ code, order, value }) => [code, order, value]), missing, blank, derivation]),
  };
}

/** Long enough to tell states of one project apart, short enough to be printed. */
const hashOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 12);
