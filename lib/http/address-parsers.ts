import { createParser, parseAsArrayOf, parseAsString } from "nuqs/server";
import { isPlaceTimeZone } from "@/lib/contracts/calendar/time-zone-name";
import { type FilterItem, filterItems } from "@/lib/contracts/rules/filter-items";

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

/**
 * A part of a request as the interface writes it, in JSON; what `read` cannot read is none. The readers are plain
 * functions: the schemas of contracts would bring their library into the first load of each page with such an address.
 */
export const parseAsPart = <T extends object>(read: (value: unknown) => T | null) =>
  createParser<T>({
    parse: (text) => {
      try {
        return read(JSON.parse(text));
      } catch {
        return null;
      }
    },
    serialize: (part) => JSON.stringify(part),
    eq: (a, b) => JSON.stringify(a) === JSON.stringify(b),
  });

const NO_ITEMS: FilterItem[] = [];

/** A filter over responses; none has no items. */
export const parseAsFilter = parseAsPart(filterItems).withDefault(NO_ITEMS);
