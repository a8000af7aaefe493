import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import type { QuestionKind } from "@/lib/contracts/terms/answers";
import { type Known, takeFor } from "./change-plan";

/** Columns that were named for a role; absent: as guessed. */
export type ChosenRoles = { time?: string; id?: string; weights?: readonly string[] };

/** The plan with these columns in their roles. A column that was guessed for one and is not in it is a question. */
export function withRoles(plan: ImportPlan, { time, id, weights }: ChosenRoles, columns: Known["columns"]): ImportPlan {
  const known = { columns, values: [] };
  const asQuestion = (left: ImportPlan, column: string, kind: QuestionKind) => takeFor(left, column, kind, known);
  let next = plan;
  if (id !== undefined) {
    if (next.id !== null && next.id !== id) next = asQuestion(next, next.id, "open");
    next = takeFor(next, id, "id", known);
  }
  if (time !== undefined) {
    if (next.time && next.time.column !== time) next = asQuestion(next, next.time.column, "date");
    next = takeFor(next, time, "time", known);
  }
  if (weights !== undefined) {
    const others = next.weights.filter((column) => !weights.includes(column));
    next = others.reduce((left, column) => asQuestion(left, column, "numeric"), next);
    next = weights.reduce((left, column) => takeFor(left, column, "weight", known), next);
  }
  // What the guess did not find was named.
  const isSettled = (note: string) =>
    (time !== undefined && /time of the response was found/.test(note)) ||
    (id !== undefined && /^(No column with an id|The project's responses are known by)/.test(note));
  return { ...next, notes: next.notes.filter((note) => !isSettled(note)) };
}
