/** Why a formula is refused, with the place in its text: `at` counts from 0. */
export class FormulaMistake extends Error {
  constructor(
    readonly says: string,
    readonly at: number,
    readonly length = 1,
  ) {
    super(says);
  }
}

const signs = ["->", "<=", ">=", "!=", "<>", "=", "<", ">", "+", "-", "*", "/", "^", "(", ")", ","] as const;
export type Sign = (typeof signs)[number];
const isSign = (text: string): text is Sign => signs.some((sign) => sign === text);

export type Token = { at: number; length: number } & (
  | { form: "number"; value: number }
  | { form: "text"; value: string }
  /** `quoted`: in square brackets, so that it is a question and never a word of ours. */
  | { form: "name"; value: string; quoted: boolean }
  | { form: "sign"; value: Sign }
  | { form: "end" }
);

const SPACE = /\s+/uy;
const NUMBER = /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/uy;
const NAME = /[\p{L}_][\p{L}\p{M}\p{N}_.]*/uy;
const QUOTED_NAME = /\[((?:[^\]]|\]\])+)\]/uy;
const TEXT = /"((?:[^"]|"")*)"|“([^”]*)”/uy;
const SIGN = /->|<=|>=|!=|<>|[=<>+\-*/^(),]/uy;

/** The parts of a formula, the end last. @throws FormulaMistake where a sign is none of ours */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  for (;;) {
    at += match(SPACE)?.[0].length ?? 0;
    if (at >= text.length) break;
    const { token, length } = tokenAt(text, at, match);
    tokens.push({ ...token, at, length });
    at += length;
  }
  return [...tokens, { form: "end", at: text.length, length: 1 }];
}

type Found = { token: TokenPart; length: number };
type TokenPart = Token extends infer Each ? (Each extends Token ? Omit<Each, "at" | "length"> : never) : never;

function tokenAt(text: string, at: number, match: (pattern: RegExp) => RegExpExecArray | null): Found {
  const number = match(NUMBER)?.[0];
  if (number !== undefined) return { token: { form: "number", value: Number(number) }, length: number.length };
  const name = match(NAME)?.[0];
  if (name !== undefined) return { token: { form: "name", value: name, quoted: false }, length: name.length };
  const quoted = match(QUOTED_NAME);
  if (quoted) {
    const value = (quoted[1] ?? "").replaceAll("]]", "]");
    return { token: { form: "name", value, quoted: true }, length: quoted[0].length };
  }
  const words = match(TEXT);
  if (words) {
    const value = words[1]?.replaceAll('""', '"') ?? words[2] ?? "";
    return { token: { form: "text", value }, length: words[0].length };
  }
  const sign = match(SIGN)?.[0];
  if (sign !== undefined && isSign(sign)) return { token: { form: "sign", value: sign }, length: sign.length };
  throw strange(text, at);
}

function strange(text: string, at: number): FormulaMistake {
  const sign = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (sign === '"' || sign === "“") return new FormulaMistake("This text has no closing quotation mark.", at);
  if (sign === "[") return new FormulaMistake("This name has no closing square bracket.", at);
  if (sign === "'") return new FormulaMistake('Write texts in double quotation marks, such as "Yes".', at);
  return new FormulaMistake(`“${sign}” has no meaning here.`, at);
}

const PLAIN_NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_.]*$/u;
const words = ["and", "or", "not", "else", "missing", "yes", "no", "all", "any", "response_time"] as const;
export type Word = (typeof words)[number];

/** A word of the language, however it is written; null: a name. */
export const wordOf = (name: string): Word | null => words.find((word) => word === name.toLowerCase()) ?? null;

/** An id as a formula names it: in square brackets where it would not be read as one name. */
export const written = (id: string): string =>
  PLAIN_NAME.test(id) && wordOf(id) === null ? id : `[${id.replaceAll("]", "]]")}]`;

/** A text as a formula has it. */
export const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Where a place in a formula is, as a person counts. */
export function placeInWords(text: string, at: number): string {
  const before = text.slice(0, at).split("\n");
  const column = `olumn ${(before.at(-1)?.length ?? 0) + 1}`;
  return text.includes("\n") ? `Line ${before.length}, c${column}` : `C${column}`;
}
