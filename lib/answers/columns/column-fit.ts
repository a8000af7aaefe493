import type { ImportPlan, PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import type { LookedFile } from "@/lib/contracts/ours/imports";
import { missingMatcher, numberOf } from "@/lib/contracts/rules/answer-cells";
import { holdLists, orderReading, questionsByColumn, type TakenFor } from "./change-plan";
import { areIdentifiers } from "./guess-kind";
import { readMoment } from "./moments";

/** Why values cannot be taken for something. */
export type Misfit = "numbers" | "weights" | "identifiers" | "dates" | "lists";

/** Why a column with these values should not be taken for it; null: most of them are of the kind, or nothing is seen. */
export function misfitOf(values: readonly string[], as: TakenFor, plan: ImportPlan): Misfit | null {
  if (values.length === 0) return null;
  if (as === "multiple") return holdLists(values) ? null : misfits.multiple;
  if (strayCount(values, as, plan) * 2 > values.length) return misfits[as];
  return as === "numeric" && areNames(values) ? "identifiers" : null;
}

/** What values have to be to be taken for it; null: anything. */
const misfits: Record<TakenFor, Misfit | null> = {
  numeric: "numbers",
  scale: null,
  single: null,
  multiple: "lists",
  open: null,
  date: "dates",
  time: "dates",
  end: "dates",
  weight: "weights",
  id: null,
  ignored: null,
};

/** How many of the values are not read as it: these would be no answers. */
export function strayCount(values: readonly string[], as: TakenFor, { decimal }: ImportPlan): number {
  const without = (isRead: (value: string) => boolean) => values.filter((value) => !isRead(value)).length;
  switch (misfits[as]) {
    case "numbers":
      return without((value) => numberOf(value, decimal) !== null);
    case "weights":
      return without((value) => (numberOf(value, decimal) ?? -1) >= 0);
    case "dates": {
      const order = orderReading(values, "ymd");
      return without((value) => readMoment(value, order) !== null);
    }
    case "identifiers":
    case "lists":
    case null:
      return 0;
  }
}

function areNames(values: readonly string[]): boolean {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const seen = [...counts].map(([cell, count]) => ({ cell, count }));
  return areIdentifiers({}, { values: seen, answers: values.length });
}

/** What is known of the answers in each column: cells of the sample that are no missing codes, and those of options. */
export function seenValues(plan: ImportPlan, { columns, sample }: Pick<LookedFile, "columns" | "sample">) {
  const rows = sample.flatMap((row) => ("refused" in row ? [] : [row.cells]));
  const places = new Map(columns.map(({ name }, at) => [name, at]));
  const questions = questionsByColumn(plan);
  return (column: string): string[] => {
    const question = questions.get(column);
    const kindOf = missingMatcher(question?.missing ?? [], plan.decimal);
    const cells = rows.map((row) => row[places.get(column) ?? -1] ?? "");
    return [...cells, ...optionCells(question)].filter((cell) => cell.trim() !== "" && kindOf(cell) === null);
  };
}

/** They are of all rows that were looked at. */
function optionCells(question: PlannedQuestion | undefined): string[] {
  if (question?.kind !== "single" && question?.kind !== "scale") return [];
  return question.options.flatMap(({ cells }) => cells.map(String));
}
