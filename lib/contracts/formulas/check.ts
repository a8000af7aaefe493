import type { Question } from "../interfaces/answers";
import { optionFinder } from "../rules/filter-values";
import { checkCall } from "./check-calls";
import { nearest, QuestionNames } from "./names";
import { type Binary, type FormulaNode, parseFormula } from "./parse";
import { resultIds } from "./results";
import type { Comparison, FormulaStep, FormulaType } from "./steps";
import { FormulaMistake, placeInWords, written } from "./tokens";
import { FormulaTexts, type FormulaValue, typedValue, typeNames, valueOfQuestion, want } from "./values";

/** The types that a question made by a formula can have. */
type ResultType = "number" | "yesno" | "category" | "options";

/** A formula that is right: what it computes, its options by their texts, and the questions that it reads. */
export type CheckedFormula = {
  type: ResultType;
  step: FormulaStep;
  /** In the order in which the formula names them. `from`: what gives it, so that it is known again when renamed. */
  results: { id: number; text: string; from: readonly string[] }[];
  questionIds: string[];
};

export type FormulaProblem = { at: number; length: number; message: string };

/** `problem`: a sentence with its place. */
export type FormulaCheck = { formula: CheckedFormula; problem: null } | { formula: null; problem: FormulaProblem };

/** Reads a formula over these questions, as the question `self` where it is one. The editor and the server run the same. */
export function checkFormula(text: string, questions: readonly Question[], self?: string): FormulaCheck {
  try {
    return { formula: new FormulaChecker(questions, self).check(parseFormula(text)), problem: null };
  } catch (error) {
    if (!(error instanceof FormulaMistake)) throw error;
    const { at, length, says } = error;
    return { formula: null, problem: { at, length, message: `${placeInWords(text, at)}: ${says}` } };
  }
}

/** A table of more options is too long to read. */
const MOST_RESULTS = 1000;
/** A statement of more parts takes longer to plan than to run. */
const MOST_STEPS = 1500;
/** The store parses no deeper statements; a chain of operators is as deep as it is long. */
const MOST_DEPTH = 100;

const comparisons: Record<Comparison, true> = { "=": true, "!=": true, "<": true, "<=": true, ">": true, ">=": true };
const isComparison = (sign: Binary): sign is Comparison => Object.hasOwn(comparisons, sign);

export class FormulaChecker {
  readonly texts = new FormulaTexts();
  readonly names: QuestionNames;
  private readonly used = new Set<string>();
  private steps = 0;
  private depth = 0;

  constructor(questions: readonly Question[], self?: string) {
    this.names = new QuestionNames(questions, self);
  }

  check(node: FormulaNode): CheckedFormula {
    const value = this.value(node);
    const type = resultTypeOf(value);
    const step = want(value, type, "The result");
    const ids = type === "category" || type === "options" ? resultIds(step) : [];
    if (ids.length > MOST_RESULTS) {
      throw new FormulaMistake(`This gives ${ids.length} options, more than ${MOST_RESULTS}: join some.`, node.at);
    }
    const results = ids.map((id) => ({ id, text: this.texts.textOf(id), from: this.texts.list[id - 1]?.from ?? [] }));
    return { type, step, results, questionIds: [...this.used] };
  }

  value(node: FormulaNode): FormulaValue {
    this.steps += 1;
    this.depth += 1;
    if (this.steps > MOST_STEPS || this.depth > MOST_DEPTH) {
      throw new FormulaMistake("This formula is too long: make questions of its parts, or use sum.", node.at);
    }
    const value = this.partOf(node);
    this.depth -= 1;
    return value;
  }

  private partOf(node: FormulaNode): FormulaValue {
    const made = (type: FormulaType, step: FormulaStep) => typedValue(type, step, node, this.texts);
    switch (node.form) {
      case "number":
        return { ...made("number", { step: "number", value: node.value }), called: String(node.value) };
      case "text":
        return this.literal(node);
      case "word":
        return this.word(node);
      case "name":
        return this.name(node);
      case "call":
        return checkCall(this, node);
      case "not":
        return made("yesno", { step: "not", of: want(this.value(node.of), "yesno", "“not”") });
      case "minus": {
        const right = want(this.value(node.of), "number", "“-”");
        return made("number", { step: "arithmetic", sign: "-", left: { step: "number", value: 0 }, right });
      }
      case "binary":
        return this.binary(node);
    }
  }

  private literal({ value: text, at, length }: Extract<FormulaNode, { form: "text" }>): FormulaValue {
    return {
      ...{ at, length, called: "this text", main: "category", literal: text },
      as: {
        category: () => {
          if (text.trim() === "") throw new FormulaMistake("An option needs a label: this text is empty.", at, length);
          if (text.length > 1000)
            throw new FormulaMistake("An option's label has at most 1,000 characters.", at, length);
          return { step: "text", id: this.texts.idOf(text, `“${text.trim()}”`) };
        },
        text: () => ({ step: "words", text }),
      },
    };
  }

