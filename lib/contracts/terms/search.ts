export const MAX_SEARCH_TEXT = 200;
