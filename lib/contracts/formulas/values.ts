import type { Question } from "../interfaces/answers";
import { validOptions } from "../rules/answer-cells";
import { nameKey, optionNames } from "../rules/option-names";
import type { FormulaStep, FormulaType, TextIds } from "./steps";
import { FormulaMistake } from "./tokens";

/** A part of a formula: as which types it can be used, and which it is when nothing else is asked for. */
export type FormulaValue = {
  at: number;
  length: number;
  /** Its name in sentences. */
  called: string;
  main: FormulaType | null;
  as: Partial<Record<FormulaType, () => FormulaStep>>;
  /** Where it is a question itself. */
  question?: Question;
  /** Where it is a text between quotation marks. */
  literal?: string;
};

export const typeNames: Record<FormulaType, string> = {
  number: "a number",
  yesno: "a yes or no",
  category: "an option",
  options: "several options",
  time: "a time",
  text: "a text",
};

/** The texts that options of a formula's result can have, each once. */
export class FormulaTexts {
  readonly list: { text: string; from: string[] }[] = [];
  private readonly ids = new Map<string, number>();

  /** `from`: what gives this text, which tells it again when it is written otherwise. */
  idOf(text: string, from = text): number {
    const key = nameKey(text);
    const known = this.ids.get(key);
    if (known !== undefined) {
      const entry = this.list[known - 1];
      if (entry && !entry.from.includes(from)) entry.from.push(from);
      return known;
    }
    this.list.push({ text: text.trim(), from: [from] });
    this.ids.set(key, this.list.length);
    return this.list.length;
  }

  textOf = (id: number): string => this.list[id - 1]?.text ?? "";

  /** Of each option that is an answer its text here. */
  ofOptions(question: Question): TextIds {
    const names = optionNames(question.options);
    return validOptions(question)
      .toSorted((one, other) => one.order - other.order)
      .map(({ code }) => [code, this.idOf(names.get(code) ?? String(code), `${code} of ${question.id}`)]);
  }
}

type Place = Pick<FormulaValue, "at" | "length">;

/** A result of one type, with what else it can be used as. */
export function typedValue(type: FormulaType, step: FormulaStep, place: Place, texts: FormulaTexts): FormulaValue {
  const { at, length } = place;
  const as: FormulaValue["as"] = { [type]: () => step };
  if (type === "yesno") {
    as.number = () => ({ step: "as number", of: step });
    as.category = () => yesOrNo(step, texts);
  }
  return { at, length, called: "this", main: type, as };
}

const yesOrNo = (of: FormulaStep, texts: FormulaTexts): FormulaStep => ({
  ...{ step: "if", when: of },
  result: { step: "text", id: texts.idOf("Yes") },
  otherwise: { step: "text", id: texts.idOf("No") },
});

/** Whether a question's answers are yes and no, as those of a filter are. */
const isYesNo = ({ derivation }: Question): boolean =>
  derivation?.form === "filter" || (derivation?.form === "formula" && derivation.gives === "yesno");

export function valueOfQuestion(question: Question, place: Place, texts: FormulaTexts): FormulaValue {
  const { id: questionId, kind, options, derivation } = question;
  const as: FormulaValue["as"] = {};
  const hasOne = (kind === "single" || kind === "scale") && options.length > 0;
  const hasNumbers = kind === "numeric" || (hasOne && options.some(({ value }) => value !== null));
  if (hasNumbers) as.number = () => ({ step: "number of", questionId });
  if (hasOne) as.category = () => ({ step: "option of", questionId, ids: texts.ofOptions(question) });
  if (hasOne && isYesNo(question)) {
    as.yesno = () => ({ step: "chose", questionId, codes: [1], needsAll: false });
  }
  if (kind === "multiple") as.options = () => ({ step: "options of", questionId, ids: texts.ofOptions(question) });
  if (kind === "date" && derivation === null) as.time = () => ({ step: "time of", questionId });
  if (kind === "open") as.text = () => ({ step: "text of", questionId });
  return { ...place, called: `“${questionId}”`, main: mainOf(as), as, question };
}

function mainOf(as: FormulaValue["as"]): FormulaType | null {
  const order: FormulaType[] = ["yesno", "category", "number", "options", "time", "text"];
  return order.find((type) => as[type]) ?? null;
}

/** The step of a value as one of a type. @throws FormulaMistake where it cannot be that */
export function want(value: FormulaValue, type: FormulaType, where: string): FormulaStep {
  const step = value.as[type];
  if (step) return step();
  throw new FormulaMistake(`${where} takes ${typeNames[type]}: ${reasonOf(value, type)}`, value.at, value.length);
}

function reasonOf({ called, main, question, literal }: FormulaValue, type: FormulaType): string {
  if (literal !== undefined) return `“${literal}” is a text.`;
  if (type === "number" && main === "category") {
    return `${called} has options without values. Compare its options, as in ${question?.id ?? "region"} = "North", or give them values.`;
  }
  if (main === "options") return `${called} has several answers. Use chose or chosen.`;
  return `${called} is ${main ? typeNames[main] : "without answers that a formula can use"}.`;
}
