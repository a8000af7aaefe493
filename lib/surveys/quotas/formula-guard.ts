/**
 * Text that a spreadsheet would run stands behind an apostrophe in a CSV (`lib/tables/csv.ts` puts it there). So that
 * every text is read back as it was, one that begins with apostrophes before such a sign gets one more in every file.
 */
const GUARDED = /^'+[=+\-@\t\r]/;

/** A text to be written to a file; CSV then adds what is its own. */
export const guarded = (text: string): string => (GUARDED.test(text) ? `'${text}` : text);

/** A text as it was before it was written to a file. */
export const unguarded = (text: string): string => (GUARDED.test(text) ? text.slice(1) : text);
