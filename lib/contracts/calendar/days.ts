const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether this is a day that exists, YYYY-MM-DD, from the year 1 on: the database has no year 0. */
export function isDay(text: string): boolean {
  if (!DAY.test(text) || text.startsWith("0000")) return false;
  const moment = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(moment) && new Date(moment).toISOString().startsWith(text);
}

/** The first and the last moment that the database writes as we do: years 1 to 9999. */
const FIRST_MOMENT = Date.parse("0001-01-01T00:00:00Z");
export const LAST_MOMENT = Date.parse("9999-12-31T23:59:59.999Z");

/** Whether a day or an instant, which exists, lies in those years in UTC. */
export function isInCalendar(text: string): boolean {
  const moment = Date.parse(text);
  return moment >= FIRST_MOMENT && moment <= LAST_MOMENT;
}

const TYPED = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;

/** The day that somebody typed, YYYY-MM-DD; null: it is none. Zeros may be missing, and dots or slashes part it, too. */
export function typedDay(text: string): string | null {
  const [, year, month = "", day = ""] = TYPED.exec(text.trim()) ?? [];
  if (year === undefined) return null;
  const whole = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(whole) ? whole : null;
}

/** Days from the first to the last, both in it, YYYY-MM-DD. */
export type Days = { from: string; to: string };

export const isWithin = (day: string, { from, to }: Days): boolean => day >= from && day <= to;

type Field = { label: string; example: string; within?: Days | undefined };

/** Why what was typed is no day that its field takes, in a sentence; null: it is one. */
export function typedDayProblem(text: string, { label, example, within }: Field): string | null {
  const day = typedDay(text);
  if (day === null) return `${label}: “${text}” is no date. Type one like ${example}, year, month and day.`;
  if (!within || isWithin(day, within)) return null;
  return `${label}: ${day} is not of the days ${within.from} to ${within.to}. Type one of them.`;
}
