import type { Question } from "@/lib/contracts/interfaces/demand-replies";
import type { Qualification } from "@/lib/contracts/interfaces/survey-codec";
import { catalogueIdOf } from "@/lib/contracts/lenient";
import type { QuestionsById } from "../qualification-text";
import { closest } from "./closest";

/**
 * Qualifications as text that a person can type and that reads back to the same options: in the cells of the grid
 * ("Age: 18-34, 65; Gender: Female") and, one question a column, in files. A name that holds a separator stands in
 * double quotes; an option or question that has no name of its own is written by its id, `#12`. In a question whose
 * options are numbers, neighbours are written as a band.
 */
type Id = number | string;

type Read<T> = { value: T } | { problem: string };

/** Option ids of one question, in the order given but for numbers, which ascend. All of them: "any". */
export function writeOptions(optionIds: readonly Id[], question: Question | undefined): string {
  const names = namesOf(question);
  const ids = optionIds.map(String);
  // Of one option its own name says more.
  if (question && ids.length > 1 && areAllOptions(ids, question)) return ANY;
  if (question && isNumbers(question)) return bandsOf(ids, names);
  return ids.map((id) => nameOrId(names.get(id), id)).join(", ");
}

const ANY = "any";

/** Reads what `writeOptions` writes, and what people type: names in any case, bands of numbers (18-24, 65+), ids with `#`. */
export function readOptions(text: string, question: Question): Read<Id[]> {
  const parts = splitOutsideQuotes(text, /[,;|]/);
  if (parts.length === 1 && parts[0]?.trim().toLowerCase() === ANY)
    return { value: question.options.map(({ id }) => id) };
  const chosen = new Map<string, Id>();
  for (const part of parts.map((each) => each.trim()).filter(Boolean)) {
    const read = readPart(part, question);
    if ("problem" in read) return read;
    for (const id of read.value) chosen.set(String(id), id);
  }
  if (chosen.size === 0) return { problem: `Name at least one option of ${question.name}.` };
  return { value: [...chosen.values()] };
}

/** All qualifications of a quota in one cell; nothing: everyone. */
export function writeQualifications(qualifications: readonly Qualification[], questions: QuestionsById): string {
  const names = uniqueNames(questions);
  return qualifications
    .map(({ question_id, allowed_option_ids }) => {
      const id = String(question_id);
      return `${nameOrId(names.get(id), id)}: ${writeOptions(allowed_option_ids, questions.get(id))}`;
    })
    .join("; ");
}

/**
 * Stands in the place of qualifications where nobody can tell who belongs to a quota. It reads back as no audience:
 * an empty text would be everyone.
 */
export const UNKNOWN_AUDIENCE = "Unknown";

export const saysUnknown = (text: string) => sameText(text, UNKNOWN_AUDIENCE);

/** Reads what `writeQualifications` writes. */
export function readQualifications(text: string, questions: QuestionsById): Read<Qualification[]> {
  if (saysUnknown(text)) return { problem: CANNOT_BE_COPIED };
  const found: Qualification[] = [];
  for (const part of splitOutsideQuotes(text, /[;\n]/).filter((each) => each.trim() !== "")) {
    const [name = "", ...rest] = splitOutsideQuotes(part, /:/);
    if (rest.length === 0)
      return { problem: `Write “${part.trim()}” as a question and its options: “Gender: Female”.` };
    const question = findQuestion(name, questions);
    if ("problem" in question) return question;
    const options = readOptions(rest.join(":"), question.value);
    if ("problem" in options) return options;
    found.push({ question_id: question.value.id, allowed_option_ids: options.value });
  }
  return { value: found };
}

const CANNOT_BE_COPIED = `“${UNKNOWN_AUDIENCE}” is a quota of which the service did not say in a readable way who belongs to it, so that cannot be copied. Name a question and its options: “Gender: Female”.`;

/** A question by its name in any case, or by its id as `#12`; a name in quotes is only a name. */
export function findQuestion(text: string, questions: QuestionsById): Read<Question> {
  const given = text.trim();
  const wanted = unquoted(given);
  const byId = wanted === given && given.startsWith("#") ? questions.get(given.slice(1)) : undefined;
  if (byId) return { value: byId };
  const alike = [...questions.values()].filter(({ name }) => sameText(name, wanted));
  const [only] = alike;
  if (only && alike.length === 1) return { value: only };
  if (alike.length > 1) {
    const ids = alike.map(({ id }) => `#${id}`).join(" or ");
    return { problem: `Several questions are called “${wanted}”: write its id instead, ${ids}.` };
  }
  const names = [...questions.values()].map(({ name }) => name);
  return { problem: unknown("question", wanted, names) };
}

