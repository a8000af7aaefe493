import * as z from "zod";
import { filterField } from "@/lib/contracts/interfaces/answer-filter";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { validOptions } from "@/lib/contracts/rules/answer-cells";
import { optionNames } from "@/lib/contracts/rules/option-names";
import * as words from "@/lib/contracts/words";

/** Groups of respondents that each have a line of their own in every chart, as they stand in an address. */

/** More lines in one chart are told apart by nobody. */
export const MOST_CUTS = 8;
export const MOST_CUT_NAME = 100;

const cut = words.object("Each group", {
  name: z.string({ error: "A group's name is a text." }).min(1).max(MOST_CUT_NAME),
  filter: filterField,
});

/** No two of one name: lines and rows are called by them. */
export const cutsField = words
  .list("cuts", cut, { most: MOST_CUTS, tooMany: `A chart has at most ${MOST_CUTS} groups.` })
  .refine((cuts) => new Set(cuts.map(({ name }) => name)).size === cuts.length, { error: "Two groups have one name." });
export type Cut = z.output<typeof cut>;

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

/** The groups with another one, under a name that none of them has; as they are where there is no room. */
export function withCut(cuts: readonly Cut[], { name, filter }: Cut): Cut[] {
  if (cuts.length >= MOST_CUTS) return [...cuts];
  const short = name.slice(0, MOST_CUT_NAME - 4);
  const taken = new Set(cuts.map((each) => each.name));
  const numbered = [short, ...cuts.map((_, at) => `${short} (${at + 2})`)];
  return [...cuts, { name: numbered.find((each) => !taken.has(each)) ?? short, filter }];
}
