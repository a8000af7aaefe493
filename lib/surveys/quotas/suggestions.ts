import type { QuestionsById } from "../qualification-text";
import { findQuestion, splitOutsideQuotes, writeName } from "./option-text";

/** A name that may be meant, and the whole text with it in place of what was typed of it. */
export type Suggestion = { name: string; text: string };

const MOST = 8;

/** How a text of qualifications may go on at its end: with a question, or with an option of the one that it names. */
export function suggestionsFor(text: string, questions: QuestionsById): Suggestion[] {
  const part = splitOutsideQuotes(text, /[;\n]/).at(-1) ?? "";
  const [asked = "", ...rest] = splitOutsideQuotes(part, /:/);
  if (rest.length === 0) {
    const names = [...questions.values()].map(({ name }) => name);
    return matching(asked, names).map((name) => ({ name, text: `${before(text, asked)}${writeName(name)}: ` }));
  }
  const question = findQuestion(asked, questions);
  if ("problem" in question) return [];
  const typed = splitOutsideQuotes(rest.join(":"), /[,|]/).at(-1) ?? "";
  const names = question.value.options.map((option) => option.text).filter((name) => !/^\d+$/.test(name));
  return matching(typed, names).map((name) => ({ name, text: `${before(text, typed)}${writeName(name)}` }));
}

/** The text without its last part, which ends in one space unless nothing stands before. */
function before(text: string, part: string): string {
  const kept = text.slice(0, text.length - part.length).trimEnd();
  return kept === "" ? "" : `${kept} `;
}

/** Names that hold what was typed, those that begin with it first; none for nothing, or for a name that stands there whole. */
function matching(typed: string, names: readonly string[]): string[] {
  const wanted = typed.trim().replace(/^"/, "").toLowerCase();
  const plain = names.map((name) => ({ name, lower: name.toLowerCase() }));
  if (wanted === "" || plain.some(({ lower }) => lower === wanted)) return [];
  const holding = plain.filter(({ lower }) => lower.includes(wanted));
  const first = holding.filter(({ lower }) => lower.startsWith(wanted));
  return [...new Set([...first, ...holding].map(({ name }) => name))].slice(0, MOST);
}
