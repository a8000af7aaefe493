import { and, or, type SQL, sql } from "drizzle-orm";
import type { JobItemState } from "@/lib/contracts/terms/jobs";

/**
 * Steps that left something to undo: those in one of `states` (any if missing) of whose `before` the member `has` is
 * not empty and the member `lacks` is. Data instead of a function: a list of jobs evaluates it in SQL, an undo in code.
 */
export type UndoableSteps<Member extends string = string> = {
  states?: readonly JobItemState[];
  has?: Member;
  lacks?: Member;
};

const DONE: readonly UndoableSteps[] = [{ states: ["done"] }];

/** Whether a step left something to undo: one of the descriptions fits it. Without any, it is done. */
export function isUndoable(
  { state, before }: { state: JobItemState; before: unknown },
  undoable: readonly UndoableSteps[] = DONE,
): boolean {
  const recorded = new Map<string, unknown>(Object.entries(before ?? {}));
  return undoable.some(
    ({ states, has, lacks }) =>
      (states === undefined || states.includes(state)) &&
      (has === undefined || !isEmpty(recorded.get(has))) &&
      (lacks === undefined || (before !== null && isEmpty(recorded.get(lacks)))),
  );
}

const isEmpty = (value: unknown) =>
  typeof value === "object" && value !== null ? Object.keys(value).length === 0 : !value;

/** The same as a condition on rows of `job_items`, the only table in the query that has these columns. */
export const whereUndoable = (undoable: readonly UndoableSteps[] = DONE): SQL =>
  or(...undoable.map(whereDescribed)) ?? sql`false`;

function whereDescribed({ states, has, lacks }: UndoableSteps): SQL {
  const conditions = [
    states && sql`state = any(${sql.param([...states])}::text[])`,
    has === undefined ? undefined : sql`not ${isEmptyMember(has)}`,
    lacks === undefined ? undefined : sql`(before is not null and ${isEmptyMember(lacks)})`,
  ];
  return and(...conditions) ?? sql`true`;
}

const isEmptyMember = (name: string) =>
  sql`(coalesce(before -> ${name}::text, 'null') in ('null', '0', 'false', '""', '[]', '{}'))`;
