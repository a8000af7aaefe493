import { monthNamed } from "./named-months";

/** A date with two digits in front and two behind, which are its year; the month may have its name. */
const SHORT = /^(\d{2})(?:([-/.])\d{1,2}\2|[\s./-]?(\p{L}{3,10})\.?[\s./-]?)(\d{2})(?=$|[T\s,:])/u;
/** Fewer different days show nothing. */
const FEWEST_DAYS = 3;

/**
 * The first of dates that are read with the day or the month in front and may begin with their year instead: what stands
 * in front varies less than what stands behind, which is a day in all of them. Null: they are no such dates.
 */
export function mayBeginWithYear(cells: readonly unknown[]): string | null {
  const texts = cells.filter((cell): cell is string => typeof cell === "string");
  const found = texts.map((text) => SHORT.exec(text.trim()));
  const isShort = (each: RegExpExecArray | null) => each !== null && (!each[3] || monthNamed(each[3]) !== undefined);
  if (!found.every(isShort)) return null;
  const [firsts, lasts] = [1, 4].map((at) => new Set(found.map((each) => Number(each?.[at]))));
  if (!firsts || !lasts || lasts.size < FEWEST_DAYS || firsts.size * 2 >= lasts.size) return null;
  return [...lasts].every((day) => day >= 1 && day <= 31) ? (texts[0] ?? null) : null;
}
