import {
  createLoader,
  createParser,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { bucketTypes } from "@/lib/contracts/analysis";
import { type FilterItem, filterField } from "@/lib/contracts/answer-filter";

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day that exists, YYYY-MM-DD. */
const parseAsDay = createParser({
  parse: (text) => {
    const moment = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
    return Number.isFinite(moment) && new Date(moment).toISOString().startsWith(text) ? text : null;
  },
  serialize: String,
});

/** First and last bucket in view, epoch seconds: `1767225600-1769817600`. */
const parseAsZoom = createParser<{ from: number; to: number }>({
  parse: (text) => {
    const [, from, to] = /^(-?\d{1,12})-(-?\d{1,12})$/.exec(text) ?? [];
    if (from === undefined || to === undefined || Number(from) > Number(to)) return null;
    return { from: Number(from) * 1000, to: Number(to) * 1000 };
  },
  serialize: ({ from, to }) => `${Math.round(from / 1000)}-${Math.round(to / 1000)}`,
  eq: (a, b) => a.from === b.from && a.to === b.to,
});

/** A filter as the interface writes it, in JSON; one that it could not read is none. */
const parseAsFilter = createParser<FilterItem[]>({
  parse: (text) => {
    try {
      const read = filterField.safeParse(JSON.parse(text));
      return read.success && read.data.length > 0 ? read.data : null;
    } catch {
      return null;
    }
  },
  serialize: (items) => JSON.stringify(items),
  eq: (a, b) => JSON.stringify(a) === JSON.stringify(b),
});

export const MOST_ROLLED = 365;
const parseAsRolled = createParser({
  parse: (text) => {
    const k = parseAsInteger.parse(text);
    return k !== null && k >= 1 && k <= MOST_ROLLED ? k : null;
  },
  serialize: String,
});

export const trendModes = ["multiples", "overlay", "table"] as const;

/** A trend as its address says it: a pasted link shows the same. */
export const trendParsers = {
  project: parseAsString,
  /** Null: the first few. */
  questions: parseAsArrayOf(parseAsString),
  /** Days by the clock of the zone, both in the range; null: as far as there are answers. */
  from: parseAsDay,
  to: parseAsDay,
  /** Null: what suits the range. */
  bucket: parseAsStringLiteral(bucketTypes),
  filter: parseAsFilter.withDefault([]),
  weight: parseAsString,
  /** IANA; null: the person's own. */
  zone: parseAsString,
  mode: parseAsStringLiteral(trendModes).withDefault("multiples"),
  band: parseAsBoolean.withDefault(true),
  marks: parseAsBoolean.withDefault(true),
  /** Buckets of a rolling mean; 1: none. */
  rolling: parseAsRolled.withDefault(1),
  compare: parseAsStringLiteral(["previous"]),
  zoom: parseAsZoom,
};

export const loadTrendState = createLoader(trendParsers);
export type TrendState = Awaited<ReturnType<typeof loadTrendState>>;
