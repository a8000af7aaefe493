import { listQuestions, MAX_AGE, questionIds } from "@/lib/service/demand/catalogue";
import { at, type Random } from "@/lib/start/demo-random";
import { apportion } from "@/lib/stats/apportion";
import type { StoredQualification } from "@/lib/stores/postgres/schema/demand";

export type DemoQuota = { id: string; name: string; quota: number; qualifications: StoredQualification[] };

/**
 * A survey's quotas in layers: within a layer a respondent belongs to exactly one quota, so he belongs to one of
 * each. The first layer's quotas add up to the survey's respondents; the others leave some room.
 */
export type QuotaLayers = DemoQuota[][];
type Cell = { name: string; share: number; qualifications: StoredQualification[] };

const ages = (from: number, to: number): StoredQualification => ({
  question_id: questionIds.age,
  allowed_option_ids: Array.from({ length: to - from + 1 }, (_, index) => from + index),
});

const genders = [
  { name: "Male", qualification: { question_id: questionIds.gender, allowed_option_ids: [1] } },
  { name: "Female", qualification: { question_id: questionIds.gender, allowed_option_ids: [2] } },
];

const ageBands: readonly (readonly [from: number, to: number])[][] = [
  [
    [18, 39],
    [40, 64],
  ],
  [
    [18, 34],
    [35, 54],
    [55, MAX_AGE],
  ],
  [
    [18, 29],
    [30, 44],
    [45, 59],
    [60, MAX_AGE],
  ],
  [
    [18, 24],
    [25, 34],
    [35, 44],
    [45, 54],
    [55, 64],
    [65, MAX_AGE],
  ],
];

const bandName = ([from, to]: readonly [number, number]) => (to === MAX_AGE ? `${from}+` : `${from}-${to}`);

function interlocked(random: Random, bands: readonly (readonly [number, number])[]): Cell[] {
  return bands.flatMap((band) => {
    const share = random.between(0.8, 1.2);
    return genders.map(({ name, qualification }) => ({
      name: `${name} ${bandName(band)}`,
      share,
      qualifications: [ages(...band), qualification],
    }));
  });
}

const everyone: Cell[] = [{ name: "Everyone", share: 1, qualifications: [] }];
const byGender: Cell[] = genders.map(({ name, qualification }) => ({
  name,
  share: 1,
  qualifications: [qualification],
}));

const WORKING = [17_001, 17_002, 17_003];
const working: Cell[] = [
  {
    name: "Working adults 25-54",
    share: 1,
    qualifications: [ages(25, 54), { question_id: questionIds.employment, allowed_option_ids: WORKING }],
  },
];

const optionsByCountry = new Map<string, Map<number, { id: number; text: string }[]>>();

function optionsOf(countryCode: string, questionId: number): { id: number; text: string }[] {
  const known = optionsByCountry.get(countryCode);
  const options = known ?? new Map(listQuestions({ countryCode }).map((question) => [question.id, question.options]));
  if (!known) optionsByCountry.set(countryCode, options);
  return options.get(questionId) ?? [];
}

function perOption(random: Random, countryCode: string, questionId: number, most = 20): Cell[] {
  return optionsOf(countryCode, questionId)
    .slice(0, most)
    .map(({ id, text }) => ({
      name: text,
      share: random.between(0.7, 1.3),
      qualifications: [{ question_id: questionId, allowed_option_ids: [id] }],
    }));
}

function byIncome(countryCode: string): Cell[] {
  // The last option is the refusal, which fits no band.
  const ids = optionsOf(countryCode, questionIds.income)
    .slice(0, -1)
    .map(({ id }) => id);
  const third = Math.ceil(ids.length / 3);
  return ["Lower income", "Middle income", "Higher income"].map((name, index) => ({
    name,
    share: 1,
    qualifications: [
      { question_id: questionIds.income, allowed_option_ids: ids.slice(index * third, (index + 1) * third) },
    ],
  }));
}

/** Whole numbers in the proportions of the shares that add up to `total`, each at least 1. */
export function allot(total: number, shares: readonly number[]): number[] {
  return apportion(shares, total - shares.length).map((part) => 1 + part);
}

/** Room that a second layer leaves, so that the first one decides when the survey is full. */
const SLACK = 1.3;

function chooseCells(random: Random, countryCode: string, respondents: number): Cell[][] {
  if (respondents < 12) return [random.pick([everyone, byGender, working])];
  const kind = random.weighted([45, 20, 9, 9, 7, 6, 4]);
  const bands = random.pick(ageBands);
  if (kind === 0) return [interlocked(random, bands)];
  if (kind === 1) return [interlocked(random, bands), perOption(random, countryCode, questionIds.region)];
  if (kind === 2) return [everyone];
  if (kind === 3) return [everyone, byGender];
  if (kind === 4) return [working];
  if (kind === 5) return [byIncome(countryCode), byGender];
  const places = countryCode === "US" ? questionIds.marketArea : questionIds.region;
  return [perOption(random, countryCode, places, 10)];
}

/** Quotas as a project manager would set them for this many respondents of a country. */
export function prepareQuotas(
  random: Random,
  { countryCode, respondents, createdAt }: { countryCode: string; respondents: number; createdAt: Date },
): QuotaLayers {
  return chooseCells(random, countryCode, respondents).map((cells, layer) => {
    const total = layer === 0 ? respondents : Math.ceil(respondents * SLACK) + cells.length;
    const numbers = allot(
      total,
      cells.map(({ share }) => share),
    );
    return cells.map(({ name, qualifications }, index) => ({
      id: random.uuidAt(createdAt),
      name,
      quota: at(numbers, index),
      qualifications,
    }));
  });
}

export type Answers = { question_id: number; option_ids: number[] }[];

/** A respondent who belongs to these quotas, one of each layer. */
export function prepareAnswers(random: Random, quotas: readonly DemoQuota[]): Answers {
  const answers = new Map<number, number>([
    [questionIds.age, random.whole(18, 74)],
    [questionIds.gender, random.whole(1, 2)],
  ]);
  for (const { qualifications } of quotas) {
    for (const { question_id, allowed_option_ids } of qualifications) {
      answers.set(question_id, likelyAnswer(random, question_id, allowed_option_ids));
    }
  }
  return Array.from(answers, ([question_id, option]) => ({ question_id, option_ids: [option] }));
}

function likelyAnswer(random: Random, questionId: number, allowed: readonly number[]): number {
  // Open-ended age bands reach to 99; panels don't.
  if (questionId === questionIds.age)
    return random.whole(at(allowed, 0), Math.min(at(allowed, allowed.length - 1), 79));
  return random.pick(allowed);
}
