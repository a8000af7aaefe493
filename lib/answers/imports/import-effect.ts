import "server-only";
import type { ImportBrought, Question } from "@/lib/contracts/interfaces/answers";
import type { ImportEffect } from "@/lib/contracts/ours/imports";
import type { ImportMode } from "@/lib/contracts/terms/answers";
import { readExcludedRows } from "@/lib/stores/clickhouse/excluded-rows";
import { readTableState } from "@/lib/stores/clickhouse/table-state";
import { type TriedIds, triedIds } from "@/lib/stores/clickhouse/tried-ids";
import type { ExclusionsRef } from "@/lib/stores/postgres/answer-sets";
import type { Merged } from "./merge-questions";
import type { ReadResponse } from "./read-rows";

type Ids = { added: string[]; changed: string[]; gone: string[] };

/** Questions by what becomes of them: a changed one has other options, missing codes, text or another kind. */
export function questionChanges(before: readonly Question[], after: readonly Question[]): Ids {
  const known = new Map(before.map((question) => [question.id, question]));
  const left = new Set(after.map(({ id }) => id));
  const isChanged = (question: Question) => {
    const old = known.get(question.id);
    return old !== undefined && (old.version !== question.version || old.column !== question.column);
  };
  return {
    added: after.filter(({ id }) => !known.has(id)).map(({ id }) => id),
    changed: after.filter(isChanged).map(({ id }) => id),
    gone: before.filter(({ id }) => !left.has(id)).map(({ id }) => id),
  };
}

type Figures = { mode: ImportMode; now: number; after: number; distinct: number };

/** `distinct`: responses of the file, an id counting once. */
export function broughtOf({ mode, now, after, distinct }: Figures, { added, changed, gone }: Ids): ImportBrought {
  const questions = { added: added.length, changed: changed.length, gone: gone.length };
  if (mode === "replace") return { added: after, again: 0, gone: now, questions };
  return { added: after - now, again: distinct - (after - now), gone: 0, questions };
}

const MOST_NAMED = 10;
const named = (ids: readonly string[]) => ({ count: ids.length, first: ids.slice(0, MOST_NAMED) });

type Trial = {
  mode: ImportMode;
  /** The table that is read now; null: there is none. */
  table: string | null;
  exclusions: ExclusionsRef | null;
  before: readonly Question[];
  merged: Merged;
  signal?: AbortSignal;
};

/** Counts, while a file is tried, what importing it would do. `end` removes what was counted with. */
export function effectCounter({ mode, table, exclusions, before, merged, signal }: Trial) {
  const idColumn = merged.plan.id;
  const hasIds = idColumn !== null;
  const ids: TriedIds = triedIds(signal);
  let kept = 0;
  const stateOf = async () => {
    if (table === null) return { responses: 0, excluded: 0 };
    const limits = { ...(signal && { signal }) };
    return readTableState({ table, excluded: await readExcludedRows(table, exclusions, limits) }, null, limits);
  };
  return {
    /** Those of the file, where it names any. */
    ids,
    async add(rows: readonly ReadResponse[]): Promise<void> {
      kept += rows.length;
      if (hasIds) await ids.add(rows.map(({ id }) => id?.toWellFormed() ?? ""));
    },
    async effect(): Promise<ImportEffect> {
      const { responses: now, excluded } = await stateOf();
      const { distinct, known } = hasIds ? await ids.count(table) : { distinct: kept, known: 0 };
      const after = mode === "replace" ? distinct : now + distinct - known;
      const changes = questionChanges(before, merged.questions);
      return {
        ...{ now, after, repeated: kept - distinct, id_column: idColumn },
        ...{ excluded, excluded_after: mode === "replace" ? 0 : excluded },
        brought: broughtOf({ mode, now, after, distinct }, changes),
        questions: { added: named(changes.added), changed: named(changes.changed), gone: named(changes.gone) },
      };
    },
    end: () => ids.drop(),
  };
}
