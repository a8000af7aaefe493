const DAY_MS = 24 * 3_600_000;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;

/**
 * Epoch milliseconds of a date or an instant; without an offset it is UTC. A date as the end of a range means the end
 * of that day. Null when it is none: 2031-02-30 is none.
 */
export function instantOf(text: string, as: "start" | "end"): number | null {
  const date = DATE.exec(text);
  if (date) {
    const moment = Date.parse(`${text}T00:00:00Z`);
    const exists = Number.isFinite(moment) && new Date(moment).toISOString().startsWith(text);
    return exists ? moment + (as === "end" ? DAY_MS : 0) : null;
  }
  if (!INSTANT.test(text) || instantOf(text.slice(0, 10), "start") === null) return null;
  const moment = Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`);
  return Number.isFinite(moment) ? moment : null;
}
