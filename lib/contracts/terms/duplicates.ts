export const HISTORY_PAGE_SIZE = 25;

/** How many values of a selector a list of changes holds where not all are asked for. */
export const FIRST_VALUES = 2;
