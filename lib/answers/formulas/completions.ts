import { type FormulaFunction, formulaFunctionNames, formulaFunctions } from "@/lib/contracts/formulas/functions";
import { quoted, written } from "@/lib/contracts/formulas/tokens";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { validOptions } from "@/lib/contracts/rules/answer-cells";
import { optionNames } from "@/lib/contracts/rules/option-names";
import { titleOf } from "@/lib/contracts/rules/question-rules";

export type Completion = {
  /** Put in place of the part that was typed. */
  text: string;
  label: string;
  /** More about it, in a line. */
  says: string;
  kind: "question" | "grid" | "option" | "function" | "word";
};

/** Completions of the part of a formula before the caret, which begins at `from`. */
export type Completions = { from: number; list: Completion[] };

const MOST = 12;
const NAME = /[\p{L}_][\p{L}\p{M}\p{N}_.]*$/u;
const OPEN_NAME = /\[[^\]]*$/u;
const words: Completion[] = [
  { text: "response_time", label: "response_time", says: "When the response was given", kind: "word" },
  { text: "missing", label: "missing", says: "No result", kind: "word" },
];

/** The completions at the caret; null where nothing was begun. `isAsked`: a person asks for all. */
export function completionsAt(
  text: string,
  caret: number,
  questions: readonly Question[],
  isAsked = false,
): Completions | null {
  const before = text.slice(0, caret);
  const open = openText(before);
  if (open !== null) {
    const question = questionOfText(before.slice(0, open), questions);
    return question ? listed(open, optionsOf(question), before.slice(open + 1)) : null;
  }
  const bracket = OPEN_NAME.exec(before)?.[0];
  if (bracket !== undefined) return listed(caret - bracket.length, namesOf(questions), bracket.slice(1));
  const name = NAME.exec(before)?.[0] ?? "";
  if (name === "" && !isAsked) return null;
  return listed(caret - name.length, [...namesOf(questions), ...functions, ...words], name);
}

/** Where a text begins that is not closed yet; null: the caret is in none. */
function openText(before: string): number | null {
  const marks = [...before.matchAll(/"/g)].map(({ index }) => index);
  return marks.length % 2 === 1 ? (marks.at(-1) ?? null) : null;
}

/** The question whose options a text at this place names: compared with it, or the first in the function around it. */
function questionOfText(before: string, questions: readonly Question[]): Question | undefined {
  const byId = (name: string) => questions.find(({ id }) => id === name.replace(/^\[|\]$/g, "").replaceAll("]]", "]"));
  const one = String.raw`(\[[^\]]+\]|[\p{L}_][\p{L}\p{M}\p{N}_.]*)`;
  const compared = new RegExp(String.raw`${one}\s*(?:=|!=|<>)\s*$`, "u").exec(before)?.[1];
  if (compared) return byId(compared);
  const calls = [...before.matchAll(new RegExp(String.raw`(?:chose|recode)\s*\(\s*${one}\s*,`, "giu"))];
  const last = calls.at(-1)?.[1];
  const [inside] = before.match(/->\s*$/) ?? [];
  return last === undefined || inside !== undefined ? undefined : byId(last);
}

function optionsOf(question: Question): Completion[] {
  const names = optionNames(question.options);
  return validOptions(question)
    .toSorted((one, other) => one.order - other.order)
    .map(({ code }) => {
      const label = names.get(code) ?? String(code);
      return { text: quoted(label), label, says: `Option of ${question.id}`, kind: "option" };
    });
}

function namesOf(questions: readonly Question[]): Completion[] {
  const grids = new Map(questions.flatMap(({ grid }) => (grid ? [[grid.id, grid] as const] : [])));
  return [
    ...questions.map((question): Completion => {
      const { id } = question;
      return {
        text: written(id),
        label: id,
        says: titleOf(question) === id ? "Question" : titleOf(question),
        kind: "question",
      };
    }),
    ...[...grids.values()].map(
      ({ id, text }): Completion => ({ text: written(id), label: id, says: `Grid: ${text || id}`, kind: "grid" }),
    ),
  ];
}

const functions = formulaFunctionNames.map(
  (name: FormulaFunction): Completion => ({
    ...{ text: `${name}(`, label: name, kind: "function" },
    says: formulaFunctions[name].signature,
  }),
);

/** Those that begin with what was typed, before those that have it anywhere. */
function listed(from: number, all: readonly Completion[], typed: string): Completions | null {
  const wanted = typed.toLowerCase();
  const begins = all.filter(({ label }) => label.toLowerCase().startsWith(wanted));
  // The example of a function names questions of no project.
  const wordsOf = ({ label, says, kind }: Completion) =>
    (kind === "function" ? label : `${label} ${says}`).toLowerCase();
  const has = all.filter((each) => !begins.includes(each) && wanted.length > 1 && wordsOf(each).includes(wanted));
  const list = [...begins, ...has].slice(0, MOST);
  return list.length > 0 ? { from, list } : null;
}

/** The formula with a completion in it, and where the caret stands then. */
export function completed(text: string, caret: number, { from }: Completions, { text: inserted }: Completion) {
  return { text: `${text.slice(0, from)}${inserted}${text.slice(caret)}`, caret: from + inserted.length };
}
