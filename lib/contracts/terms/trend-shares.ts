export const MOST_SHARES = 200;
