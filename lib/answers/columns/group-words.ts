import type { FileColumn } from "@/lib/answers/files/answer-file";
import { type Stem, stemsOf } from "./column-stems";

/** The text of the question that columns are parts of, and what each of them is called in it, in their order. */
export type GroupWords = { text: string; parts: string[] };

/** What platforms write between a question and its parts. */
const PARTING_SIGN = /:\s|\s[-–—|>]\s|\[|\?|…|\.{3}/g;
/** A sign that belongs to the question stays with it. */
const SIGNS_BEHIND = /(?<![\s:\-–—|>[])[\s:\-–—|>[]+$/;
const SIGNS_BEFORE = /^[\s:\-–—|>[]+/;

/** LimeSurvey's labels in .sav: the option in brackets, and the question behind it. */
const OPTION_FIRST = /^\[([^[\]]+)\]\s*(\S.*)$/s;

/** By their labels where all have one, else by their names. */
export function wordsOf(columns: readonly FileColumn[], stem: Stem): GroupWords {
  const labels = columns.flatMap(({ label, part }) => (label && !part ? [label] : []));
  const told =
    labels.length === columns.length ? (optionsFirst(labels) ?? questionFirst(labels) ?? questionLast(labels)) : null;
  const { text, parts } = told ?? { text: stem.text, parts: [] };
  return { text, parts: columns.map((column, at) => parts[at] || nameIn(column, told, stem)) };
}

function nameIn(column: FileColumn, told: GroupWords | null, { id }: Stem): string {
  // Labels that are all the same name none of the columns.
  const isNamed = column.label && column.label !== told?.text;
  const part = stemsOf(column).find((stem) => stem.id === id)?.part;
  return column.part?.option ?? (isNamed ? column.label : part) ?? column.name;
}

function optionsFirst(labels: readonly string[]): GroupWords | null {
  const found = labels.map((label) => OPTION_FIRST.exec(label));
  const [text = "", ...others] = new Set(found.map((each) => each?.[2] ?? ""));
  return text === "" || others.length > 0 ? null : { text, parts: found.map((each) => each?.[1]?.trim() ?? "") };
}

/** What all labels begin with, up to the last sign that parts it from what is their own. */
function questionFirst(labels: readonly string[]): GroupWords | null {
  const start = sharedStart(labels);
  const sign = [...start.matchAll(PARTING_SIGN)].at(-1);
  if (!sign) return null;
  const end = sign.index + sign[0].length;
  const text = start.slice(0, end).replace(SIGNS_BEHIND, "").trim();
  if (text === "") return null;
  const isBracket = sign[0] === "[";
  const ownOf = (label: string) => label.slice(end).replace(SIGNS_BEFORE, "").trim();
  return { text, parts: labels.map((label) => (isBracket ? ownOf(label).replace(/\]$/, "") : ownOf(label))) };
}

/** The first sign within what all labels end with; before it stands no blank that it could begin with. */
const SIGN_BEFORE_QUESTION = /(?<!\s)(?:\s*:\s+|\s+[-–—|]\s+)/;

/** What all labels end with, from its first sign: words alone, as parts may well share a year. */
function questionLast(labels: readonly string[]): GroupWords | null {
  const end = reversed(sharedStart(labels.map(reversed)));
  const sign = SIGN_BEFORE_QUESTION.exec(end);
  const text = sign ? end.slice(sign.index + sign[0].length).trim() : "";
  const parts = labels.map((label) => label.slice(0, label.length - end.length + (sign?.index ?? 0)).trim());
  return !/\S\s+\S/.test(text) || parts.includes("") ? null : { text, parts };
}

const reversed = (text: string) => text.split("").reverse().join("");

function sharedStart(texts: readonly string[]): string {
  const [first = "", ...others] = texts;
  const lengthIn = (text: string, most: number) => {
    let length = 0;
    while (length < most && text[length] === first[length]) length++;
    return length;
  };
  return first.slice(
    0,
    others.reduce((most, text) => lengthIn(text, most), first.length),
  );
}
