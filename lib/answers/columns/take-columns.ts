import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import type { LookedFile } from "@/lib/contracts/ours/imports";
import { columnsOf } from "@/lib/contracts/rules/import-plan";
import { isQuestionKind } from "@/lib/contracts/terms/answers";
import {
  isSoleRole,
  type KnownAll,
  questionsByColumn,
  type TakenFor,
  takeAllFor,
  takeFor,
  takenIn,
  withGridRows,
} from "./change-plan";
import { type Misfit, misfitOf, seenValues, strayCount } from "./column-fit";

/** Why a column stays what it is; `role`: it is the id, a time or a weight of the response. */
export type StayReason = Misfit | "role";

/** What became of columns that were to be taken for something else together. */
export type TakenColumns = {
  as: TakenFor;
  ticked: number;
  /** Of the ticked ones: those that are taken for it now, and those that were before. */
  taken: number;
  already: number;
  /** Rows of the same grids that were not ticked. */
  along: number;
  /** Ticked ones that stay what they are. */
  stay: { reason: StayReason; columns: string[] }[];
  /** Taken ones of which some values are none of the kind. */
  partly: string[];
  /** Questions of several columns that lose some to this, or all, by their ids. */
  from: string[];
  /** What was the time, the end or the id before, and is left out now. */
  replaced: string | null;
};

/** Why these columns cannot be taken for it whatever they hold, in a few words; null: it can be tried. */
export const takeRefusal = (as: TakenFor, names: readonly string[]): string | null =>
  isSoleRole(as) && names.length > 1 ? "one column only" : null;

/**
 * The plan with these columns taken for something else in one step, and what became of each. A column stays what it is
 * where most of its values in the sample are none of the kind; so does the id, a time or a weight of the response,
 * unless nothing else is ticked. Rows of a grid go or stay together.
 */
export function takeColumns(
  plan: ImportPlan,
  names: readonly string[],
  as: TakenFor,
  looked: Pick<LookedFile, "columns" | "sample">,
): { plan: ImportPlan; outcome: TakenColumns } {
  const known = { columns: looked.columns, valuesOf: seenValues(plan, looked) };
  const takenAs = takenIn(plan);
  const open = names.filter((name) => takenAs(name) !== as);
  const roles = new Set(open.filter((name) => takenAs(name) !== "ignored" && !isQuestionKind(takenAs(name))));
  const kept = roles.size < names.length ? roles : new Set<string>();
  const asked = withGridRows(
    plan,
    open.filter((name) => !kept.has(name)),
    as,
  );
  const { misfits, partly } = judged(plan, asked, as, known);
  const taken = asked.filter((name) => !misfits.has(name));
  const stay = open.filter((name) => kept.has(name) || misfits.has(name));
  const ticked = new Set(names);
  const along = taken.filter((name) => !ticked.has(name)).length;
  return {
    plan: takeThese(plan, taken, as, known),
    outcome: {
      ...{ as, ticked: names.length, already: names.length - open.length, taken: taken.length - along, along, partly },
      from: questionsLeft(plan, taken),
      stay: grouped(stay, (name) => misfits.get(name) ?? "role").map(([reason, columns]) => ({ reason, columns })),
      replaced: taken.length > 0 && isSoleRole(as) ? holderOf(plan, as) : null,
    },
  };
}

function takeThese(plan: ImportPlan, names: readonly string[], as: TakenFor, known: KnownAll): ImportPlan {
  const [first] = names;
  if (first === undefined) return plan;
  if (!isSoleRole(as)) return takeAllFor(plan, names, as, known);
  return takeFor(plan, first, as, { columns: known.columns, values: known.valuesOf(first) });
}

function questionsLeft({ questions }: ImportPlan, taken: readonly string[]): string[] {
  const gone = new Set(taken);
  const left = questions.map((question) => ({ id: question.id, columns: columnsOf(question) }));
  return left.flatMap(({ id, columns }) => (columns.length > 1 && columns.some((name) => gone.has(name)) ? id : []));
}

const holderOf = ({ time, end, id }: ImportPlan, role: "time" | "end" | "id"): string | null =>
  role === "id" ? id : ((role === "time" ? time : end)?.column ?? null);

/** Which of the columns do not fit, and of which some values do not. */
function judged(plan: ImportPlan, names: readonly string[], as: TakenFor, { valuesOf }: KnownAll) {
  const misfits = new Map<string, Misfit>();
  const partly: string[] = [];
  for (const together of unitsOf(plan, names, as)) {
    const misfit = misfitOf(together.flatMap(valuesOf), as, plan);
    if (misfit === null) partly.push(...together.filter((name) => strayCount(valuesOf(name), as, plan) > 0));
    else for (const name of together) misfits.set(name, misfit);
  }
  return { misfits, partly };
}

/** Columns that go or stay together: rows of one grid; else each by itself. */
function unitsOf(plan: ImportPlan, names: readonly string[], as: TakenFor): string[][] {
  if (!isQuestionKind(as)) return names.map((name) => [name]);
  const questions = questionsByColumn(plan);
  return grouped(names, (name) => {
    const grid = questions.get(name)?.grid;
    return grid ? `grid ${grid.id}` : `column ${name}`;
  }).map(([, columns]) => columns);
}

function grouped<Key>(names: readonly string[], keyOf: (name: string) => Key): [Key, string[]][] {
  const groups = new Map<Key, string[]>();
  for (const name of names) {
    const group = groups.get(keyOf(name));
    if (group) group.push(name);
    else groups.set(keyOf(name), [name]);
  }
  return [...groups];
}
