import type { Tone } from "@/lib/charts/colours";
import { type Coloured, optionTone } from "@/lib/charts/option-tones";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { isObject, readAll } from "@/lib/contracts/lenient";
import { validOptions } from "@/lib/contracts/rules/answer-cells";
import { type FilterItem, filterItems } from "@/lib/contracts/rules/filter-items";
import { optionNames } from "@/lib/contracts/rules/option-names";

/** Groups of respondents that each have a line of their own in every chart, as they stand in an address. */
export type Cut = { name: string; filter: FilterItem[] };

/** More lines in one chart are told apart by nobody. */
export const MOST_CUTS = 8;
export const MOST_CUT_NAME = 100;

function readCut(value: unknown): Cut | null {
  if (!isObject(value) || typeof value.name !== "string") return null;
  const { name } = value;
  const filter = filterItems(value.filter);
  return filter && name !== "" && name.length <= MOST_CUT_NAME ? { name, filter } : null;
}

/** The groups of an address; null when any cannot be read, or two have one name, by which lines and rows are called. */
export function readCuts(value: unknown): Cut[] | null {
  const cuts = readAll(value, MOST_CUTS, readCut);
  return cuts && new Set(cuts.map(({ name }) => name)).size === cuts.length ? cuts : null;
}

type Divides = Pick<Question, "id" | "options" | "missing" | "derivation">;

/** A group for each of these options; null: of as many as a chart has lines for. */
export function cutsOf(question: Divides, codes: readonly number[] | null): Cut[] {
  const names = optionNames(question.options);
  const wanted = codes ?? validOptions(question).map(({ code }) => code);
  return wanted.slice(0, MOST_CUTS).map((code) => ({
    name: (names.get(code) ?? String(code)).slice(0, MOST_CUT_NAME),
    filter: [{ questionId: question.id, operator: "eq" as const, value: code }],
  }));
}

/** The colour of a group that is of one option alone; null: it is of something else. */
export function cutTone({ filter }: Cut, questions: readonly Coloured[]): Tone | null {
  const [item, ...others] = filter;
  if (!item || others.length > 0 || !("operator" in item) || item.operator !== "eq") return null;
  const { questionId, value } = item;
  return typeof value === "number" ? optionTone(questions, { questionId, code: value }) : null;
}

/** The groups with another one, under a name that none of them has; as they are where there is no room. */
export function withCut(cuts: readonly Cut[], { name, filter }: Cut): Cut[] {
  if (cuts.length >= MOST_CUTS) return [...cuts];
  const short = name.slice(0, MOST_CUT_NAME - 4);
  const taken = new Set(cuts.map((each) => each.name));
  const numbered = [short, ...cuts.map((_, at) => `${short} (${at + 2})`)];
  return [...cuts, { name: numbered.find((each) => !taken.has(each)) ?? short, filter }];
}
