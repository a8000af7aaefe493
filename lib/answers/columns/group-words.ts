import type { FileColumn } from "@/lib/answers/files/answer-file";

/** The question that columns share, and what each of them adds to it; undefined where it is told by its name alone. */
export type GroupWords = { text: string; own: (string | undefined)[] };

type NameParts = { stem: string; text: string; own: string };

/** What LimeSurvey writes before the words of a question when asked for both: `Q1[SQ001]. ` */
const CODED = /^([^\s[\]]+)\[[^[\]]*\]\.?\s+/;

/** A cell of LimeSurvey's tables, `Q1[SQ002_SQ001]`: its row is the question. */
const CELL = /^(SQ\d+)_SQ\d+$/i;

/**
 * `Question [row]`, as Google Forms and LimeSurvey name columns, and `question/option`, as Kobo does: what comes before
 * the sign, as it is shared and as it is read, and what the sign sets apart. Null where there is none.
 */
export function partsOfName(name: string): NameParts | null {
  const at = name.endsWith("]") ? name.lastIndexOf("[") : name.lastIndexOf("/");
  const [before, own] = [
    name.slice(0, Math.max(0, at)).trimEnd(),
    name
      .slice(at + 1)
      .replace(/\]$/, "")
      .trim(),
  ];
  if (before === "" || own === "") return null;
  const [coded = "", code = before] = CODED.exec(before) ?? [];
  const row = CELL.exec(own)?.[1];
  return { stem: row ? `${code}[${row}]` : code, text: before.slice(coded.length) || code, own };
}

/** `1`, `SQ001`: nothing that a person reads. */
const CODE = /^[a-z]{0,3}\d+(_[a-z]{0,3}\d+)?$/i;

/** The words of columns with one stem: of their labels where these share some, else of their names. */
export function wordsOf(stem: string, columns: readonly FileColumn[]): GroupWords {
  const labels = columns.flatMap(({ label }) => label?.trim() || []);
  const said = labels.length === columns.length ? (sharedBeginning(labels) ?? sharedEnd(labels)) : null;
  if (said) return said;
  const named = columns.map(({ name }) => partsOfName(name));
  const own = columns.map(({ label, part }, at) => {
    if (part) return part.option;
    const word = label ?? named[at]?.own;
    return word === undefined || CODE.test(word) ? undefined : word;
  });
  return { text: named[0]?.stem === stem ? named[0].text : stem, own };
}

/** Signs behind a question; before each stands no blank that it could begin with, so that nothing is read twice. */
const BEHIND = /(?<!\s)(?:\s*(?::|…|\.{3})\s+(?:[-–—]\s+)?|\?\s+(?:[-–—]\s+)?|\s+[-–—|>]\s+|\s*\[)/g;
const BEFORE = /(?<!\s)(?:\s*:\s+|\s+[-–—|]\s+|\]\s+)/;

/** `Question: row`, `Question - row`: the beginning that all share, to its last sign, so that no word is cut. */
function sharedBeginning(labels: readonly string[]): GroupWords | null {
  const [first = ""] = labels;
  const shared = labels.reduce(beginning, first);
  if (labels.every((label) => label === shared)) return { text: shared, own: labels.map(() => undefined) };
  const sign = [...shared.matchAll(BEHIND)].at(-1);
  if (!sign || sign.index === 0) return null;
  const end = sign.index + sign[0].length;
  const text = shared.slice(0, sign.index) + (sign[0].startsWith("?") ? "?" : "");
  const own = labels.map((label) => label.slice(end));
  return { text, own: sign[0].endsWith("[") ? own.map((each) => each.replace(/\]$/, "")) : own };
}

/** `Row - question`, `[row] question`, as other platforms have it: words alone, as columns may well share a year. */
function sharedEnd(labels: readonly string[]): GroupWords | null {
  const [first = ""] = labels;
  const shared = labels.reduce(ending, first);
  const sign = BEFORE.exec(shared);
  const text = sign ? shared.slice(sign.index + sign[0].length) : "";
  if (!sign || !/\S\s+\S/.test(text)) return null;
  const before = labels.map((label) => label.slice(0, label.length - shared.length + sign.index));
  const own = sign[0].startsWith("]") ? before.map((each) => each.replace(/^\[/, "")) : before;
  return own.some((each) => each === "") ? null : { text, own };
}

function beginning(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return one.slice(0, length);
}

function ending(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one.at(-1 - length) === other.at(-1 - length)) length++;
  return one.slice(one.length - length);
}
