import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useFormat } from "@/components/ui/use-format";
import { questionsQuery } from "@/lib/answers/queries";
import type { Question } from "@/lib/contracts/answers";
import type { PivotRequest, PivotTable } from "@/lib/contracts/pivot";
import type { RecordedNames, Recording } from "@/lib/contracts/recordings";
import type { PivotState } from "@/lib/pivots/address";
import { type Field, fieldsOf, takesSeveral } from "@/lib/pivots/fields";
import { movedFigures, withMoved } from "@/lib/pivots/moved-figures";
import { type Made, preparePivot, type Titles } from "@/lib/pivots/prepare-pivot";
import { specsQuery, tableQuery } from "@/lib/pivots/queries";
import { askedFor, changedSince, dimensionKey, valueKey } from "@/lib/pivots/recorded";
import { type Known, useData, useNames, useRemarks, valueTitle } from "./pivot-words";

/** A table that was read, or recorded, and the state that it was asked for. */
export type Shown = {
  table: PivotTable;
  asked: PivotRequest;
  state: PivotState;
  timeZone: string;
  madeAt: number;
  /** What is recorded of this very table. */
  held: Recording | null;
};

const NO_FIELDS: Field[] = [];
const NO_QUESTIONS: Question[] = [];
const NO_WEIGHTS: Known["weights"] = [];
const NOTHING: PivotRequest = { projectId: "", rows: [], columns: [], measures: [], filter: [], baseRule: "answered" };

/** `isPending`: what is recorded with the view that is open is not known yet. */
type WithView = { recording: Recording | null; isPending: boolean };

/** All that the page needs to know of a state: what can be chosen, what is asked, and the table as it is shown. */
export function usePivot(state: PivotState, { recording, isPending }: WithView) {
  const { settings } = useFormat();
  const project = state.project ?? "";
  const specs = useQuery({ ...specsQuery(project), enabled: project !== "" });
  const known = useQuery({ ...questionsQuery(project), enabled: project !== "" });
  const questions = known.data?.questions ?? NO_QUESTIONS;
  const fields = useMemo(() => (specs.data ? fieldsOf(specs.data, questions) : NO_FIELDS), [specs.data, questions]);
  const { asked, timeZone, held } = useMemo(
    () => askedFor(state, settings.timeZone, recording),
    [state, settings.timeZone, recording],
  );
  const frozen = held?.frozen_at ? held : null;
  const client = useQueryClient();
  const table = useQuery({ ...tableQuery(asked ?? NOTHING), enabled: asked !== null && !isPending && frozen === null });
  const now = useMemo<Shown | null>(() => {
    if (!asked) return null;
    if (frozen) return { table: frozen.table, asked, state, timeZone, held, madeAt: Date.parse(frozen.recorded_at) };
    return table.data ? { table: table.data, asked, state, timeZone, held, madeAt: table.dataUpdatedAt } : null;
  }, [asked, frozen, held, table.data, table.dataUpdatedAt, state, timeZone]);
  const [kept, setKept] = useState<Shown | null>(null);
  if (now && now !== kept) setKept(now);
  // What was shown stays until the next table is there, of the same project.
  const shown = now ?? (kept && asked && kept.asked.projectId === asked.projectId ? kept : null);
  const names = useNames(shown, { fields, questions, weights: known.data?.weights ?? NO_WEIGHTS });
  const made = useMade(shown, names, { fields, questions });
  const { grid, since } = useGrid(shown, made);
  const data = useData(shown, names, since);
  const remarks = useRemarks(shown, { names, data, questions, notes: grid?.notes ?? [] });
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
    names,
    remarks,
    /** Which data the table is of, and what is to be said of the figures that are recorded: a sentence each. */
    data,
    /** What changed since the figures were recorded. */
    since,
    table,
    isFrozen: shown?.held?.frozen_at != null,
    /** The table is of a state before the present one. */
    isOld: shown !== null && now === null,
    isStopped: asked !== null && !isPending && now === null && table.isPending && table.fetchStatus === "idle",
    cancel: () => void client.cancelQueries({ queryKey: tableQuery(asked ?? NOTHING).queryKey }),
  };
}

export type PivotShown = ReturnType<typeof usePivot>;

/** What a table is prepared of, with the words of its dimensions and values. */
function useMade(
  shown: Shown | null,
  names: RecordedNames | null,
  { fields, questions }: Pick<Known, "fields" | "questions">,
): Made | null {
  return useMemo(() => {
    if (!shown || !names) return null;
    const { table, asked } = shown;
    const title = (id: string) => names.titles[dimensionKey(id)] ?? id;
    const titles: Titles = {
      rows: asked.rows.map(title),
      columns: asked.columns.map(title),
      value: (value) => names.titles[valueKey(value)] ?? valueTitle(fields, value),
    };
    const sharesColumns = takesSeveral(asked.columns.slice(-1), questions);
    return { table, measures: asked.measures, isWeighted: asked.weight !== undefined, sharesColumns, titles };
  }, [shown, names, fields, questions]);
}

/** The table as it is arranged, with what moved since it was recorded. */
function useGrid(shown: Shown | null, made: Made | null) {
  const format = useFormat();
  return useMemo(() => {
    if (!shown || !made) return { grid: null, since: null };
    const { table, held, state } = shown;
    const isEmpty = table.base.every((row) => row.every(([n]) => !n));
    const grid = { ...preparePivot(made, state), isEmpty };
    if (!held || held.frozen_at) return { grid, since: null };
    const figures = movedFigures(held.table, table, grid);
    const since = changedSince(held, table, { figures, format });
    return { grid: { ...withMoved(grid, figures), isEmpty }, since };
  }, [shown, made, format]);
}
