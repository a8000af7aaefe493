export const HISTORY_PAGE_SIZE = 25;
