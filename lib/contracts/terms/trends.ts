export const MAX_NOTE = 500;
