import { instantOf } from "../calendar/instants";
import type { Question } from "../interfaces/answers";
import { rankedCodes } from "../rules/option-order";
import { canBeBuckets } from "../rules/question-rules";
import { type Call, made, many, nodesOf, wholeNumber, wrong } from "./call-arguments";
import type { FormulaChecker } from "./check";
import { checkBands, checkCombine, checkPool, checkQuantiles, checkRecode } from "./check-options";
import { type FormulaFunction, formulaFunctionNames, isFormulaFunction } from "./functions";
import { nearest } from "./names";
import type { FormulaNode } from "./parse";
import type { Aggregate, FormulaStep, FormulaType, TimeUnit } from "./steps";
import { FormulaMistake, written } from "./tokens";
import { type FormulaValue, typeNames, want } from "./values";

type Check = (checker: FormulaChecker, call: Call) => FormulaValue;

/** A call of a function, its arguments checked. */
export function checkCall(checker: FormulaChecker, call: Call): FormulaValue {
  const name = call.name.toLowerCase();
  if (!isFormulaFunction(name)) throw unknownFunction(checker, call);
  if (name !== "recode") {
    const arrow = call.arguments.find(({ of, to }) => of === null || to !== null);
    if (arrow) throw new FormulaMistake("An arrow stands only in recode.", arrow.at, 2);
  }
  return checks[name](checker, call);
}

function unknownFunction(checker: FormulaChecker, { name, at, length }: Call): FormulaMistake {
  const meant = nearest(name, formulaFunctionNames);
  const hint = meant === null ? "" : ` Did you mean ${meant}?`;
  const isQuestion = checker.names.question(name) !== undefined;
  const says = isQuestion
    ? `“${name}” is a question, not a function: an operator is missing before the parenthesis.`
    : `There is no function “${name}”.${hint}`;
  return new FormulaMistake(says, at, length);
}

const aggregate =
  (how: Aggregate, usually: "all" | "any"): Check =>
  (checker, call) => {
    const { values, last } = many(checker, call);
    const of = values.map((value) => want(value, "number", `“${call.name}”`));
    return made(checker, call, "number", { step: "aggregate", how, of, needsAll: (last ?? usually) === "all" });
  };

/** Yes and no as numbers, added up. */
const count: Check = (checker, call) => {
  const { values, last } = many(checker, call);
  const of = values.map((value): FormulaStep => ({ step: "as number", of: want(value, "yesno", "“count”") }));
  return made(checker, call, "number", { step: "aggregate", how: "sum", of, needsAll: last === "all" });
};

/** The type that all of these can be used as: the first one's own before others. */
function commonType(call: Call, values: readonly FormulaValue[]): FormulaType {
  const mains = values.flatMap(({ main }) => (main === null || main === "options" ? [] : [main]));
  const common = [...mains, "number" as const, "category" as const].find((type) =>
    values.every(({ as }) => as[type] !== undefined),
  );
  if (common && mains.length > 0) return common;
  const first = values.find(({ main }) => main !== null);
  const other = values.find(({ main, as }) => first?.main && main !== null && as[first.main] === undefined) ?? first;
  if (!first?.main || !other?.main) throw wrong(call, `The results of “${call.name}” are all missing.`);
  if (first.main === "options" || other.main === "options") {
    throw new FormulaMistake(
      `“${call.name}” takes results of one answer: use chose or recode of each.`,
      other.at,
      other.length,
    );
  }
  throw new FormulaMistake(
    `The results of “${call.name}” have to be of one type: this is ${typeNames[other.main]}, another is ${typeNames[first.main]}.`,
    ...([other.at, other.length] as const),
  );
}

