import type { FoundHeader } from "./find-header";
import { filledCount } from "./header-shape";

type SheetShape = {
  name: string;
  bytes: number;
  /** Absent: it has no header. */
  header?: FoundHeader;
  /** The first rows below the header. */
  rows?: readonly { cells: readonly string[] }[];
};

const DESCRIBING =
  /^(?:cover|title|read ?me|info|about|contents?|index|notes?|legend|code ?book|dictionary|variables?|labels?|summary|deckblatt|titel|legende|inhalt|übersicht|couverture|lisez-moi|portada|copertina)\b/i;

/** A sheet so many times larger holds the answers, and the first one sums them up. */
const MUCH_LARGER = 8;
const FEWEST_ROWS = 3;
/** Two columns are a list of words as well, unless it is a long one. */
const FEWEST_COLUMNS = 3;
const LONG_LIST = 20;

/**
 * The place of the sheet that holds the answers: of those that look like a table, the first that is not named as a
 * description, unless another is many times as large. Without a table among them, the first.
 */
export function proposeSheet(sheets: readonly SheetShape[]): number {
  const tables = sheets.filter(isTable);
  const [first] = tables.filter(({ name }) => !DESCRIBING.test(name.trim()));
  const usual = first ?? tables[0] ?? sheets[0];
  if (!usual) return -1;
  const largest = tables.reduce((most, each) => (each.bytes > most.bytes ? each : most), usual);
  return sheets.indexOf(largest.bytes > usual.bytes * MUCH_LARGER ? largest : usual);
}

/** Names over rows of which most are filled as far; a cover has a few lines of words. */
function isTable({ header, rows = [] }: SheetShape): boolean {
  if (!header || rows.length < (header.width < FEWEST_COLUMNS ? LONG_LIST : FEWEST_ROWS)) return false;
  const filled = rows.filter(({ cells }) => filledCount(cells) >= 2);
  return filled.length * 2 >= rows.length;
}
