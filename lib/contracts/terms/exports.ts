/** Questions of a book of tables: a sheet each. */
export const MOST_SHEETS = 1000;
