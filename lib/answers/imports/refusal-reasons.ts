import type { RowProblem } from "./read-rows";

type Counted = { kept: number; refused: number; left_out: number };

/** Fewer refused rows are corrected one by one. */
const FEWEST_REFUSED = 10;
const NEARLY_ALL = 0.9;

/** Sentences of one kind differ in numbers and in the cell that they quote. */
const MOST_KINDS = 200;
const kindOf = ({ column, value, reason }: Omit<RowProblem, "row">): string =>
  `${column} ${(value ? reason.replace(value, "") : reason).replace(/\d+/g, "")}`;

/** Gathers why rows are refused, and says when so many are that the file must be read otherwise. */
export function refusalReasons() {
  const kinds = new Map<string, { first: string; count: number }>();
  return {
    add(refused: readonly Omit<RowProblem, "row">[]): void {
      for (const problem of refused) {
        const known = kinds.get(kindOf(problem));
        if (known) known.count += 1;
        else if (kinds.size < MOST_KINDS) kinds.set(kindOf(problem), { first: problem.reason, count: 1 });
      }
    },
    /** Why an import with these rows stops, a sentence or two; null: it goes on. */
    stop({ kept, refused, left_out }: Counted): string | null {
      const isNearlyAll = refused >= FEWEST_REFUSED && refused >= (kept + refused) * NEARLY_ALL;
      if (kept > 0 && !isNearlyAll) return null;
      if (kept + refused === 0 && left_out > 0) return ALL_LEFT_OUT;
      const count = (value: number) => value.toLocaleString("en");
      const [most] = [...kinds.values()].toSorted((one, other) => other.count - one.count);
      const why = most ? ` Most often (${count(most.count)}): ${most.first}` : "";
      return kept === 0
        ? `None of the ${count(refused)} rows can be kept, so that nothing is imported.${why} ${ADVICE}`
        : `${count(refused)} of ${count(kept + refused)} rows would be refused, so that nothing is imported.${why} ${ADVICE}`;
    },
  };
}

const ALL_LEFT_OUT =
  "All rows are left out as previews, tests or unfinished responses, so that nothing is imported. Choose which of them to import.";
const ADVICE =
  "Check the header row, the delimiter and the columns of the id and the time; the list of refused rows has each one.";
