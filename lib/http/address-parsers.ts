import { createParser, parseAsArrayOf, parseAsString } from "nuqs/server";
import { isPlaceTimeZone } from "@/lib/contracts/calendar/time-zone-name";

/** Parts of a page's state as its address writes them. */

/** Ids between commas; a comma alone is a list of none, which is not the same as no list. */
export const parseAsIds = createParser<string[]>({
  parse: (text) => (parseAsArrayOf(parseAsString).parse(text) ?? []).filter((id) => id !== ""),
  serialize: (ids) => (ids.length === 0 ? "," : parseAsArrayOf(parseAsString).serialize(ids)),
  eq: (a, b) => a.length === b.length && a.every((id, at) => id === b[at]),
});

/** Characters of a person's own words in an address. */
const MOST_WORDS = 300;

/** A person's own words, such as a title. */
export const parseAsWords = createParser<string>({
  parse: (text) => (text.trim() === "" ? null : text.slice(0, MOST_WORDS)),
  serialize: String,
});

/** A time zone that exists, IANA. */
export const parseAsZone = createParser<string>({
  parse: (text) => (isPlaceTimeZone(text) ? text : null),
  serialize: String,
});

type Reads<T> = { safeParse: (value: unknown) => { success: true; data: T | undefined } | { success: false } };

/** A part of a request as the interface writes it, in JSON; what it could not read is none. */
export const parseAsPart = <T extends object>(field: Reads<T>) =>
  createParser<T>({
    parse: (text) => {
      try {
        const read = field.safeParse(JSON.parse(text));
        return read.success && read.data ? read.data : null;
      } catch {
        return null;
      }
    },
    serialize: (part) => JSON.stringify(part),
    eq: (a, b) => JSON.stringify(a) === JSON.stringify(b),
  });
