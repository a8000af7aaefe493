import type { RawScalar } from "@/lib/answers/files/answer-file";
import { cellKey, numberOf } from "@/lib/contracts/rules/answer-cells";

/** Several options in one cell: the sign between them, and options that hold that sign themselves. */

type Counted = { cell: RawScalar; count: number };

/** A label with the sign in it seldom has more of it. */
const MOST_JOINED = 8;

/** The options that a cell names. One that holds the separator itself is found by its label: the longest one that fits. */
export function splitCell(cell: string, separator: string, isOption: (text: string) => boolean): string[] {
  const pieces = cell.split(separator);
  const found: string[] = [];
  for (let from = 0; from < pieces.length; ) {
    let until = Math.min(pieces.length, from + MOST_JOINED);
    const textUntil = () => pieces.slice(from, until).join(separator).trim();
    while (until > from + 1 && !isOption(textUntil())) until -= 1;
    const text = textUntil();
    if (text !== "") found.push(text);
    from = until;
  }
  return found;
}

/** The different options in cells of one column, those that hold the separator whole. */
export function listedOptions(values: readonly Counted[], separator: string | null): RawScalar[] {
  const known = new Map<string, RawScalar>();
  const lists = separator === null ? [] : joinedLists(values, separator);
  const texts = lists.flatMap(({ parts }) => parts.map((part) => part.trim()));
  const others = values.flatMap(({ cell }) => (separator === null || typeof cell !== "string" ? cell : []));
  for (const part of [...texts, ...others]) {
    if (part !== null && part !== "" && !known.has(cellKey(part))) known.set(cellKey(part), part);
  }
  return [...known.values()];
}

/** The parts of a cell, untrimmed, and how many cells are so. */
type List = { parts: string[]; count: number };

const MOST_ROUNDS = 5;

function joinedLists(values: readonly Counted[], separator: string): List[] {
  let lists = values.flatMap(({ cell, count }): List[] =>
    typeof cell === "string" ? [{ parts: cell.split(separator).filter((part) => part.trim() !== ""), count }] : [],
  );
  if (areCodes(lists)) return lists;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const joins = joinsOf(lists, separator);
    if (joins.size === 0) return lists;
    lists = lists.map(({ parts, count }) => ({ parts: withJoins(parts, joins, separator), count }));
  }
  return lists;
}

const areCodes = (lists: readonly List[]): boolean =>
  lists.every(({ parts }) => parts.every((part) => /^\s*\d+\s*$/.test(part)));

const END = "";

/** What stands before and behind each part. */
function neighboursOf(lists: readonly List[]) {
  const [before, behind] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  const note = (map: Map<string, Set<string>>, part: string, neighbour: string) => {
    const known = map.get(part);
    if (known) known.add(neighbour);
    else map.set(part, new Set([neighbour]));
  };
  for (const { parts } of lists) {
    const texts = parts.map((part) => part.trim());
    for (const [at, text] of texts.entries()) {
      note(before, text, texts[at - 1] ?? END);
      note(behind, text, texts[at + 1] ?? END);
    }
  }
  return { before, behind };
}

/** `1,234` */
const areDigits = (one: string, other: string, separator: string): boolean =>
  separator === "," && /\d$/.test(one) && /^\d{3}(?!\d)/.test(other);

/**
 * Pairs of neighbours that are one label: what never stands without the same text before it, where that one is never
 * without such a text behind it ("Yes, a lot" and "Yes, a little"); and the digits of one number.
 */
function joinsOf(lists: readonly List[], separator: string): Set<string> {
  const { before, behind } = neighboursOf(lists);
  const only = (part: string) => {
    const [first, ...others] = before.get(part) ?? [];
    return first !== undefined && others.length === 0 ? first : END;
  };
  const joins = new Set<string>();
  for (const [part, followers] of behind) {
    const all = [...followers];
    if (all.length > 0 && all.every((next) => next !== END && next !== part && only(next) === part)) {
      for (const next of all) joins.add(joinKey(part, next));
    }
    for (const next of all) if (areDigits(part, next, separator)) joins.add(joinKey(part, next));
  }
  return joins;
}

const joinKey = (one: string, other: string) => `${one}\n\n${other}`;

function withJoins(parts: readonly string[], joins: ReadonlySet<string>, separator: string): string[] {
  const joined: string[] = [];
  let last = END;
  for (const part of parts) {
    const text = part.trim();
    if (joined.length > 0 && joins.has(joinKey(last, text))) {
      joined.push(`${joined.pop() ?? ""}${separator}${part}`);
      last = END;
    } else {
      joined.push(part);
      last = text;
    }
  }
  return joined;
}

/** Of those that make equally few options the first; a new line and a blank behind the sign leave most labels whole. */
const SEPARATORS = ["\n", ";", "|", ", ", ","];
const MOST_PARTS = 60;

