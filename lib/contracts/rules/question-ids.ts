import { textSum } from "./text-sum";

/** Characters of a question's id; its text may be longer. */
export const MOST_ID = 200;
/** Leaves room for a number that tells it from another. */
const MOST_MADE_ID = MOST_ID - 10;
/**
 * An id made of a name: whole, or its beginning with a sum of all of it, so that it is the same in every file and that of
 * no other name with this beginning.
 */
export const idOfName = (name: string): string =>
  name.length <= MOST_MADE_ID ? name : `${name.slice(0, MOST_MADE_ID - 9).toWellFormed()}…${textSum(name)}`;
/** What ids of long names were before: the beginning alone, and behind it a number for all but the first. */
export const formerIdOfName = (name: string): string =>
  name.length <= MOST_MADE_ID ? name : `${name.slice(0, MOST_MADE_ID - 1)}…`;
