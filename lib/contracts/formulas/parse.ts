import { FormulaMistake, type Sign, type Token, tokensOf, type Word, wordOf } from "./tokens";

type Place = { at: number; length: number };
export type Binary = "and" | "or" | "=" | "!=" | "<" | "<=" | ">" | ">=" | "+" | "-" | "*" | "/" | "^";

/** A formula as it is written, before its names are looked up. */
export type FormulaNode = Place &
  (
    | { form: "number"; value: number }
    | { form: "text"; value: string }
    | { form: "name"; name: string }
    | { form: "word"; word: Exclude<Word, "and" | "or" | "not" | "else"> }
    | { form: "binary"; sign: Binary; left: FormulaNode; right: FormulaNode }
    | { form: "not" | "minus"; of: FormulaNode }
    | { form: "call"; name: string; arguments: FormulaArgument[] }
  );

/** `of`: null for `else`. `to`: what stands behind an arrow. */
export type FormulaArgument = { of: FormulaNode | null; to: FormulaNode | null; at: number };

const MOST_CHARACTERS = 4000;
const MOST_DEPTH = 40;

/** How strongly an operator binds; of two alike the left one is first, but of powers the right one. */
const strengths: Record<Binary, number> = {
  or: 1,
  and: 2,
  ...{ "=": 4, "!=": 4, "<": 4, "<=": 4, ">": 4, ">=": 4 },
  ...{ "+": 5, "-": 5, "*": 6, "/": 6, "^": 8 },
};
const [NOT, COMPARISON, MINUS] = [3, 4, 7];

/** @throws FormulaMistake with the place where the formula cannot be read */
export function parseFormula(text: string): FormulaNode {
  if (text.length > MOST_CHARACTERS) {
    throw new FormulaMistake(
      `A formula has at most ${MOST_CHARACTERS.toLocaleString("en")} characters: make questions of its parts.`,
      MOST_CHARACTERS,
    );
  }
  const tokens = tokensOf(text);
  if (tokens.length === 1) throw new FormulaMistake("Write a formula.", 0);
  const parser = new Parser(tokens);
  const node = parser.expression(0);
  const rest = parser.next;
  if (rest.form !== "end") throw unexpected(rest);
  return node;
}

/** Precedence climbing (Pratt): an operator takes what binds more strongly than it does. */
class Parser {
  private place = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  get next(): Token {
    return this.tokens[this.place] ?? { form: "end", at: 0, length: 1 };
  }

  private take(): Token {
    const token = this.next;
    this.place += 1;
    return token;
  }

  private isSign(sign: Sign): boolean {
    return this.next.form === "sign" && this.next.value === sign;
  }

  private expect(sign: Sign, says: string): void {
    if (!this.isSign(sign)) throw new FormulaMistake(says, this.next.at, this.next.length);
    this.place += 1;
  }

  expression(weakest: number): FormulaNode {
    this.depth += 1;
    if (this.depth > MOST_DEPTH) {
      throw new FormulaMistake("This formula is nested too deeply: make questions of its parts.", this.next.at);
    }
    let left = this.operand();
    for (let sign = binaryOf(this.next); sign && strengths[sign] > weakest; sign = binaryOf(this.next)) {
      const { at, length } = this.take();
      const right = this.expression(sign === "^" ? strengths[sign] - 1 : strengths[sign]);
      left = { form: "binary", sign, left, right, at, length };
      if (strengths[sign] === COMPARISON) this.refuseChain();
    }
    this.depth -= 1;
    return left;
  }

  private refuseChain(): void {
    const sign = binaryOf(this.next);
    if (sign && strengths[sign] === COMPARISON) {
      throw new FormulaMistake("Join two comparisons with “and”, as in 18 <= age and age < 30.", this.next.at);
    }
  }

  private operand(): FormulaNode {
    const token = this.take();
    const { at, length } = token;
    switch (token.form) {
      case "number":
        if (!Number.isFinite(token.value)) throw new FormulaMistake("This number is too large.", at, length);
        return { form: "number", value: token.value, at, length };
      case "text":
        return { form: "text", value: token.value, at, length };
      case "name":
        return this.named(token);
      case "sign":
        if (token.value === "-") return { form: "minus", of: this.expression(MINUS), at, length };
        if (token.value === "(") {
          const inner = this.expression(0);
          this.expect(")", "A closing parenthesis is missing here.");
          return inner;
        }
        throw unexpected(token);
      case "end":
        throw new FormulaMistake("The formula ends too early: something is missing here.", at);
    }
  }

  private named({ value, quoted, at, length }: Extract<Token, { form: "name" }>): FormulaNode {
    if (!quoted && this.isSign("(") && !isPlainWord(value)) return this.call(value, at, length);
    const word = quoted ? null : wordOf(value);
    if (word === null) return { form: "name", name: value, at, length };
    if (word === "not") return { form: "not", of: this.expression(NOT), at, length };
    if (word === "and" || word === "or" || word === "else") {
      throw new FormulaMistake(
        `“${word}” cannot stand here. A question of this name is written [${value}].`,
        at,
        length,
      );
    }
    return { form: "word", word, at, length };
  }

  private call(name: string, at: number, length: number): FormulaNode {
    this.expect("(", "An opening parenthesis is missing here.");
    const args: FormulaArgument[] = [];
    while (!this.isSign(")")) {
      if (args.length > 0) this.expect(",", "A comma or a closing parenthesis is missing here.");
      args.push(this.argument());
    }
    this.place += 1;
    return { form: "call", name, arguments: args, at, length };
  }

  private argument(): FormulaArgument {
    const { next } = this;
    const isElse = next.form === "name" && !next.quoted && wordOf(next.value) === "else";
    if (isElse) this.place += 1;
    const of = isElse ? null : this.expression(0);
    if (isElse && !this.isSign("->")) throw new FormulaMistake("Write else -> and what the others get.", this.next.at);
    if (!this.isSign("->")) return { of, to: null, at: next.at };
    this.place += 1;
    return { of, to: this.expression(0), at: next.at };
  }
}

/** Words that stand before parentheses without being a function. */
const isPlainWord = (name: string) => ["and", "or", "not"].includes(name.toLowerCase());

function binaryOf(token: Token): Binary | null {
  if (token.form === "name" && !token.quoted) {
    const word = wordOf(token.value);
    return word === "and" || word === "or" ? word : null;
  }
  if (token.form !== "sign") return null;
  if (token.value === "<>") return "!=";
  return token.value in strengths ? (token.value as Binary) : null;
}

function unexpected(token: Token): FormulaMistake {
  if (token.form === "end") return new FormulaMistake("The formula ends too early.", token.at);
  if (token.form === "sign") return new FormulaMistake(`“${token.value}” cannot stand here.`, token.at, token.length);
  return new FormulaMistake(
    `An operator is missing before ${token.form === "text" ? "this text" : `“${token.value}”`}. A name with blanks stands in square brackets, as in [first choice].`,
    token.at,
    token.length,
  );
}
