import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useFormat } from "@/components/ui/use-format";
import { questionsQuery } from "@/lib/answers/queries";
import type { Question } from "@/lib/contracts/answers";
import { datePartOf, type PivotRequest, type PivotTable } from "@/lib/contracts/pivot";
import type { PivotState } from "@/lib/pivots/address";
import { askOf } from "@/lib/pivots/ask";
import { dimensionTitle, type Field, fieldsOf, takesSeveral } from "@/lib/pivots/fields";
import { type Made, preparePivot, type Titles } from "@/lib/pivots/prepare-pivot";
import { provenanceText } from "@/lib/pivots/provenance";
import { specsQuery, tableQuery } from "@/lib/pivots/queries";
import { remarksOf } from "@/lib/pivots/remarks";
import { type PivotValue, showNames } from "@/lib/pivots/values";
import { filterWords } from "@/lib/trends/filter-words";

/** A table that was read, and the state that it was asked for. */
type Shown = { table: PivotTable; asked: PivotRequest; state: PivotState; timeZone: string; madeAt: number };

const NO_FIELDS: Field[] = [];
const NO_QUESTIONS: Question[] = [];
const NOTHING: PivotRequest = { projectId: "", rows: [], columns: [], measures: [], filter: [], baseRule: "answered" };

/** All that the page needs to know of a state: what can be chosen, what is asked, and the table as it is shown. */
export function usePivot(state: PivotState) {
  const { settings } = useFormat();
  const timeZone = state.zone ?? settings.timeZone;
  const project = state.project ?? "";
  const specs = useQuery({ ...specsQuery(project), enabled: project !== "" });
  const known = useQuery({ ...questionsQuery(project), enabled: project !== "" });
  const questions = known.data?.questions ?? NO_QUESTIONS;
  const fields = useMemo(() => (specs.data ? fieldsOf(specs.data, questions) : NO_FIELDS), [specs.data, questions]);
  const asked = useMemo(() => askOf(state, timeZone), [state, timeZone]);
  const client = useQueryClient();
  const table = useQuery({ ...tableQuery(asked ?? NOTHING), enabled: asked !== null });
  const now = useMemo<Shown | null>(
    () => (asked && table.data ? { table: table.data, asked, state, timeZone, madeAt: table.dataUpdatedAt } : null),
    [asked, table.data, table.dataUpdatedAt, state, timeZone],
  );
  const [kept, setKept] = useState<Shown | null>(null);
  if (now && now !== kept) setKept(now);
  // What was shown stays until the next table is there, of the same project.
  const shown = now ?? (kept && asked && kept.asked.projectId === asked.projectId ? kept : null);
  const made = useMade(shown, fields, questions);
  const grid = useGrid(shown, made);
  const weights = known.data?.weights ?? [];
  const weight = weights.find(({ id }) => id === shown?.asked.weight)?.name ?? shown?.asked.weight ?? null;
  const data = provenanceText(shown?.table.provenance, weight, useFormat());
  const remarks = useRemarks(shown, grid?.notes ?? [], { questions, weight, data });
  return {
    specs,
    known,
    questions,
    fields,
    timeZone,
    asked,
    shown,
    made,
    grid,
    remarks,
    /** Which data the table is of. */
    data,
    table,
    /** The table is of a state before the present one. */
    isOld: shown !== null && now === null,
    isStopped: asked !== null && now === null && table.isPending && table.fetchStatus === "idle",
    cancel: () => void client.cancelQueries({ queryKey: tableQuery(asked ?? NOTHING).queryKey }),
  };
}

export type PivotShown = ReturnType<typeof usePivot>;

export const valueTitle = (fields: readonly Field[], value: PivotValue): string =>
  value.questionId === null
    ? showNames[value.show]
    : `${showNames[value.show]}: ${dimensionTitle(fields, value.questionId)}`;

/** What a table is prepared of, with the words of its dimensions and values. */
function useMade(shown: Shown | null, fields: readonly Field[], questions: readonly Question[]): Made | null {
  return useMemo(() => {
    if (!shown) return null;
    const { table, asked } = shown;
    const titles: Titles = {
      rows: asked.rows.map((id) => dimensionTitle(fields, id)),
      columns: asked.columns.map((id) => dimensionTitle(fields, id)),
      value: (value) => valueTitle(fields, value),
    };
    const sharesColumns = takesSeveral(asked.columns.slice(-1), questions);
    return { table, measures: asked.measures, isWeighted: asked.weight !== undefined, sharesColumns, titles };
  }, [shown, fields, questions]);
}

function useGrid(shown: Shown | null, made: Made | null) {
  return useMemo(() => {
    if (!shown || !made) return null;
    const isEmpty = shown.table.base.every((row) => row.every(([n]) => !n));
    return { ...preparePivot(made, shown.state), isEmpty };
  }, [shown, made]);
}

function useRemarks(
  shown: Shown | null,
  notes: readonly string[],
  { questions, weight, data }: { questions: readonly Question[]; weight: string | null; data: string },
) {
  const { count, instant } = useFormat();
  if (!shown) return [];
  const { asked, state, table, timeZone, madeAt } = shown;
  const dimensions = [...asked.rows, ...asked.columns];
  return remarksOf({
    asked,
    shows: state.values.map(({ show }) => show),
    filter: asked.filter.map((item) => filterWords(item, questions)),
    weight,
    excluded:
      asked.weight === undefined ? null : `${count(table.excluded)} ${table.excluded === 1 ? "response" : "responses"}`,
    data,
    madeAt: instant(new Date(madeAt).toISOString()),
    timeZone: dimensions.some((id) => datePartOf(id)) ? timeZone : null,
    hasSeveral: takesSeveral(dimensions, questions),
    notes,
  });
}
