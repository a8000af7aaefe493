/** Characters of a text that stands in place of ids: a filter on a hundred brands has more. */
export const MOST_OF_NAME = 2000;
