import { FORMULA_SIGNS } from "@/lib/tables/csv";

/**
 * Text that a spreadsheet would run stands behind an apostrophe in a CSV (`lib/tables/csv.ts` puts it there, at the
 * beginning and behind what may begin a cell). So that every text is read back as it was, apostrophes that stand in
 * such a place already get one more in every file.
 */
const places = (apostrophes: (behind: string) => string) =>
  new RegExp(
    `^${apostrophes(`[${FORMULA_SIGNS}\\t\\r]`)}|(?<=[;\\t\\r\\n])${apostrophes(`"*[${FORMULA_SIGNS}]`)}`,
    "g",
  );
const TO_GUARD = places((behind) => `(?='+${behind})`);
const GUARD = places((behind) => `'(?='*${behind})`);

/** A text to be written to a file; CSV then adds what is its own. */
export const guarded = (text: string): string => text.replace(TO_GUARD, "'");

/** A text as it was before it was written to a file. */
export const unguarded = (text: string): string => text.replace(GUARD, "");