const choose: Check = (checker, call) => {
  const nodes = nodesOf(call, 2);
  if (nodes.length % 2 === 0) throw wrong(call, "“if” ends with a result for all others: it is missing here.");
  const parts = nodes.map((node) => checker.value(node));
  const results = parts.filter((_, at) => at % 2 === 1 || at === parts.length - 1);
  const type = commonType(call, results);
  const last = parts.at(-1);
  if (!last) throw wrong(call, "“if” needs a result.");
  // The first result is named first, as options stand in that order.
  const taken = results.map((value) => want(value, type, "“if”"));
  const step = taken.slice(0, -1).reduceRight<FormulaStep>((otherwise, result, at) => {
    const when = want(parts[at * 2] ?? last, "yesno", "A condition of “if”");
    return { step: "if", when, result, otherwise };
  }, taken.at(-1) ?? { step: "missing", type });
  return made(checker, call, type, step);
};

const first: Check = (checker, call) => {
  const values = nodesOf(call, 2).map((node) => checker.value(node));
  const type = commonType(call, values);
  return made(checker, call, type, { step: "first", of: values.map((value) => want(value, type, "“first”")) });
};

/** The question that a function is about: it stands there by its name. */
function questionIn(checker: FormulaChecker, call: Call, node: FormulaNode | undefined): Question {
  const value = node && checker.value(node);
  if (value?.question) return value.question;
  throw new FormulaMistake(`“${call.name}” takes a question here.`, node?.at ?? call.at, node?.length ?? call.length);
}

const chose: Check = (checker, call) => {
  const [of, ...rest] = nodesOf(call, 2);
  const question = questionIn(checker, call, of);
  if (question.options.length === 0) throw wrong(call, `“${question.id}” has no options.`);
  const { values, last } = many(checker, call, rest);
  if (last === "any") throw wrong(call, "“any” is what chose does without it.");
  const lists = values.map((value) => {
    if (value.literal !== undefined) return checker.codesOf(question, value);
    throw new FormulaMistake(
      `Write the option as a text, as in chose(${written(question.id)}, "…").`,
      value.at,
      value.length,
    );
  });
  const codes = [...new Set(lists.flat())];
  return made(checker, call, "yesno", { step: "chose", questionId: question.id, codes, needsAll: last === "all" });
};

const chosen: Check = (checker, call) => {
  const question = questionIn(checker, call, nodesOf(call, 1, 1)[0]);
  if (question.kind === "multiple") return made(checker, call, "number", { step: "chosen", questionId: question.id });
  throw wrong(call, `“${question.id}” has one answer: chosen counts those of a multiple-choice question.`);
};

const answered: Check = (checker, call) => {
  const [node] = nodesOf(call, 1, 1);
  const value = node && checker.value(node);
  if (!value) throw wrong(call, "“answered” needs a question.");
  if (value.question) return made(checker, call, "yesno", { step: "answered", questionId: value.question.id });
  if (value.main === null || value.main === "options") throw wrong(call, "“answered” takes a question or a result.");
  return made(checker, call, "yesno", { step: "is there", of: want(value, value.main, "“answered”") });
};

const contains: Check = (checker, call) => {
  const [of, words] = nodesOf(call, 2, 2).map((node) => checker.value(node));
  if (!of || words?.literal === undefined) throw wrong(call, "“contains” takes a question and a text.");
  const step = want(of, "text", "“contains”");
  return made(checker, call, "yesno", { step: "contains", of: step, text: words.literal });
};

const round: Check = (checker, call) => {
  const [of, digits] = nodesOf(call, 1, 2);
  const step = want(checker.value(of ?? call), "number", "“round”");
  const places = digits ? wholeNumber(digits, call, { least: 0, most: 10 }) : 0;
  return made(checker, call, "number", { step: "round", of: step, digits: places });
};

const absolute: Check = (checker, call) => {
  const [of] = nodesOf(call, 1, 1);
  return made(checker, call, "number", { step: "absolute", of: want(checker.value(of ?? call), "number", "“abs”") });
};

const ONE: FormulaStep = { step: "number", value: 1 };
const sum = (of: FormulaStep[]): FormulaStep => ({ step: "aggregate", how: "sum", of, needsAll: false });

