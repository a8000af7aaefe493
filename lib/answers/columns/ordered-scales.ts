import { composed } from "@/lib/contracts/rules/composed";
import { MIDDLE } from "@/lib/contracts/rules/scale-middle";
import { dayNamed, monthNamed } from "./named-months";
import { bandOrder } from "./number-bands";
import { BESIDE, DEGREES, EDUCATION, LADDERS, NEGATIONS, POLES, TURNING } from "./scale-words";

/**
 * Labels in an order that their words tell: places of the labels from the lowest to the highest, with the value of each.
 * `isRating`: a mean of the values says something, as of satisfaction, and not as of months. `beside`: places of labels
 * that are on no scale ("Other").
 */
export type KnownOrder = { places: number[]; values: number[]; isRating: boolean; beside: number[] };

/** With fewer labels there is no scale, but a pair. */
const FEWEST = 3;
const MOST = 30;
const LONGEST_LABEL = 100;

/** The order of labels whose words tell one; null: they tell none. */
export function knownOrder(labels: readonly string[]): KnownOrder | null {
  if (labels.length < FEWEST || labels.length > MOST || labels.some(({ length }) => length > LONGEST_LABEL))
    return null;
  const texts = labels.map(plain);
  const beside = texts.flatMap((text, at) => (BESIDE.test(text) ? [at] : []));
  const scaled = labels.flatMap((label, at) => (beside.includes(at) ? [] : [{ label, text: texts[at] ?? "", at }]));
  if (scaled.length < FEWEST) return null;
  const found = orderIn(
    scaled.map(({ label }) => label),
    scaled.map(({ text }) => text),
  );
  return found && { ...found, places: found.places.flatMap((place) => scaled[place]?.at ?? []), beside };
}

type Found = Omit<KnownOrder, "beside">;

function orderIn(labels: readonly string[], texts: readonly string[]): Found | null {
  const numbered = numberedOrder(labels);
  if (numbered) return numbered;
  const bands = bandOrder(labels);
  if (bands) return inSteps(bands, false);
  for (const { isRating, steps } of ladders) {
    const order = sortedBy(texts, (text) => steps.get(text) ?? null);
    if (order) return inSteps(order, isRating);
  }
  const order = orderOfPeriods(labels) ?? sortedBy(texts, educationOf);
  if (order) return inSteps(order, false);
  const graded = gradedOrder(texts);
  return graded && inSteps(graded, true);
}

const inSteps = (places: number[], isRating: boolean): Found => ({
  ...{ places, isRating },
  values: places.map((_, at) => at + 1),
});

/** Places by a number that each has and no other shares; null: one has none, or two share one. */
function sortedBy<T>(items: readonly T[], numberOf: (item: T) => number | null): number[] | null {
  const numbers = items.map(numberOf);
  if (numbers.some((value) => value === null) || new Set(numbers).size < items.length) return null;
  return items.map((_, at) => at).toSorted((one, other) => (numbers[one] ?? 0) - (numbers[other] ?? 0));
}

/** A text in lower case, with single blanks and neither brackets nor other signs, whatever form of its gender it offers. */
function plain(label: string): string {
  return composed(label)
    .toLowerCase()
    .replace(/\((?:e|a|o|s|es|as|os|in|innen)\)|[·•](?:e|a)?s?(?!\p{L})|(?<=\p{L})\/(?:a|o|e|in|innen)(?!\p{L})/gu, "")
    .replace(/\([^()]*\)/g, " ")
    .replace(/[^\p{L}\p{N}+]+/gu, " ")
    .trim();
}

const NUMBERED = /^\(?(\d{1,2})\)?(?:\s*[-–—:.)=(]\s*[^\d\s].*|\s*)$/su;

/** "1 - Very bad", "2", …, "7 - Very good": the numbers are the values. Numbers alone say nothing of an order. */
function numberedOrder(labels: readonly string[]): Found | null {
  if (!labels.some((label) => /\p{L}/u.test(label))) return null;
  const numbers = labels.map((label) => NUMBERED.exec(label.trim())?.[1]);
  const places = sortedBy(numbers, (digits) => (digits === undefined ? null : Number(digits)));
  if (!places) return null;
  const values = places.map((place) => Number(numbers[place]));
  const isUnbroken = values.every((value, at) => at === 0 || value === (values[at - 1] ?? 0) + 1);
  return isUnbroken && (values[0] ?? 0) <= 1 && (values.at(-1) ?? 0) <= 11 ? { places, values, isRating: true } : null;
}