function readPart(part: string, question: Question): Read<Id[]> {
  const plain = unquoted(part);
  const isQuoted = plain !== part;
  const alike = question.options.filter(({ text }) => sameText(text, plain));
  const [only] = alike;
  if (only && alike.length === 1) return { value: [only.id] };
  if (alike.length > 1) {
    return {
      problem: `Several options of ${question.name} are called “${plain}”: write its id instead, ${alike.map(({ id }) => `#${id}`).join(" or ")}.`,
    };
  }
  if (!isQuoted && plain.startsWith("#")) {
    const byId = question.options.find(({ id }) => String(id) === plain.slice(1));
    // An option that the catalogue lacks may well be one that the survey has: it is kept by its id.
    return { value: [byId?.id ?? catalogueIdOf(plain.slice(1))] };
  }
  const open = /^(\d{1,15})\s*\+$/.exec(plain);
  if (!isQuoted && open) {
    const from = Number(open[1]);
    const upwards = question.options.filter(({ text }) => isWhole(text) && Number(text) >= from);
    if (upwards.length > 0) return { value: upwards.map(({ id }) => id) };
    return { problem: `${question.name} has no option from ${from} on.` };
  }
  const band = /^(\d{1,15})\s*(?:[-–—]|to)\s*(\d{1,15})$/i.exec(plain);
  if (!isQuoted && band) {
    const [from, to] = [Number(band[1]), Number(band[2])];
    if (from > to) return { problem: `“${plain}” runs backwards: write ${to}-${from}.` };
    const inBand = question.options.filter(({ text }) => isWhole(text) && Number(text) >= from && Number(text) <= to);
    if (inBand.length > 0) return { value: inBand.map(({ id }) => id) };
    return { problem: `${question.name} has no option from ${from} to ${to}.` };
  }
  return {
    problem: unknown(
      `option of ${question.name}`,
      plain,
      question.options.map(({ text }) => text),
    ),
  };
}

function unknown(what: string, text: string, names: readonly string[]): string {
  const near = closest(text, names);
  return `There is no ${what} called “${text.slice(0, 60)}”.${near === null ? "" : ` Did you mean “${near}”?`}`;
}

const isWhole = (text: string) => /^\d{1,15}$/.test(text);
const sameText = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

const isNumbers = ({ options }: Question) => options.length > 1 && options.every(({ text }) => isWhole(text));

/** Whether each of a question's options is among these, and nothing else. */
export const areAllOptions = (ids: readonly string[], { options }: Question): boolean =>
  options.length > 0 &&
  ids.length === options.length &&
  new Set(ids).size === ids.length &&
  options.every(({ id }) => ids.includes(String(id)));

/** Option ids to their names; a name that two options share says nothing and is left out. */
const namesOf = (question: Question | undefined) =>
  question
    ? once(optionNames, question, () => telling(question.options.map(({ id, text }) => [String(id), text])))
    : NONE;

/** Question ids to names that only one of them has. */
const uniqueNames = (questions: QuestionsById) =>
  once(questionNames, questions, () => telling([...questions].map(([id, { name }]) => [id, name])));

type Names = ReadonlyMap<string, string>;

const NONE: Names = new Map();
/** Worked out once for each question and catalogue: a column of thousands of cells asks for them again and again. */
const optionNames = new WeakMap<Question, Names>();
const questionNames = new WeakMap<QuestionsById, Names>();

function once<Of extends WeakKey>(made: WeakMap<Of, Names>, of: Of, make: () => Names): Names {
  const names = made.get(of) ?? make();
  made.set(of, names);
  return names;
}

function telling(named: [id: string, name: string][]): Names {
  const plain = (name: string) => name.trim().toLowerCase();
  const often = new Map<string, number>();
  for (const [, name] of named) often.set(plain(name), (often.get(plain(name)) ?? 0) + 1);
  return new Map(named.filter(([, name]) => plain(name) !== "" && often.get(plain(name)) === 1));
}

/** Numbers as bands; a band covers only numbers that are options. Ids without a number stay ids. */
function bandsOf(ids: readonly string[], names: Names): string {
  const chosen = new Set(ids);
  const numbers = [...names].filter(([id]) => chosen.has(id)).map(([, text]) => text);
  numbers.sort((a, b) => Number(a) - Number(b));
  const bands: [string, string][] = [];
  for (const text of numbers) {
    const last = bands.at(-1);
    if (last && Number(text) === Number(last[1]) + 1) last[1] = text;
    else bands.push([text, text]);
  }
  const rest = ids.filter((id) => !names.has(id)).map((id) => `#${id}`);
  return [...bands.map(([from, to]) => (from === to ? from : `${from}-${to}`)), ...rest].join(", ");
}

const nameOrId = (name: string | undefined, id: string): string => (name === undefined ? `#${id}` : writeName(name));

/** A name as it can stand among others: quoted where it would read as something else. */
export function writeName(name: string): string {
  const isPlain =
    name === name.trim() &&
    !/[",;:|\n\r\t#]/.test(name) &&
    !/^\d+\s*(?:[-–—]|to)\s*\d+$/i.test(name) &&
    name.toLowerCase() !== ANY;
  return isPlain ? name : `"${name.replaceAll('"', '""')}"`;
}

const unquoted = (text: string) =>
  /^".*"$/s.test(text) && text.length > 1 ? text.slice(1, -1).replaceAll('""', '"') : text;

/** Parts between separators that do not stand in double quotes. */
export function splitOutsideQuotes(text: string, separator: RegExp): string[] {
  const parts: string[] = [];
  let part = "";
  let quoted = false;
  for (const sign of text) {
    if (sign === '"') quoted = !quoted;
    if (!quoted && separator.test(sign)) {
      parts.push(part);
      part = "";
    } else part += sign;
  }
  return [...parts, part];
}
