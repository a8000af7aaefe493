/** Whether the calendar knows a zone by this name: an IANA one, an abbreviation, or, in some runtimes, an offset. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** One that follows a place's clock, or UTC: offsets (`+05:30`) and abbreviations do not. */
export const isPlaceTimeZone = (name: string): boolean => (name === "UTC" || name.includes("/")) && isTimeZone(name);
