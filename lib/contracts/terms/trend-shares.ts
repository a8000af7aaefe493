export const MOST_SHARES = 200;
/** Of a share: more options than any list of answers has; each is a value of the statement. */
export const MOST_CODES = 1000;
