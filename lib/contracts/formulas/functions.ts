/** The functions of formulas, as the editor lists them and its README explains them. */
export const formulaFunctionNames = [
  "if",
  "first",
  "recode",
  "bands",
  "quantiles",
  "combine",
  "pool",
  "chose",
  "chosen",
  "count",
  "answered",
  "contains",
  "sum",
  "mean",
  "min",
  "max",
  "round",
  "abs",
  "rank",
  "rank_of",
  "top_share",
  "bottom_share",
  "days_between",
  "weeks_between",
  "months_between",
  "years_between",
  "date",
] as const;
export type FormulaFunction = (typeof formulaFunctionNames)[number];

export const isFormulaFunction = (name: string): name is FormulaFunction =>
  formulaFunctionNames.some((each) => each === name);

type Described = { signature: string; says: string };

export const formulaFunctions: Record<FormulaFunction, Described> = {
  if: {
    signature: 'if(age < 30, "Young", age < 60, "Middle", "Older")',
    says: "The result behind the first condition that holds, else the last one. Missing where a condition is missing.",
  },
  first: { signature: "first(income, estimate)", says: "The first of these that is not missing." },
  recode: {
    signature: 'recode(region, "North", "East" -> "North-east", else -> "Other")',
    says: "Options joined or renamed. Without else, the other options are missing. Of a multiple-choice question it gives several options.",
  },
  bands: {
    signature: 'bands(age, 18, 65, "Minor", "Adult", "Senior")',
    says: "A number in bands. A limit begins the band above it. Labels are optional.",
  },
  quantiles: {
    signature: "quantiles(income, 4)",
    says: "Groups of about equal size, by limits over all responses of the project. Labels are optional.",
  },
  combine: { signature: "combine(gender, bands(age, 35))", says: "Every pair of options, such as “Female, under 35”." },
  pool: {
    signature: "pool(first_choice, second_choice, third_choice)",
    says: "The options of several questions as one multiple-choice question. Missing where none was answered.",
  },
  chose: {
    signature: 'chose(brands, "Alpha", "Beta")',
    says: "Whether one of these options was chosen; with all as the last word, whether all were. Missing without an answer.",
  },
  chosen: { signature: "chosen(brands)", says: "How many options of a multiple-choice question were chosen." },
  count: {
    signature: 'count(q1 >= 4, q2 >= 4, region = "North")',
    says: "How many of those that are not missing are yes; with all as the last word, missing where one is missing.",
  },
  answered: {
    signature: "answered(income)",
    says: "Yes where there is an answer or a result, no where it is missing.",
  },
  contains: { signature: 'contains(comment, "price")', says: "Whether a text has these words, in any case." },
  sum: {
    signature: "sum(q1, q2, q3)",
    says: "The sum. Missing where one is missing; with any as the last word, the sum of those that are there.",
  },
  mean: {
    signature: "mean(satisfaction)",
    says: "The mean of numbers or of a grid's items that are answered; with all as the last word, missing where one is missing.",
  },
  min: {
    signature: "min(q1, q2, q3)",
    says: "The lowest of those that are answered; with all as the last word, missing where one is missing.",
  },
  max: {
    signature: "max(q1, q2, q3)",
    says: "The highest of those that are answered; with all as the last word, missing where one is missing.",
  },
  round: { signature: "round(spent, 1)", says: "Rounded to so many decimals, or to a whole number. Halves go up." },
  abs: { signature: "abs(before - after)", says: "The number without its sign." },
  rank: {
    signature: "rank(price, quality, price, service)",
    says: "The place of the first number among all others: 1 is the highest, and equal numbers share a place.",
  },
  rank_of: {
    signature: 'rank_of("Alpha", first_choice, second_choice, third_choice)',
    says: "In which of these questions an option was chosen: 1 is the first. Missing where it was chosen in none.",
  },
  top_share: {
    signature: "top_share(2, satisfaction)",
    says: "The share of answered items whose answer is among the highest options, from 0 to 1. Options need a confirmed order.",
  },
  bottom_share: { signature: "bottom_share(2, satisfaction)", says: "The same of the lowest options." },
  days_between: {
    signature: "days_between(purchase, response_time)",
    says: "Whole days from one time to the other, negative when the second is earlier.",
  },
  weeks_between: { signature: "weeks_between(purchase, response_time)", says: "Whole weeks." },
  months_between: { signature: "months_between(purchase, response_time)", says: "Whole months of the calendar." },
  years_between: { signature: "years_between(birth, response_time)", says: "Whole years, such as an age." },
  date: { signature: 'date("2031-02-28")', says: "A day, or a moment such as 2031-02-28T12:00Z." },
};
