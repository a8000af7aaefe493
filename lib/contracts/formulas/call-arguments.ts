import type { FormulaChecker } from "./check";
import { formulaFunctions, isFormulaFunction } from "./functions";
import type { FormulaArgument, FormulaNode } from "./parse";
import type { FormulaStep, FormulaType } from "./steps";
import { FormulaMistake } from "./tokens";
import { type FormulaValue, typedValue } from "./values";

export type Call = Extract<FormulaNode, { form: "call" }>;

/** A refusal of a call, with an example of how it is written. */
export const wrong = ({ name, at, length }: Call, says: string) => {
  const known = name.toLowerCase();
  const example = isFormulaFunction(known) ? ` For example: ${formulaFunctions[known].signature}` : "";
  return new FormulaMistake(`${says}${example}`, at, length);
};

/** The nodes of a call that takes so many. @throws FormulaMistake with an example */
export function nodesOf(call: Call, least: number, most = Number.POSITIVE_INFINITY): FormulaNode[] {
  const nodes = call.arguments.flatMap(({ of }: FormulaArgument) => (of ? [of] : []));
  const { name } = call;
  if (nodes.length < least)
    throw wrong(call, `“${name}” needs ${least === 1 ? "something" : `${least} things`} in its parentheses.`);
  if (nodes.length > most) throw wrong(call, `“${name}” takes ${most === 1 ? "one thing" : `at most ${most} things`}.`);
  return nodes;
}

/** A whole number that stands in the formula. */
export function wholeNumber(
  node: FormulaNode | undefined,
  call: Call,
  { least, most }: { least: number; most: number },
) {
  if (node?.form === "number" && Number.isInteger(node.value) && node.value >= least && node.value <= most)
    return node.value;
  const place = node ?? call;
  throw new FormulaMistake(
    `“${call.name}” takes a whole number from ${least} to ${most} here.`,
    place.at,
    place.length,
  );
}

/** The value that a call gives. */
export const made = (checker: FormulaChecker, call: Call, type: FormulaType, step: FormulaStep) =>
  typedValue(type, step, call, checker.texts);

type Many = { values: FormulaValue[]; last: "all" | "any" | null };

/** Values of a function of many: a grid is its items, and the last word may be `all` or `any`. */
export function many(checker: FormulaChecker, call: Call, nodes = nodesOf(call, 1)): Many {
  const end = nodes.at(-1);
  const last = end?.form === "word" && (end.word === "all" || end.word === "any") ? end.word : null;
  const values = nodes.slice(0, last ? -1 : undefined).flatMap((node) => itemsOf(checker, node));
  if (values.length === 0) throw wrong(call, `“${call.name}” needs something in its parentheses.`);
  return { values, last };
}

function itemsOf(checker: FormulaChecker, node: FormulaNode): FormulaValue[] {
  if (node.form !== "name" || checker.names.question(node.name)) return [checker.value(node)];
  const items = checker.names.grid(node.name);
  if (!items) return [checker.value(node)];
  const { at, length } = node;
  return items.map(({ id }) => checker.value({ form: "name", name: id, at, length }));
}
