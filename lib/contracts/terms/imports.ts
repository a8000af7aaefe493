export const MOST_FILE_BYTES = 4 * 1024 ** 3;

/** A larger file is tried by the worker, with the same result. */
export const MOST_CHECKED_BYTES = 20 * 1024 * 1024;
