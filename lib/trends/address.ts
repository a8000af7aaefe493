import {
  createLoader,
  createParser,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { bands } from "@/lib/charts/bands";
import { labelModes, type Target } from "@/lib/charts/chart-model";
import { isDay, isWithin } from "@/lib/contracts/calendar/days";
import type { ShareAsked } from "@/lib/contracts/interfaces/trend-shares";
import { bucketTypes } from "@/lib/contracts/terms/analysis";
import { parseAsFilter, parseAsIds, parseAsPart, parseAsWords, parseAsZone } from "@/lib/http/address-parsers";
import { type Cut, readCuts } from "./cuts";
import { readGroups, readShares } from "./lines-in-address";
import { WHOLE } from "./range";
import { relativeRanges } from "./relative-range";
import { readTargets } from "./targets";

/** Of the days that answers could be of: services refuse to be asked for others by a zone. */
const parseAsDay = createParser({
  parse: (text) => (isDay(text) && isWithin(text, WHOLE) ? text : null),
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

const NO_GROUPS: Record<string, string[]> = {};
const NO_SHARES: ShareAsked[] = [];
const NO_TARGETS: Target[] = [];
const NO_CUTS: Cut[] = [];

export const MOST_ROLLED = 365;
const parseAsRolled = createParser({
  parse: (text) => {
    const k = parseAsInteger.parse(text);
    return k !== null && k >= 1 && k <= MOST_ROLLED ? k : null;
  },
  serialize: String,
});

/** Addresses of before say whether there is a band at all. */
const parseAsBand = createParser({
  parse: (text) => {
    if (text === "true") return "range";
    return text === "false" ? "none" : (bands.find((band) => band === text) ?? null);
  },
  serialize: String,
});

export const trendModes = ["multiples", "overlay", "table"] as const;

/** What a trend can be compared with: the period before, or the same under another filter. */
export const comparisons = ["previous", "filter"] as const;

/** A trend as its address says it: a pasted link shows the same. */
export const trendParsers = {
  project: parseAsString,
  /** Null: the first few. */
  questions: parseAsIds,
  /** Questions joined to one line, by its name. */
  groups: parseAsPart(readGroups).withDefault(NO_GROUPS),
  /** Shares of chosen options. */
  shares: parseAsPart(readShares).withDefault(NO_SHARES),
  /** Counted back from the last answer; null, or where days are given: none. */
  range: parseAsStringLiteral(relativeRanges),
  /** Days by the clock of the zone, both in the range; null: as far as there are answers. */
  from: parseAsDay,
  to: parseAsDay,
  /** A question whose options are the buckets; null: they are of time. */
  by: parseAsString,
  /** Null: what suits the range. */
  bucket: parseAsStringLiteral(bucketTypes),
  filter: parseAsFilter,
  weight: parseAsString,
  /** Words above and under the charts, here and in every file. */
  title: parseAsWords,
  subtitle: parseAsWords,
  footnote: parseAsWords,
  /** Groups of respondents with a line each; empty: all together are one. */
  cuts: parseAsPart(readCuts).withDefault(NO_CUTS),
  /** Responses excluded for quality count too. */
  includeExcluded: parseAsBoolean.withDefault(false),
  /** IANA; null: the person's own. */
  zone: parseAsZone,
  mode: parseAsStringLiteral(trendModes).withDefault("multiples"),
  /** Null: what the reply allows. */
  band: parseAsBand,
  marks: parseAsBoolean.withDefault(true),
  /** Which points have their figures beside them. */
  labels: parseAsStringLiteral(labelModes).withDefault("none"),
  /** Values that lines should reach. */
  targets: parseAsPart(readTargets).withDefault(NO_TARGETS),
  /** Buckets of a rolling mean; 1: none. */
  rolling: parseAsRolled.withDefault(1),
  compare: parseAsStringLiteral(comparisons),
  /** The other filter, where that is compared. */
  against: parseAsFilter,
  zoom: parseAsZoom,
};

export const loadTrendState = createLoader(trendParsers);
export type TrendState = Awaited<ReturnType<typeof loadTrendState>>;

/** What a person calls the parts of the address. */
const partNames: Record<keyof TrendState, string> = {
  project: "project",
  questions: "questions",
  groups: "joined lines",
  shares: "shares of options",
  range: "range",
  from: "first day",
  to: "last day",
  by: "question in place of time",
  bucket: "buckets",
  filter: "filter",
  weight: "weight",
  title: "title",
  subtitle: "subtitle",
  footnote: "footnote",
  cuts: "groups",
  includeExcluded: "excluded responses",
  zone: "time zone",
  mode: "way of showing",
  band: "band",
  marks: "marks of significant changes",
  labels: "figures at points",
  targets: "targets",
  rolling: "rolling mean",
  compare: "comparison",
  against: "filter that is compared",
  zoom: "zoom",
};

/** What stands in an address, `holds`, and cannot be read: a sentence each. */
export function unreadableParts(holds: Readonly<Record<string, string>>): string[] {
  return Object.entries(trendParsers).flatMap(([key, parser]) => {
    const text = holds[key];
    if (text === undefined || parser.parse(text) !== null) return [];
    const name = partNames[key as keyof TrendState];
    return [
      `The address does not say the ${name} in a way that can be read, so that part is left out. Choose it again.`,
    ];
  });
}
