/** Said wherever a part of a page is missing. */
export const PART_MISSING =
  "Fieldwork was updated since this page was opened, or the connection was lost. Reload the page; drafts and what you saved are safe.";

/** As browsers and bundlers say that a script of the page cannot be loaded: a newer build has mostly taken its place. */
export const isPartMissing = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === "ChunkLoadError" ||
    error.message === PART_MISSING ||
    /(loading|load) (css )?chunk|dynamically imported module/i.test(error.message));

/** Loads code of the page. Where that fails, the error says so to a person. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw isPartMissing(cause) ? new Error(PART_MISSING, { cause }) : cause;
  }
}
