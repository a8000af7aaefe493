import { type Call, made, many, nodesOf, wholeNumber, wrong } from "./call-arguments";
import type { FormulaChecker } from "./check";
import type { FormulaArgument, FormulaNode } from "./parse";
import { resultIds } from "./results";
import type { FormulaStep } from "./steps";
import { FormulaMistake } from "./tokens";
import { type FormulaValue, want } from "./values";

type Check = (checker: FormulaChecker, call: Call) => FormulaValue;

/** A table of more options is too long to read. */
const MOST_PAIRS = 400;

/** Options in groups: values before each arrow get what stands behind it. */
export const checkRecode: Check = (checker, call) => {
  const [source, ...rest] = call.arguments;
  if (!source?.of || source.to) throw wrong(call, "“recode” begins with a question.");
  const value = checker.value(source.of);
  const isSeveral = value.as.options !== undefined;
  const of = want(value, isSeveral ? "options" : "category", "“recode”");
  const { groups, otherwise } = groupsOf(rest, call);
  const own = resultIds(of);
  const to = new Map<number, number>();
  for (const { from, target } of groups) {
    const id = target ? textId(checker, target) : MISSING;
    for (const each of from.flatMap((node) => sourceIds(checker, { value, of, own }, node))) {
      if (!to.has(each)) to.set(each, id);
    }
  }
  const others = otherwise ? textId(checker, otherwise) : MISSING;
  const named = [...to.keys(), ...own.filter((id) => !to.has(id))];
  const ids = named
    .map((id): [number, number] => [id, to.get(id) ?? others])
    .filter(([, target]) => target !== MISSING);
  return made(checker, call, isSeveral ? "options" : "category", {
    ...{ step: isSeveral ? "recoded options" : "recoded", of, ids },
  });
};

/** No text has this id. */
const MISSING = 0;

type Group = { from: FormulaNode[]; target: FormulaNode | null };

function groupsOf(rest: readonly FormulaArgument[], call: Call): { groups: Group[]; otherwise: FormulaNode | null } {
  const groups: Group[] = [];
  let from: FormulaNode[] = [];
  let otherwise: FormulaNode | null = null;
  for (const { of, to, at } of rest) {
    if (otherwise !== null) throw new FormulaMistake("“else” is the last part of recode.", at);
    if (of === null) otherwise = to;
    else from.push(of);
    if (of !== null && to) {
      groups.push({ from, target: to.form === "word" && to.word === "missing" ? null : to });
      from = [];
    }
  }
  if (from.length > 0 || groups.length === 0)
    throw wrong(call, "“recode” needs an arrow behind the options: what do they become?");
  return { groups, otherwise: otherwise?.form === "word" && otherwise.word === "missing" ? null : otherwise };
}

function textId(checker: FormulaChecker, node: FormulaNode): number {
  const value = checker.value(node);
  const step = value.literal === undefined ? null : want(value, "category", "“recode”");
  if (step?.step === "text") return step.id;
  throw new FormulaMistake("Behind an arrow stands the new option as a text, or missing.", node.at, node.length);
}

type Source = { value: FormulaValue; of: FormulaStep; own: readonly number[] };

/** The ids that an option of the source has among the formula's texts. */
function sourceIds(checker: FormulaChecker, { value, of, own }: Source, node: FormulaNode): number[] {
  const option = checker.value(node);
  if (option.literal === undefined) {
    throw new FormulaMistake("Before an arrow stand options as texts.", node.at, node.length);
  }
  if (value.question && (of.step === "option of" || of.step === "options of")) {
    const codes = new Set(checker.codesOf(value.question, option));
    return of.ids.flatMap(([code, id]) => (codes.has(code) ? [id] : []));
  }
  const id = own.find((each) => checker.texts.textOf(each).toLowerCase() === option.literal?.trim().toLowerCase());
  if (id !== undefined) return [id];
  const known = own.slice(0, 5).map((each) => `“${checker.texts.textOf(each)}”`);
  throw new FormulaMistake(
    `There is no option “${option.literal}” here, only ${known.join(", ")}.`,
    node.at,
    node.length,
  );
}

