import type { FileColumn } from "@/lib/answers/files/answer-file";

/**
 * The question that a column's name says it is a part of; `part`: its own words in the name, where these are words.
 * `isWeak`: many names begin alike by chance, so that the columns' answers have to say the same.
 */
export type Stem = { id: string; text: string; part?: string; isWeak?: true };

/** Read from the end, and nothing twice: a name may be nothing but signs that part, as long as names can be. */
const LAST_NUMBER = /(?<!\d)\d+[\])]?$/;
/** Of Decipher `Q4r1` and `Q4r1c2`, of LimeSurvey `Q1_SQ001`. */
const PARTING = /(?:(?<![_.\-:[(\s])[_.\-:[(\s]+(?:SQ|sq)?|(?<=\d[a-z]?)[rc])$/;

/** `Q1_1`, `Q1.1`, `Q1 - 1`, `Q1r1`: the name before the last number; null where nothing parts the two. */
function beforeNumber(name: string): string | null {
  const before = name.slice(0, LAST_NUMBER.exec(name)?.index ?? 0);
  const parting = PARTING.exec(before);
  return parting && before.slice(0, parting.index);
}

/** What LimeSurvey writes before the question's text when asked for both: `Q1[SQ001]. ` */
const CODED = /^([^\s[\]]+)\[[^[\]]*\]\.?\s+/;
/** A cell of a table: its row is the question. */
const CELL_CODES = /^(SQ\d+)_SQ\d+$/i;

/** `Which do you use? [Soap]` of Google Forms and LimeSurvey, `Q1[SQ001]`. */
function beforeBracket(name: string): Stem | null {
  const open = name.lastIndexOf("[");
  if (open < 1 || !name.endsWith("]")) return null;
  const [before, part] = [name.slice(0, open), name.slice(open + 1, -1).trim()];
  const [code, id] = CODED.exec(before) ?? [];
  if (code !== undefined && id !== undefined) return { id, text: before.slice(code.length).trim() || id, part };
  const question = before.trim();
  if (question === "") return null;
  // A code in brackets says no more than the whole name does, by which a later file's words are known.
  if (question !== before) return { id: question, text: question, part };
  const row = CELL_CODES.exec(part)?.[1];
  return row === undefined ? { id: question, text: question } : { id: `${question}[${row}]`, text: question };
}

/** `q1/phone` of Kobo and ODK, also with groups before it. */
function beforeSlash(name: string): Stem[] {
  const at = name.lastIndexOf("/");
  const [id, part] = [name.slice(0, Math.max(at, 0)).trim(), name.slice(at + 1).trim()];
  return id === "" || part === "" ? [] : [{ id, text: id, part }];
}

/** Decipher writes the cells of a table a row after the other, or a column after the other. */
const TABLE_CELL = /^(.*\d[a-z]?)r\d+(c\d+)$/s;

/** What tools write between a question and its option. */
const PARTING_SIGNS = /\s+[-–—|>]+\s+|:\s+|\?\s*[-–—:]?\s*(?=\S)|…|\.{3}\s*/g;
/** `Which? (choice=Soap)` of REDCap. */
const CHOICE = /^(.*\S)\s*\(choice=(.+)\)$/s;
const MOST_SIGNS = 4;
/** Longer texts are not looked through: a question with its option has a few hundred characters. */
const LONGEST_TEXT = 2_000;

function beforeChoice(name: string): Stem | null {
  const [, question, choice] = name.length > LONGEST_TEXT ? [] : (CHOICE.exec(name) ?? []);
  return question && choice ? { id: question, text: question, part: choice } : null;
}

/** `Soap:Which do you use?` of Alchemer: a question of several words behind its option. */
function behindSign(name: string): Stem[] {
  const at = name.length > LONGEST_TEXT ? -1 : name.indexOf(":");
  const [part, question] = [name.slice(0, Math.max(at, 0)).trim(), name.slice(at + 1).trim()];
  return at > 0 && part !== "" && /\p{L}\S*\s+\S/u.test(question) ? [{ id: question, text: question, part }] : [];
}

/** Questions that a text may begin with, the longest first. */
function beforeSigns(text: string): Stem[] {
  if (text.length > LONGEST_TEXT) return [];
  return [...text.matchAll(PARTING_SIGNS)]
    .map((sign) => {
      const before = text.slice(0, sign.index + (sign[0].startsWith("?") ? 1 : 0)).trim();
      return { id: before, text: before, part: text.slice(sign.index + sign[0].length).trim() };
    })
    .filter(({ id, part }) => /\p{L}/u.test(id) && part !== "")
    .slice(-MOST_SIGNS)
    .reverse();
}

/** `own_car` */
const WORDS = /^(.*[\p{L}\d])(?:_+|\.)(\p{L}[^\s_.]*)$/su;

function beforeWord(name: string): Stem[] {
  const [, before, part] = name.length > LONGEST_TEXT ? [] : (WORDS.exec(name) ?? []);
  return before && part ? [{ id: before, text: before, part, isWeak: true }] : [];
}

/**
 * What a column may share with its neighbours: the question of a header of two rows, else what its name begins with, the
 * most specific first. A cell of a table has its row, and then its column.
 */
export function stemsOf({ name, part }: FileColumn): Stem[] {
  if (part) return [{ id: part.question, text: part.question, part: part.option }];
  const bracketed = beforeChoice(name) ?? beforeBracket(name);
  if (bracketed) return [bracketed];
  const before = beforeNumber(name);
  const texts = [...beforeSigns(name), ...behindSign(name)];
  if (!before) return [...beforeSlash(name), ...texts, ...beforeWord(name)];
  const [, question, column] = TABLE_CELL.exec(name) ?? [];
  const numbered = [before, ...(question && column ? [question + column] : [])].map((id) => ({ id, text: id }));
  return [...numbered, ...texts];
}

/** What a column may share with its neighbours by its label, where names say nothing: its beginning, or all of it. */
export function labelStems({ label, part }: FileColumn): Stem[] {
  if (!label || part || label.length > LONGEST_TEXT) return [];
  return [...beforeSigns(label), { id: label, text: label, isWeak: true }];
}

/** What is written in beside an option: `_4_TEXT`, `_other`, Decipher's `r99oe`. */
const BESIDE = /^(?:[_.\-:[(\s]|[rc]\d+oe$)/;

/** Named as a part of the same question, without a number of its own: `Q5_4_TEXT`, `Q5_other`. */
export const isBeside = (id: string, name: string): boolean =>
  beforeNumber(name) === null && name.startsWith(id) && BESIDE.test(name.slice(id.length));
