/** Characters of a text that stands in place of ids: a filter on a hundred brands has more. */
export const MOST_OF_NAME = 2000;
/**
 * Tables that one is put together of: a weighted grid of 30 items by a banner of 20 questions has as many, with the one
 * that counts who has no weight.
 */
export const MOST_TABLES = 631;