  private word({ word, at, length }: Extract<FormulaNode, { form: "word" }>): FormulaValue {
    const place = { at, length };
    if (word === "yes" || word === "no")
      return typedValue("yesno", { step: "yes", value: word === "yes" }, place, this.texts);
    if (word === "response_time") return typedValue("time", { step: "response time" }, place, this.texts);
    if (word === "missing") {
      const missing = (type: FormulaType) => (): FormulaStep => ({ step: "missing", type });
      const types = ["number", "yesno", "category", "time", "text"] as const;
      const as = Object.fromEntries(types.map((type) => [type, missing(type)]));
      return { ...place, called: "missing", main: null, as };
    }
    throw new FormulaMistake(`“${word}” stands last in a function, as in mean(a, b, ${word}).`, at, length);
  }

  private name({ name, at, length }: Extract<FormulaNode, { form: "name" }>): FormulaValue {
    const question = this.names.question(name);
    if (question) return valueOfQuestion(this.use(question), { at, length }, this.texts);
    if (this.names.grid(name)) {
      throw new FormulaMistake(
        `“${name}” is a grid: use it in a function of many, as in mean(${written(name)}).`,
        at,
        length,
      );
    }
    throw this.names.unknown(name, at, length);
  }

  /** A question that the formula reads. */
  use(question: Question): Question {
    this.used.add(question.id);
    return question;
  }

  private binary(node: Extract<FormulaNode, { form: "binary" }>): FormulaValue {
    const { sign, at, length } = node;
    const [left, right] = [this.value(node.left), this.value(node.right)];
    const made = (type: FormulaType, step: FormulaStep) => typedValue(type, step, { at, length }, this.texts);
    if (sign === "and" || sign === "or") {
      const of = [left, right].map((each) => want(each, "yesno", `“${sign}”`));
      return made("yesno", { step: sign, of: of.flatMap((each) => (each.step === sign ? each.of : [each])) });
    }
    if (isComparison(sign)) return made("yesno", this.compared(sign, left, right, { at, length }));
    const [one, other] = [left, right].map((each) => want(each, "number", `“${sign}”`)) as [FormulaStep, FormulaStep];
    return made("number", { step: "arithmetic", sign, left: one, right: other });
  }

  private compared(
    sign: Comparison,
    left: FormulaValue,
    right: FormulaValue,
    place: { at: number; length: number },
  ): FormulaStep {
    const isSame = sign === "=" || sign === "!=";
    const chosen = isSame ? (this.named(left, right) ?? this.named(right, left)) : null;
    if (chosen) return sign === "=" ? chosen : { step: "not", of: chosen };
    const type = comparisonTypeOf(left, right, isSame);
    if (type === null) throw new FormulaMistake(cannotCompare(sign, left, right), place.at, place.length);
    const [one, other] = [left, right].map((each) => want(each, type, `“${sign}”`)) as [FormulaStep, FormulaStep];
    return { step: "compare", sign, left: one, right: other };
  }

  /** A question compared with a text that names an option of it; null where it is something else. */
  private named({ question, as, main }: FormulaValue, text: FormulaValue): FormulaStep | null {
    if (text.literal === undefined || !question) return null;
    if (main === "options") {
      throw new FormulaMistake(
        `“${question.id}” has several answers: write chose(${written(question.id)}, "${text.literal}").`,
        ...([text.at, text.length] as const),
      );
    }
    if (!as.category) return null;
    return { step: "chose", questionId: question.id, codes: this.codesOf(question, text), needsAll: false };
  }

  /** The codes of the option that a text names. @throws FormulaMistake where the question has none of this name */
  codesOf(question: Question, { literal = "", at, length }: FormulaValue): number[] {
    const codes = optionFinder(question.options)(literal);
    if (codes.length > 0) return codes;
    const meant = nearest(
      literal,
      question.options.map(({ label }) => label),
    );
    const hint = meant === null ? "" : ` Did you mean “${meant}”?`;
    throw new FormulaMistake(`“${question.id}” has no option “${literal}”.${hint}`, at, length);
  }
}

function resultTypeOf(value: FormulaValue): ResultType {
  const { main, at, length, literal } = value;
  if (literal !== undefined)
    throw new FormulaMistake("This is the same for every response: use a question.", at, length);
  if (main === "time") {
    throw new FormulaMistake("The result is a time. Use days_between, weeks_between or months_between.", at, length);
  }
  if (main === "text")
    throw new FormulaMistake("The result is a text. Use contains, or texts as results of if.", at, length);
  if (main === null) throw new FormulaMistake("The result is always missing.", at, length);
  return main;
}

function comparisonTypeOf(left: FormulaValue, right: FormulaValue, isSame: boolean): FormulaType | null {
  const both = (type: FormulaType) => left.as[type] !== undefined && right.as[type] !== undefined;
  const mains = [left.main, right.main];
  if (both("number") && (!isSame || mains.includes("number") || mains.includes("yesno"))) return "number";
  const types: FormulaType[] = isSame ? ["category", "time", "text", "number"] : ["time"];
  return types.find(both) ?? null;
}

function cannotCompare(sign: Comparison, left: FormulaValue, right: FormulaValue): string {
  const several = [left, right].find(({ main }) => main === "options");
  if (several) return `“${sign}” cannot compare several answers: use chose or chosen.`;
  const isOf = ({ called, main, literal }: FormulaValue) =>
    `${literal === undefined ? called : `“${literal}”`} is ${main === null ? "missing" : typeNames[main]}`;
  const hint = [left, right].some(({ as }) => as.time) ? ' Write a date as date("2031-02-28").' : "";
  return `“${sign}” cannot compare these: ${isOf(left)}, ${isOf(right)}.${hint}`;
}