const plain = (value: number) => String(Number(value.toPrecision(12)));

/** The label of a band. Between whole limits numbers may have decimals all the same. */
function bandLabel(low: number | undefined, high: number | undefined): string {
  if (low === undefined) return `Under ${plain(high ?? 0)}`;
  return high === undefined ? `${plain(low)} and over` : `${plain(low)} to under ${plain(high)}`;
}

/** Labels that end a call, each a text; without any those that are suggested. */
function labelIds(
  checker: FormulaChecker,
  call: Call,
  nodes: readonly FormulaNode[],
  usual: readonly string[],
): number[] {
  if (nodes.length === 0) return usual.map((label) => checker.texts.idOf(label));
  if (nodes.length !== usual.length) {
    const at = nodes[0]?.at ?? call.at;
    throw new FormulaMistake(
      `There are ${usual.length} groups, but ${nodes.length === 1 ? "1 label" : `${nodes.length} labels`}.`,
      at,
    );
  }
  return nodes.map((node) => textId(checker, node));
}

export const checkBands: Check = (checker, call) => {
  const [source, ...rest] = nodesOf(call, 2);
  const of = want(checker.value(source ?? call), "number", "“bands”");
  const numbers = rest.map(limitOf);
  const firstLabel = numbers.indexOf(null);
  const edges = (firstLabel === -1 ? numbers : numbers.slice(0, firstLabel)).flatMap((each) => each ?? []);
  if (edges.length === 0) throw wrong(call, "“bands” needs at least one limit.");
  const unordered = edges.findIndex((edge, at) => at > 0 && edge <= (edges[at - 1] ?? 0));
  if (unordered !== -1) {
    const node = rest[unordered] ?? call;
    throw new FormulaMistake("Limits of bands rise from one to the next.", node.at, node.length);
  }
  const usual = [undefined, ...edges].map((low, at) => bandLabel(low, edges[at]));
  const ids = labelIds(checker, call, firstLabel === -1 ? [] : rest.slice(firstLabel), usual);
  return made(checker, call, "category", { step: "bands", of, edges, ids });
};

/** A limit as it is written, also a negative one. */
function limitOf(node: FormulaNode): number | null {
  if (node.form === "number") return node.value;
  return node.form === "minus" && node.of.form === "number" ? -node.of.value : null;
}

export const checkQuantiles: Check = (checker, call) => {
  const [source, number, ...rest] = nodesOf(call, 2);
  const of = want(checker.value(source ?? call), "number", "“quantiles”");
  const groups = wholeNumber(number, call, { least: 2, most: 100 });
  const usual = Array.from({ length: groups }, (_, at) => {
    const end = at === 0 ? " (lowest)" : at === groups - 1 ? " (highest)" : "";
    return `Group ${at + 1} of ${groups}${end}`;
  });
  const ids = labelIds(checker, call, rest, usual);
  return made(checker, call, "category", { step: "quantiles", of, ids });
};

export const checkCombine: Check = (checker, call) => {
  const of = nodesOf(call, 2, 5).map((node) => want(checker.value(node), "category", "“combine”"));
  const all = of.map(resultIds);
  const pairs = all.reduce((product, ids) => product * ids.length, 1);
  if (pairs > MOST_PAIRS) {
    throw wrong(
      call,
      `That would be ${pairs} options, more than ${MOST_PAIRS}: recode the questions to fewer options first.`,
    );
  }
  const every = all.reduce<number[][]>((lists, ids) => lists.flatMap((list) => ids.map((id) => [...list, id])), [[]]);
  const { texts } = checker;
  const ids = every.map((from): [number[], number] => [
    from,
    texts.idOf(from.map(texts.textOf).join(", "), from.map((id) => texts.list[id - 1]?.from[0]).join(" × ")),
  ]);
  return made(checker, call, "category", { step: "combined", of, ids });
};

export const checkPool: Check = (checker, call) => {
  const of = many(checker, call).values.map((value) => want(value, "category", "“pool”"));
  return made(checker, call, "options", { step: "pool", of });
};
