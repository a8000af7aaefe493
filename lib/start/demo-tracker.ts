import type { AnswerOption, ImportPlan, PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import { at, type Random, randomFrom } from "@/lib/start/demo-random";

/**
 * A tracking survey as a client would send it: 3,000 responses over the 26 weeks before `now`, from a fixed seed.
 * Satisfaction rises for good in the last two months (the one true change); recommendation is higher in one single
 * week by chance of who answered, which is noise.
 */

const DAY_MS = 24 * 3_600_000;
const RESPONSES = 3000;
const DAYS = 182;
const SEED = 20_260_401;
/** Days before the end on which delivery became faster. */
const CHANGED_DAYS_AGO = 60;
/** Days before the end on which the week of noise begins. */
const NOISE_DAYS_AGO = 110;

type Cell = string | number | readonly string[] | null;
type Row = Record<string, Cell>;

const column = {
  id: "response_id",
  completed: "completed",
  weight: "weight",
  satisfaction: "satisfaction",
  recommend: "recommend",
  brands: "brands_known",
  comment: "comment",
  gender: "gender",
  age: "age",
  region: "region",
} as const;

const satisfactionLabels = [
  "Very dissatisfied",
  "Dissatisfied",
  "Neither satisfied nor dissatisfied",
  "Satisfied",
  "Very satisfied",
];
const agreementLabels = [
  "Strongly disagree",
  "Disagree",
  "Neither agree nor disagree",
  "Agree",
  "Strongly agree",
] as const;
const DONT_KNOW = 9;

const statements = {
  statement_price: "The price is fair.",
  statement_quality: "The quality is good.",
  statement_service: "The staff are helpful.",
  statement_delivery: "Delivery is fast.",
} as const;
type Statement = keyof typeof statements;
const statementIds = Object.keys(statements) as Statement[];

const brands = ["Alder", "Birch", "Cedar", "Dogwood", "Elm"];
/** How many of the respondents know each, in the order of `brands`. */
const knownBy = [0.82, 0.64, 0.41, 0.23, 0.12];
const regions = ["North", "East", "South", "West"];

/** The target shares that the weight restores, and how many of the sample each cell has. */
const people = [
  { gender: "Female", age: "18–34", target: 0.14, sampled: 0.2 },
  { gender: "Female", age: "35–54", target: 0.18, sampled: 0.21 },
  { gender: "Female", age: "55 and over", target: 0.19, sampled: 0.15 },
  { gender: "Male", age: "18–34", target: 0.14, sampled: 0.16 },
  { gender: "Male", age: "35–54", target: 0.18, sampled: 0.17 },
  { gender: "Male", age: "55 and over", target: 0.17, sampled: 0.11 },
] as const;
type Person = (typeof people)[number];
const genders = ["Female", "Male"];
const ages = ["18–34", "35–54", "55 and over"];

const comments = {
  low: [
    "The parcel arrived a week late and nobody answered my call.",
    "Too expensive for what you get.",
    "The box was damaged and I had to wait for a new one.",
  ],
  middle: ["It is fine, nothing special.", "Good product, slow delivery.", "Does what it should."],
  high: [
    "Quick delivery and friendly staff.",
    "The quality is better than I expected.",
    "I have ordered three times and it was always right.",
    "Fair price and easy to return.",
  ],
} as const;

/** The rows of the file, oldest first; the same for the same `now`. */
export function trackerRows(now: Date): Row[] {
  const random = randomFrom(SEED);
  const drawn = Array.from({ length: RESPONSES }, () => drawPerson(random));
  const shares = new Map(people.map((person) => [person, drawn.filter((each) => each === person).length / RESPONSES]));
  return drawn.map((person, index) => {
    const daysAgo = DAYS * (1 - (index + random.next()) / RESPONSES);
    const weight = person.target / (shares.get(person) ?? person.target);
    return {
      [column.id]: `T-${String(index + 1).padStart(4, "0")}`,
      [column.completed]: new Date(now.getTime() - daysAgo * DAY_MS).toISOString(),
      [column.weight]: Math.round(weight * 10_000) / 10_000,
      [column.gender]: person.gender,
      [column.age]: person.age,
      [column.region]: random.pick(regions),
      ...answersOf(random, person, daysAgo),
    };
  });
}

const drawPerson = (random: Random): Person => at(people, random.weighted(people.map(({ sampled }) => sampled)) ?? 0);

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, Math.round(value)));

