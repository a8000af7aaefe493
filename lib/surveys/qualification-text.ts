import type { Question } from "@/lib/contracts/interfaces/demand-replies";
import type { Qualification } from "@/lib/contracts/interfaces/survey-codec";

type Id = number | string;
export type QuestionsById = ReadonlyMap<string, Question>;

export const questionsById = (questions: readonly Question[]): QuestionsById =>
  new Map(questions.map((question) => [String(question.id), question]));

/** A qualification as a person reads it: "Age 18–34, 65", "Gender Female". Ids stand in for names we don't have. */
export function describeQualification(
  { question_id, allowed_option_ids }: Qualification,
  questions: QuestionsById,
  mostNamed?: number,
): string {
  const question = questions.get(String(question_id));
  const name = question?.name ?? `Question ${question_id}`;
  return `${name} ${describeOptions(allowed_option_ids, question, mostNamed)}`;
}

const MOST_NAMED = 3;

/** Option names; neighbouring whole numbers as ranges; all of them as "any"; many as the first and how many more. */
export function describeOptions(
  optionIds: readonly Id[],
  question: Question | undefined,
  mostNamed: number = MOST_NAMED,
): string {
  const texts = textsOf(question);
  const chosen = [...new Set(optionIds.map(String))];
  if (chosen.length === 0) return "none";
  if (chosen.length === texts.size && chosen.every((id) => texts.has(id))) return "any";
  const parts = inParts(chosen.map((id) => texts.get(id) ?? `#${id}`));
  if (parts.length <= mostNamed) return parts.join(", ");
  return `${parts.slice(0, mostNamed - 1).join(", ")} and ${parts.length - mostNamed + 1} more`;
}

/** Chosen options of a numeric question as bands that `readBands` reads back; options it does not know are left out. */
export function writeBands(optionIds: readonly Id[], question: Question): string {
  const texts = textsOf(question);
  return inParts([...new Set(optionIds.map(String))].flatMap((id) => texts.get(id) ?? []))
    .join(", ")
    .replaceAll("–", "-");
}

const textsOf = (question: Question | undefined) =>
  new Map(question?.options.map(({ id, text }) => [String(id), text]));

const inParts = (names: string[]) => (areNumbers(names) ? ranges(names) : names);

/** Whole numbers, each written in one way: where both "7" and "07" occur they are names, not numbers. */
const areNumbers = (names: readonly string[]) =>
  names.length > 0 &&
  names.every((name) => /^\d{1,15}$/.test(name)) &&
  new Set(names.map(Number)).size === new Set(names).size;

/** The numbers as written, since a postal code keeps its leading zeros. */
function ranges(names: string[]): string[] {
  const sorted = [...new Set(names)].sort((a, b) => Number(a) - Number(b));
  const found: [string, string][] = [];
  for (const name of sorted) {
    const last = found.at(-1);
    if (last && Number(name) === Number(last[1]) + 1) last[1] = name;
    else found.push([name, name]);
  }
  return found.map(([from, to]) => (from === to ? from : `${from}–${to}`));
}

const band = /^(\d{1,15})\s*(?:[-–—]\s*(\d{1,15}))?$/;

/**
 * Reads typed bands ("18-24, 30, 65-99") into the options whose text is a number in one of them. Null when a part is
 * no band, runs backwards or has no option: taking the rest would choose something else than was typed.
 */
export function readBands(text: string, question: Question): Id[] | null {
  const parts = text.split(/[,;]/).map((part) => part.trim());
  const options = question.options.filter((option) => /^\d{1,15}$/.test(option.text));
  const chosen = new Set<Id>();
  for (const part of parts.filter(Boolean)) {
    const read = band.exec(part);
    const [from, to] = [Number(read?.[1]), Number(read?.[2] ?? read?.[1])];
    const inBand = options.filter((option) => Number(option.text) >= from && Number(option.text) <= to);
    if (inBand.length === 0) return null;
    for (const { id } of inBand) chosen.add(id);
  }
  return chosen.size > 0 ? options.filter(({ id }) => chosen.has(id)).map(({ id }) => id) : null;
}

/** A question whose options are numbers, chosen by bands instead of one by one. */
export function isNumeric({ options }: Question): boolean {
  const texts = options.map(({ text }) => text);
  return options.length > 20 && areNumbers(texts) && new Set(texts).size === texts.length;
}
