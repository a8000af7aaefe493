/** Sheets of a book of tables. */
export const MOST_SHEETS = 1000;
/** Sets of sheets of a book, each with columns and a filter of its own. */
export const MOST_BOOK_SETS = 20;
