const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether this is a day that exists, YYYY-MM-DD, from the year 1 on: the database has no year 0. */
export function isDay(text: string): boolean {
  if (!DAY.test(text) || text.startsWith("0000")) return false;
  const moment = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(moment) && new Date(moment).toISOString().startsWith(text);
}

const TYPED = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;

/** The day that somebody typed, YYYY-MM-DD; null: it is none. Zeros may be missing, and dots or slashes part it, too. */
export function typedDay(text: string): string | null {
  const [, year, month = "", day = ""] = TYPED.exec(text.trim()) ?? [];
  if (year === undefined) return null;
  const whole = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(whole) ? whole : null;
}
