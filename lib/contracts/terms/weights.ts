export const MOST_NAME = 100;
