import type { Question } from "@/lib/contracts/demand";
import type { Qualification } from "@/lib/contracts/survey-codec";

type Id = number | string;
export type QuestionsById = ReadonlyMap<string, Question>;

export const questionsById = (questions: readonly Question[]): QuestionsById =>
  new Map(questions.map((question) => [String(question.id), question]));

/** A qualification as a person reads it: "Age 18–34, 65+", "Gender Female". Ids stand in for names we don't have. */
export function describeQualification(
  { question_id, allowed_option_ids }: Qualification,
  questions: QuestionsById,
): string {
  const question = questions.get(String(question_id));
  const name = question?.name ?? `Question ${question_id}`;
  return `${name} ${describeOptions(allowed_option_ids, question)}`;
}

const MOST_NAMED = 3;

/** Option names; neighbouring whole numbers as ranges; all of them as "any"; many as the first and how many more. */
export function describeOptions(optionIds: readonly Id[], question: Question | undefined): string {
  if (question && question.options.length > 0 && question.options.every(({ id }) => optionIds.includes(id)))
    return "any";
  const texts = new Map(question?.options.map(({ id, text }) => [String(id), text]));
  const names = optionIds.map((id) => texts.get(String(id)) ?? `#${id}`);
  const parts = numbersOf(names) ? ranges(names.map(Number)) : names;
  if (parts.length <= MOST_NAMED) return parts.join(", ");
  return `${parts.slice(0, MOST_NAMED - 1).join(", ")} and ${parts.length - MOST_NAMED + 1} more`;
}

const numbersOf = (names: readonly string[]) => names.length > 0 && names.every((name) => /^\d+$/.test(name));

function ranges(values: number[]): string[] {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const found: [number, number][] = [];
  for (const value of sorted) {
    const last = found.at(-1);
    if (last && value === last[1] + 1) last[1] = value;
    else found.push([value, value]);
  }
  return found.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`));
}

/** Reads typed bands ("18-24, 30, 65-99") into the options whose text is a number in one of them. */
export function readBands(text: string, question: Question): Id[] | null {
  const bands = text.split(/[,;]/).map((part) => /^\s*(\d{1,3})\s*(?:[-–]\s*(\d{1,3}))?\s*$/.exec(part));
  if (bands.some((band) => band === null)) return null;
  const inBand = (value: number) =>
    bands.some((band) => band && value >= Number(band[1]) && value <= Number(band[2] ?? band[1]));
  const chosen = question.options.filter((option) => /^\d+$/.test(option.text) && inBand(Number(option.text)));
  return chosen.length > 0 ? chosen.map(({ id }) => id) : null;
}

/** A question whose options are numbers, chosen by bands instead of one by one. */
export const isNumeric = (question: Question) =>
  question.options.length > 20 && question.options.every((option) => /^\d+$/.test(option.text));
