import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useFormat } from "@/components/ui/use-format";
import { questionsQuery } from "@/lib/answers/queries";
import type { Question, Weight } from "@/lib/contracts/interfaces/answers";
import type { PivotRequest } from "@/lib/contracts/interfaces/pivot";
import type { RecordedNames, Recording } from "@/lib/contracts/ours/recordings";
import { recordedTables } from "@/lib/contracts/rules/recorded-tables";
import type { PivotState } from "@/lib/pivots/address";
import { type Field, fieldsOf } from "@/lib/pivots/fields";
import { leaveOut } from "@/lib/pivots/left-out";
import { movedSince, withMoved } from "@/lib/pivots/moved-figures";
import type { Made } from "@/lib/pivots/prepare-pivot";
import { exclusionsOf } from "@/lib/pivots/provenance";
import { specsQuery, tablesQuery } from "@/lib/pivots/queries";
import { askedFor, changedSince } from "@/lib/pivots/recorded";
import { gridOf, madeOf, type TableRead } from "@/lib/pivots/shown-table";
import { useData, useNames, useRemarks } from "./pivot-words";

/** A table that was read, or recorded, and the state that it was asked for. */
export type Shown = TableRead & {
  /** What is recorded of this very table. */
  held: Recording | null;
};

const NO_FIELDS: Field[] = [];
const NO_QUESTIONS: Question[] = [];
const NO_WEIGHTS: Weight[] = [];
const NO_NOTICES: string[] = [];
const NOTHING: PivotRequest = { projectId: "", rows: [], columns: [], measures: [], filter: [], baseRule: "answered" };

/** `isPending`: what is recorded with the view that is open is not known yet. */
type WithView = { recording: Recording | null; isPending: boolean };

/**
 * All that the page needs to know of a state: what can be chosen, what is asked, and the table as it is shown. `named`:
 * as the address says it.
 */
export function usePivot(named: PivotState, { recording, isPending }: WithView) {
  const { settings } = useFormat();
  const project = named.project ?? "";
  const specs = useQuery({ ...specsQuery(project), enabled: project !== "" });
  const known = useQuery({ ...questionsQuery(project), enabled: project !== "" });
  const questions = known.data?.questions ?? NO_QUESTIONS;
  const fields = useMemo(() => (specs.data ? fieldsOf(specs.data, questions) : NO_FIELDS), [specs.data, questions]);
  const isKnown = specs.data !== undefined && known.data !== undefined;
  const weights = known.data?.weights ?? NO_WEIGHTS;
  const { state, notices, asked, timeZone, held } = useMemo(() => {
    const whole = askedFor(named, settings.timeZone, recording);
    // A frozen table is shown as it was recorded, whatever has gone since.
    if (!isKnown || whole.held?.frozen_at) return { ...whole, state: named, notices: NO_NOTICES };
    const offered = leaveOut(named, { fields, questions, weights });
    return { ...offered, ...askedFor(offered.state, settings.timeZone, recording) };
  }, [named, settings.timeZone, recording, isKnown, fields, questions, weights]);
  const frozen = held?.frozen_at ? held : null;
  const client = useQueryClient();
  const table = useQuery({
    ...tablesQuery(asked ?? NOTHING, state),
    enabled: asked !== null && !isPending && frozen === null,
  });
  const now = useMemo<Shown | null>(() => {
    if (!asked) return null;
    if (frozen) {
      const madeAt = Date.parse(frozen.recorded_at);
      return { tables: recordedTables(frozen), asked, state, timeZone, held, madeAt };
    }
    return table.data ? { tables: table.data, asked, state, timeZone, held, madeAt: table.dataUpdatedAt } : null;
  }, [asked, frozen, held, table.data, table.dataUpdatedAt, state, timeZone]);
  const [kept, setKept] = useState<Shown | null>(null);
  if (now && now !== kept) setKept(now);
  // What was shown stays until the next table is there, of the same project.
  const shown = now ?? (kept && asked && kept.asked.projectId === asked.projectId ? kept : null);
  const names = useNames(shown, { fields, questions, weights });
  // A frozen table is put together of its questions as they were.
  const own = (shown?.held?.frozen_at && shown.held.questions) || questions;
  const made = useMemo(
    () => shown && names && madeOf(shown, { names, fields, questions: own }),
    [shown, names, fields, own],
  );
  const { grid, since } = useGrid(shown, { made, names, fields, questions });
  const data = useData(shown, { made, names, since });
  const remarks = useRemarks(shown, { made, names, data, questions: own, notes: grid?.notes ?? [] });
  return {
    /** What is shown of the address: without what the project does not have. */
    state,
    /** What is left out of it, a sentence each. */
    notices,
    specs,
    known,
    questions,
    fields,
    timeZone,
    asked,
    shown,
    made,
    grid,
    /** What a person reads in place of ids. */
    names,
    /** Who is excluded for quality, as far as is known of the table that is shown. */
    exclusions: shown && made && exclusionsOf(made.table.provenance, shown.asked),
    remarks,
    /** Which data the table is of, and what is to be said of the figures that are recorded: a sentence each. */
    data,
    /** What changed since the figures were recorded. */
    since,
    table,
    /** Why the table cannot be made; what the address names and is gone may be left out as soon as it is known. */
    error: specs.isPending || known.isPending ? null : table.error,
    isFrozen: shown?.held?.frozen_at != null,
    /** The table is of a state before the present one. */
    isOld: shown !== null && now === null,
    isStopped: asked !== null && !isPending && now === null && table.isPending && table.fetchStatus === "idle",
    cancel: () => void client.cancelQueries({ queryKey: tablesQuery(asked ?? NOTHING, state).queryKey }),
  };
}

export type PivotShown = ReturnType<typeof usePivot>;

type Arranged = { made: Made | null; names: RecordedNames | null; fields: Field[]; questions: Question[] };

/** The table as it is arranged, with what moved since it was recorded. */
function useGrid(shown: Shown | null, { made, names, fields, questions }: Arranged) {
  const format = useFormat();
  return useMemo(() => {
    if (!shown || !made || !names) return { grid: null, since: null };
    const { held, tables } = shown;
    const grid = gridOf(shown, made);
    if (!held || held.frozen_at) return { grid, since: null };
    const recorded = { ...shown, tables: recordedTables(held) };
    const was = madeOf(recorded, { names, fields, questions: held.questions ?? questions });
    const { rows, columns } = shown.asked;
    const past = { made: was, grid: gridOf(recorded, was) };
    const figures = movedSince(past, { made, grid }, { rows, columns, questions });
    const since = changedSince(held, tables, { figures, format });
    return { grid: { ...withMoved(grid, figures), isEmpty: grid.isEmpty }, since };
  }, [shown, made, names, fields, questions, format]);
}
