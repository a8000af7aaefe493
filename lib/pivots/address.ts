import {
  createLoader,
  createParser,
  createSerializer,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { baseRules } from "@/lib/contracts/terms/pivot";
import { parseAsFilter, parseAsIds, parseAsWords, parseAsZone } from "@/lib/http/address-parsers";
import { chartKinds } from "./chart-kinds";
import { exactTests } from "./comparison";
import { type PivotValue, readValue, responseValues, sameValue, valueText } from "./values";

const parseAsTexts = parseAsArrayOf(parseAsString);

/** `column,mean:Q7`; as a whole or not at all. */
const parseAsValues = createParser<PivotValue[]>({
  parse: (text) => {
    const values = (parseAsTexts.parse(text) ?? []).map(readValue);
    const read = values.filter((each) => each !== null);
    return read.length > 0 && read.length === values.length ? read : null;
  },
  serialize: (values) => parseAsTexts.serialize(values.map(valueText)),
  eq: (a, b) => a.map(valueText).join() === b.map(valueText).join(),
});

const parseAsValue = createParser<PivotValue>({ parse: readValue, serialize: valueText, eq: sameValue });

export const sorts = ["order", "label", "value"] as const;
const bannerFigures = ["top", "mean"] as const;
export const netPlaces = ["none", "above", "below"] as const;
export const totalPlaces = ["after", "before", "none"] as const;
export type TotalPlace = (typeof totalPlaces)[number];
export const basePlaces = ["rows", "columns", "both", "none"] as const;

export const decimalPlaces = ["0", "1", "2", "3"] as const;
export const againsts = ["none", "columns", "rest"] as const;
export const corrections = ["none", "bonferroni", "benjamini-hochberg"] as const;
export const variances = ["pooled", "unpooled"] as const;
export const letterPlaces = ["beside", "superscript"] as const;

/** A number within a range; what is outside is none. */
const parseAsWithin = (least: number, most: number) =>
  createParser<number>({
    parse: (text) => {
      const read = text.trim() === "" ? Number.NaN : Number(text);
      return read >= least && read <= most ? read : null;
    },
    serialize: String,
  });
/** Confidence in percent; 0: no such level. */
export const LEVELS = { least: 50, most: 99.9 } as const;
export const BASES = { least: 2, most: 1000 } as const;

const NO_IDS: string[] = [];
const COUNTS = responseValues.slice(0, 1);

/** A table as its address says it: a pasted link shows the same. */
export const pivotParsers = {
  project: parseAsString,
  /** Dimensions, outermost first. */
  rows: parseAsIds.withDefault(NO_IDS),
  columns: parseAsIds.withDefault(NO_IDS),
  /** Questions of the columns stand side by side, not one inside another. */
  banner: parseAsBoolean.withDefault(false),
  /** The rows are items of a grid, one under another, with their options in columns. */
  items: parseAsBoolean.withDefault(false),
  /** What the banner beside them shows. */
  bannerShows: parseAsStringLiteral(bannerFigures).withDefault("top"),
  /** Nets above or below their options, the rows' second question; `none`: the two questions are nested as any others. */
  nets: parseAsStringLiteral(netPlaces).withDefault("none"),
  values: parseAsValues.withDefault(COUNTS),
  filter: parseAsFilter,
  weight: parseAsString,
  /** Responses excluded for quality count too. */
  includeExcluded: parseAsBoolean.withDefault(false),
  baseRule: parseAsStringLiteral(baseRules).withDefault("answered"),
  /** IANA; null: the person's own. Of parts of dates. */
  zone: parseAsZone,
  sort: parseAsStringLiteral(sorts).withDefault("order"),
  descending: parseAsBoolean.withDefault(false),
  /** The column whose figures sort, by its labels; null, as `,`: the total. */
  sortColumn: parseAsIds,
  /** Which of its values. */
  sortValue: parseAsInteger.withDefault(0),
  /** “Other” and “None” stand last in any order. */
  othersLast: parseAsBoolean.withDefault(false),
  /** Rows of fewer respondents are hidden; 0: none. */
  hideBelow: parseAsWithin(0, BASES.most).withDefault(0),
  rowTotals: parseAsStringLiteral(totalPlaces).withDefault("after"),
  columnTotals: parseAsStringLiteral(totalPlaces).withDefault("after"),
  subtotals: parseAsBoolean.withDefault(true),
  bases: parseAsStringLiteral(basePlaces).withDefault("rows"),
  heat: parseAsBoolean.withDefault(false),
  /** Places after the point of all but counts and ranks; null: each value's own. */
  decimals: parseAsStringLiteral(decimalPlaces),
  /** What cells are tested against. */
  against: parseAsStringLiteral(againsts).withDefault("none"),
  correction: parseAsStringLiteral(corrections).withDefault("none"),
  /** Of the z test of shares. */
  variance: parseAsStringLiteral(variances).withDefault("pooled"),
  /** Where too few are expected for it. */
  exact: parseAsStringLiteral(exactTests).withDefault("none"),
  high: parseAsWithin(LEVELS.least, LEVELS.most).withDefault(95),
  /** 0: small letters are not used. */
  low: parseAsWithin(0, LEVELS.most).withDefault(90),
  minimumBase: parseAsWithin(BASES.least, BASES.most).withDefault(30),
  /** Where the letters and other marks of tests stand. */
  letters: parseAsStringLiteral(letterPlaces).withDefault("beside"),
  /** What is drawn of the table. */
  chart: parseAsStringLiteral(chartKinds).withDefault("none"),
  /** Which of its values is drawn; null, or one that it does not have: the first. */
  chartValue: parseAsValue,
  /** Items of a grid are drawn for each column of the banner beside them. */
  chartBanner: parseAsBoolean.withDefault(false),
  /** Words above and under the table, here and in every file. */
  title: parseAsWords,
  subtitle: parseAsWords,
  footnote: parseAsWords,
};

/** The state that the texts of an address say; what cannot be read is as if it were not there. */
export const loadPivotState = createLoader(pivotParsers);
export type PivotState = Awaited<ReturnType<typeof loadPivotState>>;

/** What a person calls the parts of the address. */
const partNames: Record<keyof PivotState, string> = {
  project: "project",
  rows: "rows",
  columns: "columns",
  banner: "arrangement of columns",
  items: "items of a grid",
  bannerShows: "figures of the banner",
  nets: "place of nets",
  values: "values",
  filter: "filter",
  weight: "weight",
  includeExcluded: "excluded responses",
  baseRule: "base",
  zone: "time zone",
  sort: "order of rows",
  descending: "direction of the order",
  sortColumn: "column that rows are sorted by",
  sortValue: "value that rows are sorted by",
  othersLast: "place of “Other” and “None”",
  hideBelow: "smallest row",
  rowTotals: "totals of rows",
  columnTotals: "totals of columns",
  subtotals: "subtotals",
  bases: "bases",
  heat: "heat colours",
  decimals: "decimal places",
  against: "tests",
  correction: "correction of tests",
  variance: "variance of tests",
  exact: "exact test",
  high: "higher level of tests",
  low: "lower level of tests",
  minimumBase: "smallest base",
  letters: "place of letters",
  chart: "kind of chart",
  chartValue: "value that the chart shows",
  chartBanner: "columns that the chart shows",
  title: "title",
  subtitle: "subtitle",
  footnote: "footnote",
};

/** What stands in an address, `holds`, and cannot be read: a sentence each. */
export function unreadableParts(holds: Readonly<Record<string, string>>): string[] {
  return Object.entries(pivotParsers).flatMap(([key, parser]) => {
    const text = holds[key];
    if (text === undefined || parser.parse(text) !== null) return [];
    const name = partNames[key as keyof PivotState];
    return [
      `The address does not say the ${name} in a way that can be read, so that part is left out. Choose it again.`,
    ];
  });
}

const serialize = createSerializer(pivotParsers);

/** The texts by which an address says a state. */
export const addressOf = (state: Partial<PivotState>): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(serialize(state)));