function answersOf(random: Random, person: Person, daysAgo: number): Row {
  const mood = 3.55 + (person.age === "55 and over" ? 0.3 : 0) + (daysAgo < CHANGED_DAYS_AGO ? 0.35 : 0);
  const satisfaction = within(mood + random.spread(), 1, 5);
  const isNoisy = daysAgo < NOISE_DAYS_AGO && daysAgo > NOISE_DAYS_AGO - 7;
  const recommend = within(satisfaction * 1.7 + random.spread() * 1.6 + (isNoisy ? 0.4 : 0), 0, 10);
  const known = brands.filter((_, index) => random.chance(at(knownBy, index)));
  return {
    // Some say that they do not know, and a few leave the page without an answer.
    [column.satisfaction]: random.chance(0.03) ? DONT_KNOW : satisfaction,
    [column.recommend]: random.chance(0.04) ? null : recommend,
    [column.brands]: random.chance(0.02) ? null : known,
    ...Object.fromEntries(
      statementIds.map((id) => [id, random.chance(0.02) ? null : agreement(random, id, satisfaction, daysAgo)]),
    ),
    [column.comment]: random.chance(0.45) ? random.pick(comments[toneOf(satisfaction)]) : null,
  };
}

function agreement(random: Random, id: Statement, satisfaction: number, daysAgo: number): number {
  const change = id === "statement_delivery" ? (daysAgo < CHANGED_DAYS_AGO ? 0.7 : -0.3) : 0;
  const usual = id === "statement_price" ? -0.4 : 0.1;
  return within(0.6 * satisfaction + 1.4 + usual + change + random.spread() * 0.8, 1, 5);
}

const toneOf = (satisfaction: number): keyof typeof comments => {
  if (satisfaction <= 2) return "low";
  return satisfaction === 3 ? "middle" : "high";
};

const common = (id: string, text: string) => ({
  ...{ id, text, grid: null, missing: [] },
  blank: "no_answer" as const,
});

const option = (index: number, label: string, cell: string | number, value: number | null): AnswerOption => ({
  ...{ code: index + 1, label, order: index, value, cells: [cell] },
});

const scale = (id: string, text: string, labels: readonly string[]): PlannedQuestion => ({
  ...{ kind: "scale", column: id, ...common(id, text) },
  options: labels.map((label, index) => option(index, label, index + 1, index + 1)),
});

const single = (id: string, text: string, labels: readonly string[]): PlannedQuestion => ({
  ...{ kind: "single", column: id, ...common(id, text) },
  options: labels.map((label, index) => option(index, label, label, null)),
});

const RECOMMEND = "How likely are you to recommend us, from 0 to 10?";

/** What each column of the rows means. */
export const trackerPlan: ImportPlan = {
  ...{ timeZone: "UTC", decimal: ".", end: null, endBeforeStart: "keep", ignored: [], notes: [] },
  id: column.id,
  time: { column: column.completed, order: "ymd" },
  weights: [column.weight],
  questions: [
    {
      ...scale(column.satisfaction, "How satisfied are you with your last order?", satisfactionLabels),
      missing: [{ cell: DONT_KNOW, kind: "no_answer", label: "Don't know" }],
    },
    { kind: "numeric", column: column.recommend, ...common(column.recommend, RECOMMEND) },
    {
      ...{ kind: "multiple", ...common(column.brands, "Which of these brands do you know?") },
      source: { form: "list", column: column.brands, separator: null },
      options: brands.map((label, index) => option(index, label, label, null)),
    },
    ...statementIds.map(
      (id): PlannedQuestion => ({
        ...scale(id, statements[id], agreementLabels),
        grid: { id: "statements", text: "How much do you agree with each statement?" },
      }),
    ),
    { kind: "open", column: column.comment, ...common(column.comment, "What is the main reason for your answer?") },
    single(column.gender, "Gender", genders),
    single(column.age, "Age", ages),
    single(column.region, "Region", regions),
  ],
};

/** Views that the demo's people share: the queries of the trends and the tables page. */
export const trackerViews = (projectId: string) => {
  const of = (query: Record<string, string>) => new URLSearchParams({ project: projectId, ...query }).toString();
  return [
    {
      ...{ list: "trends", name: "Satisfaction and recommendation by month (demo data)" },
      query: of({ questions: `${column.satisfaction},${column.recommend}`, bucket: "monthly", weight: column.weight }),
    },
    {
      ...{ list: "pivots", name: "Satisfaction by gender and age (demo data)" },
      query: of({
        ...{ rows: column.satisfaction, columns: `${column.gender},${column.age}`, banner: "true" },
        ...{ values: "column", against: "columns", weight: column.weight },
      }),
    },
  ] as const;
};
