import type { Question } from "@/lib/contracts/interfaces/answers";
import { missingOptions } from "@/lib/contracts/rules/answer-cells";
import { nameKey, optionNames } from "@/lib/contracts/rules/option-names";
import { rankedCodes } from "@/lib/contracts/rules/option-order";
import { hasMiddle } from "@/lib/contracts/rules/scale-middle";
import type { Tone } from "./colours";

/**
 * Colours of options, the same in every chart of a project: by the question and the option's place in its full list,
 * whatever is sorted, hidden or filtered. Questions with the same labels, as of a battery, share the colours of the first
 * of them that is ordered, or of the first.
 */

export type Coloured = Pick<Question, "id" | "options" | "missing" | "derivation" | "ranking">;

/** An answer to a question, by its code, or by its name where a service gives no codes. */
export type Answer = { questionId: string; code: number | string };

/** With fewer there is no scale, but a pair. */
const FEWEST_SHADES = 3;

/** The colours of a question's answers; null where it is not known. An answer that is none, or on no scale, is grey. */
export function optionTones(questions: readonly Coloured[], questionId: string) {
  const question = questions.find(({ id }) => id === questionId);
  if (!question) return null;
  const model = modelOf(question, questions);
  const missing = missingOptions(question);
  const names = optionNames(question.options);
  return (code: Answer["code"]): Tone => {
    const own = codeOf(question, code);
    if (own === null || missing.has(own)) return "beside";
    return toneIn(model, codeOf(model, names.get(own) ?? "") ?? own);
  };
}

/** The colour of one answer; null where its question is not known. */
export const optionTone = (questions: readonly Coloured[], { questionId, code }: Answer): Tone | null =>
  optionTones(questions, questionId)?.(code) ?? null;

/** The codes of all options of a question, in their order. */
export const codesInOrder = ({ options }: Pick<Question, "options">): number[] =>
  options.toSorted((one, other) => one.order - other.order).map(({ code }) => code);

/** The code of an option that is named by its code or its name; null: the question has no such option. */
export function codeOf({ options }: Pick<Question, "options">, code: number | string): number | null {
  if (typeof code === "number") return options.some((option) => option.code === code) ? code : null;
  const wanted = nameKey(code);
  const found = [...optionNames(options)].find(([, name]) => nameKey(name) === wanted);
  return found?.[0] ?? null;
}

function toneIn(model: Coloured, code: number): Tone {
  const ranked = rankedCodes(model);
  if (ranked === null || ranked.length < FEWEST_SHADES) return codesInOrder(model).indexOf(code);
  const place = ranked.indexOf(code);
  if (place < 0) return "beside";
  const byCode = new Map(model.options.map((option) => [option.code, option]));
  const isAroundMiddle = hasMiddle(ranked.flatMap((each) => byCode.get(each) ?? []));
  return { ramp: isAroundMiddle ? "diverging" : "sequential", at: place / (ranked.length - 1) };
}

/** The question whose colours all of the same labels have. */
function modelOf(question: Coloured, questions: readonly Coloured[]): Coloured {
  const names = namesOf(question);
  const alike = questions.filter((each) => {
    if (each.options.length !== question.options.length) return false;
    return each.id === question.id || [...namesOf(each)].every((name) => names.has(name));
  });
  return alike.find((each) => rankedCodes(each) !== null) ?? alike[0] ?? question;
}

const namesOf = ({ options }: Coloured) => new Set([...optionNames(options).values()].map(nameKey));

const keyOf = (tone: Tone) => JSON.stringify(tone);

/** The tones of what stands in one chart: each its own where none before has it, the others the first that are free. */
export function distinctTones(wanted: readonly (Tone | null | undefined)[]): Tone[] {
  const taken = new Set<string>();
  const own = wanted.map((tone) => {
    if (tone == null || taken.has(keyOf(tone))) return null;
    taken.add(keyOf(tone));
    return tone;
  });
  let next = 0;
  return own.map((tone) => {
    if (tone !== null) return tone;
    while (taken.has(keyOf(next))) next += 1;
    return next++;
  });
}
