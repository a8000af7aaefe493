import { datePartLabels, nextPeriods } from "@/lib/contracts/calendar/date-part";
import type { PivotTable } from "@/lib/contracts/interfaces/pivot";
import type { DatePart } from "@/lib/contracts/terms/pivot";
import { isMissingKey } from "./order";
import { pathName, pathsOf } from "./percent";
import type { Placed } from "./prepare-pivot-chart";

type AlongTime = { placed: Placed[] /** By what tells them apart. */; names: Map<string, string>; notes: string[] };

const NOT_DRAWN = "Rows without a date are in the table alone: a line has no place for them.";

/**
 * Figures in the order of time, whatever the order of rows. Periods of which the table has no row stand between the
 * others, so that a line has a gap there; past `most` of them the rest is left out, which is more than is drawn.
 */
export function alongTime(all: readonly Placed[], table: PivotTable, part: DatePart, most: number): AlongTime {
  const codes = pathsOf(table).rows;
  const codeOf = ({ row }: Placed) => codes[row]?.at(-1);
  const placed = all.filter((each) => !isMissingKey(codeOf(each)));
  const notes = placed.length < all.length ? [NOT_DRAWN] : [];
  const labels = new Map<number, string>();
  for (const each of placed) {
    const code = codeOf(each);
    if (typeof code === "number") labels.set(code, each.category[0] ?? "");
  }
  // A service that gives no codes has labels that rise with time.
  const inOrder =
    labels.size > 0
      ? filled([...labels.keys()], nextPeriods[part], most).map((key) => labels.get(key) ?? datePartLabels[part](key))
      : placed.flatMap(({ category }) => category).toSorted(byWords.compare);
  return { placed, notes, names: new Map(inOrder.map((label) => [pathName([label]), label])) };
}

const byWords = new Intl.Collator("en", { numeric: true });

function filled(keys: readonly number[], next: (key: number) => number, most: number): number[] {
  const [first, last] = [Math.min(...keys), Math.max(...keys)];
  const periods = [first];
  for (let key = next(first); key <= last && periods.length <= most; key = next(key)) periods.push(key);
  return periods;
}