/** The sign that makes the fewest options of a column's cells; null: they hold one each. */
export function guessSeparator(values: readonly Counted[]): string | null {
  const answers = values.reduce((sum, { count }) => sum + count, 0);
  const found = SEPARATORS.flatMap((separator) => {
    const options = separatedBy(values, answers, separator);
    return options === null ? [] : [{ separator, options }];
  });
  const [best] = found.toSorted((one, other) => one.options - other.options);
  return best?.separator ?? null;
}

/** How many options the sign makes of the cells; null: it does not part them. */
function separatedBy(values: readonly Counted[], answers: number, separator: string): number | null {
  if (!values.some(({ cell }) => typeof cell === "string" && cell.includes(separator))) return null;
  const lists = joinedLists(values, separator);
  const options = new Map<string, number>();
  for (const { parts, count } of lists) {
    for (const part of parts) options.set(part.trim(), (options.get(part.trim()) ?? 0) + count);
    if (options.size > MOST_PARTS) return null;
  }
  const uses = [...options.values()].reduce((sum, count) => sum + count, 0);
  const parted = lists.reduce((sum, { parts, count }) => sum + (parts.length > 1 ? count : 0), 0);
  const alone = new Set(lists.flatMap(({ parts: [only = "", ...others] }) => (others.length === 0 ? only.trim() : [])));
  const areMostAlone = alone.size * 2 >= options.size;
  if (options.size < 2 || options.size >= values.length || uses < options.size * 3) return null;
  if (parted < answers * (alone.size === options.size ? FEW_PARTED : MANY_PARTED)) return null;
  return separator !== "," || (areMostAlone && areCommaParts(lists)) ? options.size : null;
}

/** Cells with several: where each option also stands alone, fewer show that the sign parts them. */
const FEW_PARTED = 0.05;
const MANY_PARTED = 0.2;

/** A comma parts numbers and sentences as well: between options it has no blank beside it, and no number. */
const areCommaParts = (lists: readonly List[]): boolean =>
  lists.every(({ parts }) => parts.every((part) => part.trim() === part && numberOf(part) === null));

const CODE_LIST = /^\d+(,\s?\d+)*$/;
/** `101,102` is a number as well, and `60,15,327` one of lakhs. */
const THOUSANDS = /^[1-9]\d{0,2}(,\d{3})+$|^[1-9]\d?(,\d{2})+,\d{3}$/;

/**
 * Codes with commas between them (`1`, `1,2`, `2,3,4`, `101,102`). Where there are never more than two, decimals look
 * alike: of codes the smaller comes first, and each stands alone elsewhere. Halves do so by chance. Where all could be
 * numbers with signs between thousands, each part has to stand alone.
 */
export function areCodeLists(values: readonly RawScalar[]): boolean {
  const cells = values.map((cell) => String(cell).trim());
  if (!cells.every((cell) => CODE_LIST.test(cell))) return false;
  const lists = cells.map((cell) => cell.split(",").map((part) => part.trim()));
  const alone = new Set(lists.flatMap((parts) => (parts.length === 1 ? parts : [])));
  const several = lists.filter((parts) => parts.length > 1);
  if (alone.size === 0 || several.length === 0 || lists.some((parts) => new Set(parts).size < parts.length))
    return false;
  const areAlone = several.flat().every((part) => alone.has(part));
  if (cells.every((cell) => !cell.includes(",") || THOUSANDS.test(cell))) return areAlone;
  if (several.some((parts) => parts.length > 2)) return true;
  const areRising = several.every(([one, other]) => Number(one) < Number(other));
  return areRising && areAlone && !several.every(([, other]) => other === "5");
}

/** A code beyond is seldom one of two in a cell; the cents of a price are. */
const HIGHEST_LISTED = 20;
const ONE_OR_TWO = /^[1-9]\d?(,[1-9]\d?)?$/;

/**
 * Whether cells may be one or two codes (`1`, `1,3`, `2,3`) and decimals alike: small whole numbers and pairs of them,
 * of which the smaller comes first, and that are not all halves.
 */
export function mayBeCodeLists(cells: readonly RawScalar[]): boolean {
  const texts = cells.map((cell) => String(cell));
  if (!texts.every((text) => ONE_OR_TWO.test(text))) return false;
  const lists = texts.map((text) => text.split(",").map(Number));
  const pairs = lists.flatMap(([one = 0, other]) => (other === undefined ? [] : { one, other }));
  const areCodes = pairs.every(({ one, other }) => one < other) && lists.flat().every((code) => code <= HIGHEST_LISTED);
  return pairs.length > 0 && areCodes && !pairs.every(({ other }) => other === 5);
}

/** Whether each second code of a pair also stands alone or first in another, as codes do; the digits of decimals need not. */
export function codesRecur(cells: readonly RawScalar[]): boolean {
  const lists = cells.map((cell) => String(cell).split(","));
  const firsts = new Set(lists.map(([first]) => first));
  return lists.every(([, second]) => second === undefined || firsts.has(second));
}