/** One more than how many of the others are higher; missing without a number. */
const rank: Check = (checker, call) => {
  const [own, ...rest] = nodesOf(call, 2);
  const number = want(checker.value(own ?? call), "number", "“rank”");
  const others = many(checker, call, rest).values.map((value) => want(value, "number", "“rank”"));
  const higher = others.map(
    (other): FormulaStep => ({ step: "as number", of: { step: "compare", sign: ">", left: other, right: number } }),
  );
  const result = sum([ONE, ...higher]);
  return made(checker, call, "number", {
    ...{ step: "if", when: { step: "is there", of: number }, result, otherwise: { step: "missing", type: "number" } },
  });
};

const rankOf: Check = (checker, call) => {
  const [option, ...rest] = nodesOf(call, 2);
  const name = option && checker.value(option);
  if (name?.literal === undefined) throw wrong(call, "“rank_of” begins with an option as a text.");
  const questions = many(checker, call, rest).values.map(({ question, at, length }) => {
    if (question && canBeBuckets(question)) return question;
    throw new FormulaMistake("“rank_of” takes questions with one answer.", at, length);
  });
  const lists = questions.map((question) => ({ question, codes: codesIn(checker, question, name) }));
  if (lists.every(({ codes }) => codes.length === 0)) {
    const [question] = questions;
    if (question) checker.codesOf(question, name);
  }
  const step = lists.reduceRight<FormulaStep>(
    (otherwise, { question, codes }, at) => {
      const chose: FormulaStep = { step: "chose", questionId: question.id, codes, needsAll: false };
      return { step: "if", when: { step: "surely", of: chose }, result: { step: "number", value: at + 1 }, otherwise };
    },
    { step: "missing", type: "number" },
  );
  return made(checker, call, "number", step);
};

/** An option that was never given in third place may not be among the options there. */
function codesIn(checker: FormulaChecker, question: Question, name: FormulaValue): number[] {
  try {
    return checker.codesOf(question, name);
  } catch (error) {
    if (error instanceof FormulaMistake) return [];
    throw error;
  }
}

const share =
  (end: "top" | "bottom"): Check =>
  (checker, call) => {
    const [number, ...rest] = nodesOf(call, 2);
    const boxes = wholeNumber(number, call, { least: 1, most: 100 });
    const of = many(checker, call, rest).values.map(({ question, at, length }): FormulaStep => {
      if (!question || !canBeBuckets(question)) {
        throw new FormulaMistake(`“${call.name}” takes questions with one answer.`, at, length);
      }
      const codes = rankedCodes(question);
      if (codes === null) {
        throw new FormulaMistake(
          `The options of “${question.id}” have no confirmed order: confirm it first.`,
          at,
          length,
        );
      }
      const inBox = end === "top" ? codes.slice(-boxes) : codes.slice(0, boxes);
      return { step: "as number", of: { step: "chose", questionId: question.id, codes: inBox, needsAll: false } };
    });
    return made(checker, call, "number", { step: "aggregate", how: "mean", of, needsAll: false });
  };

const between =
  (unit: TimeUnit): Check =>
  (checker, call) => {
    const [from, to] = nodesOf(call, 2, 2).map((node) => want(checker.value(node), "time", `“${call.name}”`));
    if (!from || !to) throw wrong(call, `“${call.name}” takes two times.`);
    return made(checker, call, "number", { step: "between", unit, from, to });
  };

const date: Check = (checker, call) => {
  const [node] = nodesOf(call, 1, 1);
  const ms = node?.form === "text" ? instantOf(node.value, "start") : null;
  if (ms === null) throw wrong(call, "“date” takes a day as a text.");
  return made(checker, call, "time", { step: "moment", ms });
};

const checks: Record<FormulaFunction, Check> = {
  if: choose,
  first,
  recode: checkRecode,
  bands: checkBands,
  quantiles: checkQuantiles,
  combine: checkCombine,
  pool: checkPool,
  chose,
  chosen,
  count,
  answered,
  contains,
  sum: aggregate("sum", "all"),
  mean: aggregate("mean", "any"),
  min: aggregate("min", "any"),
  max: aggregate("max", "any"),
  round,
  abs: absolute,
  rank,
  rank_of: rankOf,
  top_share: share("top"),
  bottom_share: share("bottom"),
  days_between: between("day"),
  weeks_between: between("week"),
  months_between: between("month"),
  years_between: between("year"),
  date,
};
