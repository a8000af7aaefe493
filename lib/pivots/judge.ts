import { type Aggregation, aggregations } from "@/lib/contracts/terms/pivot";
import type { PivotState } from "./address";
import { againstRest } from "./against-rest";
import { oncePerRow, RARE_MARK, type Settings, TOO_RARE, testOf } from "./comparison";
import { totalsOf } from "./percent";
import type { Made } from "./prepare-pivot";
import { columnLetters, SHARED, significanceLine } from "./significance";
import type { PivotValue } from "./values";

/** What stands beside a figure, and its words for who does not see it. */
export type CellMark = { text: string; words: string | null };
type At = { column: number; value: PivotValue; place: number };

/** What is said of a table's figures beyond themselves. */
export type Judged = {
  /** By column of the service's; null where it is named by none. */
  letters: readonly (string | null)[];
  mark: (row: number, at: At) => CellMark | null;
  /** Why a figure is faint; null: enough people are behind it. */
  smallBase: (row: number, at: At) => string | null;
  /** What is printed under the table of the tests, a line each. */
  lines: string[];
};

export type Judging = Pick<
  PivotState,
  "values" | "against" | "correction" | "variance" | "exact" | "high" | "low" | "minimumBase"
>;

/** Letters, arrows and small bases of a table, as the address asks for them. */
export function judge(made: Made, look: Judging): Judged {
  const settings = settingsOf(look);
  const marksFor = new Map<string, (row: number) => (CellMark | null)[]>();
  const marks = (type: Aggregation, place: number) => {
    const name = `${type} ${place}`;
    const known = marksFor.get(name) ?? oncePerRow(marksOf(made, look.against, { type, place, settings }));
    marksFor.set(name, known);
    return known;
  };
  const isTested = look.against !== "none" && made.titles.columns.length > 0;
  return {
    letters: isTested && look.against === "columns" ? lettersOf(made, settings) : [],
    mark: (row, { value, place, column }) => {
      const type = isTested ? testedAs(value, made, look.values) : null;
      return type === null ? null : (marks(type, place)(row)[column] ?? null);
    },
    smallBase: smallBases(made, settings),
    lines: linesOf(made, look, settings),
  };
}

/** Of an address. */
const settingsOf = ({
  high,
  low,
  correction,
  variance,
  exact,
  minimumBase,
}: Omit<Judging, "values" | "against">): Settings => ({
  high: high / 100,
  low: low > 0 && low < high ? low / 100 : null,
  ...{ correction, variance, exact, minimumBase },
});

/**
 * As what a value is tested: shares of a column stand where percentages of it do, or, without any, at counts. A count
 * beside weights is not what the shares are made of.
 */
function testedAs(value: PivotValue, { isWeighted }: Made, values: readonly PivotValue[]): Aggregation | null {
  if (value.show === "mean") return aggregations.average;
  if (value.show === "column") return aggregations.count;
  if (values.some(({ show }) => show === "column")) return null;
  return value.show === "weighted" || (value.show === "count" && !isWeighted) ? aggregations.count : null;
}

type Tested = { type: Aggregation; place: number; settings: Settings };

function marksOf({ table, sharesColumns }: Made, against: Judging["against"], tested: Tested) {
  if (against === "rest") {
    const marks = againstRest({ table, ...tested });
    return (row: number) =>
      marks(row).map(({ direction, level, reason }): CellMark => {
        if (direction === null || level === null) return untested(reason);
        return { text: arrows[direction][level], words: `${direction} than the rest` };
      });
  }
  const { marks } = columnLetters({ table, ...tested, hasSharedColumns: sharesColumns });
  return (row: number) =>
    marks(row).map(
      ({ text, above, reason }): CellMark =>
        reason === TOO_RARE
          ? untested(reason)
          : { text, words: reason ?? (above.length === 0 ? null : `higher than ${above.join(", ")}`) },
    );
}

/** Why there is no mark; what is too rare for the test is marked itself, since another test is there for it. */
const untested = (reason: string | null): CellMark => ({
  text: reason === TOO_RARE ? RARE_MARK : "",
  words: reason,
});

const arrows = { higher: { high: "▲", low: "△" }, lower: { high: "▼", low: "▽" } };

const lettersOf = ({ table, sharesColumns }: Made, settings: Settings) =>
  columnLetters({ table, type: aggregations.count, place: 0, settings, hasSharedColumns: sharesColumns }).letters;

/** A figure's base is that of what it is a part of: its column, its row, its group; of numbers its own. */
function smallBases({ table }: Made, { minimumBase }: Settings): Judged["smallBase"] {
  const totals = totalsOf(table);
  const at = (row: number, column: number, place: number) => table.effectiveBase[row]?.[column]?.[place] ?? null;
  const baseBehind = (row: number, { value: { show, questionId }, column, place }: At): number | null => {
    if (questionId !== null) return at(row, column, place);
    if (show === "row") return at(row, totals.wholes[column] ?? -1, 0);
    if (show === "total") return at(totals.row, totals.wholes[column] ?? -1, 0);
    if (show === "base") return at(totals.parents[row] ?? -1, column, 0);
    return at(totals.row, column, 0);
  };
  return (row, of) => {
    const base = baseBehind(row, of);
    return base === null ? null : smallBaseWords(base, minimumBase);
  };
}

/** Why a figure is faint; null: enough people are behind it. */
export const smallBaseWords = (base: number, minimumBase: number): string | null =>
  base >= minimumBase
    ? null
    : `Small base: ${base.toLocaleString("en", { maximumFractionDigits: 1 })}, below ${minimumBase}.`;

function linesOf(made: Made, { against, values }: Judging, settings: Settings): string[] {
  if (against === "none") return [];
  if (made.titles.columns.length === 0) return ["Not tested: the table has no columns to compare."];
  const types = [...new Set(values.map((value) => testedAs(value, made, values)))].filter((type) => type !== null);
  if (types.length === 0) {
    return ["Not tested: tests are of percentages of columns, counts and means, and the table shows none of them."];
  }
  const { isWeighted } = made;
  const lines = types
    .filter((type) => testOf(type) !== null)
    .map((type) => significanceLine({ type, settings, isWeighted, against }));
  if (against !== "columns") return lines;
  if (made.sharesColumns) return [`–: ${SHARED}`];
  const shared = made.table.spans?.filter(({ isShared }) => isShared) ?? [];
  const alone = shared.length > 0 && shared.length === made.table.spans?.length;
  return [...(alone ? [] : lines), ...shared.map(({ title }) => `– under “${title}”: ${SHARED}`)];
}
