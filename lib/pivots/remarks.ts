import type { PivotRequest } from "@/lib/contracts/interfaces/pivot";
import type { BaseRule } from "@/lib/contracts/terms/pivot";
import type { Show } from "./values";

export const baseRuleNames: Record<BaseRule, string> = {
  answered: "All who answered",
  asked: "All who were asked",
  all: "All responses",
};

const baseRules: Record<BaseRule, string> = {
  answered: "respondents who answered every question of the table",
  asked: "respondents who were asked every question of the table; “No answer” is a row or column of its own",
  all: "all responses; “No answer” and “Not asked” are rows or columns of their own",
};

const bannerBaseRules: Record<BaseRule, string> = {
  answered:
    "respondents who answered every question of the rows; under each question of the columns those who answered it",
  asked:
    "respondents who were asked every question of the rows; under each question of the columns those who were asked it; “No answer” is a row or column of its own",
  all: baseRules.all,
};

const itemBaseRules: Record<BaseRule, string> = {
  answered: "of each item, respondents who answered it; under a question of the columns, those who answered both",
  asked: "of each item, respondents who were asked it; under a question of the columns, those who were asked both",
  all: baseRules.all,
};

export type Told = {
  asked: PivotRequest;
  shows: readonly Show[];
  /** Each condition in words. */
  filter: readonly string[];
  weight: string | null;
  /** Responses without a weight that are left out, as the person reads it. */
  excluded: string | null;
  /** Who is excluded for quality, in sentences; empty: nobody is. */
  exclusions: readonly string[];
  /** Which data it is of, and what is to be said of the figures that are recorded: a sentence each. */
  data: readonly string[];
  madeAt: string;
  timeZone: string | null;
  /** The days of a filter, which are of UTC, are not those of the person's zone. */
  hasOtherDays: boolean;
  hasSeveral: boolean;
  /** Titles of derived questions whose nets, bands or pairs do not take in every answer. */
  partial: readonly string[];
  /** The rows are items of a grid, each with a base of its own. */
  isOfItems: boolean;
  /** Of a banner, its questions with their unweighted bases; null: there is none. */
  spans: readonly string[] | null;
  /** Of tests and small bases. */
  notes: readonly string[];
};

/** What stands under a table: how it was made, a sentence each. */
export function remarksOf({
  asked,
  shows,
  filter,
  weight,
  excluded,
  exclusions,
  data,
  madeAt,
  timeZone,
  hasOtherDays,
  hasSeveral,
  partial,
  isOfItems,
  spans,
  notes,
}: Told): string[] {
  return [
    `Base: ${(isOfItems ? itemBaseRules : spans ? bannerBaseRules : baseRules)[asked.baseRule]}.`,
    ...exclusions,
    ...(spans ? [`Respondents (n): ${spans.join("; ")}.`] : []),
    weight === null ? "Unweighted." : weightWords(weight, shows),
    filter.length > 0 ? `Filter: ${filter.join("; ")}.` : "No filter.",
    ...(excluded === null ? [] : [`${excluded} left out because their weight is missing or negative.`]),
    ...(shows.includes("base") ? ["% of base: of the group in the column that the row stands under."] : []),
    ...(shows.includes("rank")
      ? [
          `Rank: by the ${weight === null ? "count" : "weighted count"} in the column among the rows of a group, equal counts equal.`,
        ]
      : []),
    ...(hasSeveral
      ? [
          "Respondents could give several answers, or choose none: totals count each respondent once, so percentages need not add up to 100.",
        ]
      : []),
    ...(partial.length > 0
      ? [
          `${partial.map((title) => `“${title}”`).join(", ")}: totals are of everybody who answered, also of those in none of its groups, so groups may add up to less.`,
        ]
      : []),
    ...notes,
    ...(timeZone === null ? [] : [`Dates by the clock of ${timeZone.replaceAll("_", " ")}.`]),
    ...(hasOtherDays ? ["Days of filters are of UTC."] : []),
    ...data,
    `Made ${madeAt}.`,
  ];
}

/** A count stands under a weight as respondents, so that it is told apart from the weighted one. */
const weightWords = (weight: string, shows: readonly Show[]) =>
  shows.includes("count")
    ? `Weighted by ${weight}. Counts and bases (n) are unweighted, effective bases are after Kish.`
    : `Weighted by ${weight}; bases (n) are unweighted, effective bases after Kish.`;