const stepsOf = (steps: readonly string[]) =>
  new Map(steps.flatMap((words, at) => words.split("|").map((word) => [word, at] as const)));
const ladders = LADDERS.map(({ isRating, steps }) => ({ isRating, steps: stepsOf(steps) }));

const educationOf = (text: string): number | null => EDUCATION.find(({ words }) => words.test(text))?.step ?? null;

const MONTH = /^(\p{L}+)\.?(?:[\s'’/-]+(\d{4}|\d{2}))?$/u;

/** Months, of one year or several, or days of the week. */
function orderOfPeriods(labels: readonly string[]): number[] | null {
  const monthOf = (label: string) => {
    const [, name = "", year = "0"] = MONTH.exec(label.trim()) ?? [];
    const month = monthNamed(name);
    return month === undefined ? null : Number(year) * 12 + month;
  };
  return sortedBy(labels, monthOf) ?? sortedBy(labels, (label) => dayNamed(label.trim().replace(/\.$/, "")) ?? null);
}

type Phrase = { words: string; strength: number };

const phrasesOf = (list: readonly [words: string, strength: number][]): Phrase[] =>
  list
    .flatMap(([words, strength]) => words.split("|").map((each) => ({ words: each, strength })))
    .sort((one, other) => other.words.length - one.words.length);
const degrees = phrasesOf(DEGREES);
const negations = phrasesOf(NEGATIONS);
const USUAL_DEGREE = 7;

/** What a label grades, how strongly, and whether it says so. */
type Graded = { stem: string; strength: number; isNegated: boolean; isTold: boolean; isMiddle: boolean };

function gradeOf(text: string): Graded {
  if (MIDDLE.test(text)) return { stem: "", strength: 0, isNegated: false, isTold: false, isMiddle: true };
  const within = ` ${text} `;
  const found = (phrases: readonly Phrase[]) => phrases.find(({ words }) => within.includes(` ${words} `));
  const negation = found(negations);
  const degree = negation ? undefined : found(degrees);
  const phrase = negation ?? degree;
  const stem = phrase ? within.replace(` ${phrase.words} `, " ").trim().replace(/\s+/g, " ") : text;
  const strength = phrase?.strength ?? USUAL_DEGREE;
  return { stem, strength, isNegated: negation !== undefined, isTold: phrase !== undefined, isMiddle: false };
}

/** Very, somewhat, not at all satisfied; or from very dissatisfied over neither to very satisfied. */
function gradedOrder(texts: readonly string[]): number[] | null {
  const grades = texts.map(gradeOf);
  const stems = [...new Set(grades.map(({ stem }) => stem).filter((stem) => stem !== ""))];
  const [one, other] = stems;
  const isTold = grades.filter((grade) => grade.isTold).length >= 2;
  if (stems.length > 2 || (stems.length < 2 && !isTold)) return null;
  const low = one !== undefined && other !== undefined ? lowOf(one, other) : null;
  if (stems.length === 2 && low === null) return null;
  const scoreOf = ({ stem, strength, isNegated }: Graded) => {
    if (stem === low && isNegated) return null;
    return stem === low || isNegated ? -strength : strength;
  };
  return sortedBy(grades, scoreOf);
}

/** Which of two that differ in one word turns the other around; null: neither does. */
function lowOf(one: string, other: string): string | null {
  if (turns(one, other)) return other;
  return turns(other, one) ? one : null;
}

const poles = POLES.map(([high, low]) => ({ high: new Set(high.split("|")), low: new Set(low.split("|")) }));

function turns(high: string, low: string): boolean {
  const [up, down] = [high.split(" "), low.split(" ")];
  let before = 0;
  while (before < Math.min(up.length, down.length) && up[before] === down[before]) before += 1;
  let after = 0;
  const most = Math.min(up.length, down.length) - before;
  while (after < most && up.at(-1 - after) === down.at(-1 - after)) after += 1;
  const own = (words: string[]) => words.slice(before, words.length - after).join(" ");
  const [above, below] = [own(up), own(down)];
  const isPole = (one: string, other: string) => poles.some((pole) => pole.high.has(one) && pole.low.has(other));
  return isPole(above, below) || isPole(high, low) || TURNING.some((syllable) => below === syllable + above);
}
