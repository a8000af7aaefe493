import { checkFormula } from "@/lib/contracts/formulas/check";
import type { FormulaStep, TimeUnit } from "@/lib/contracts/formulas/steps";
import type { Question } from "@/lib/contracts/interfaces/answers";

/** A response as formulas read it: numbers, codes, lists of codes, texts, epoch milliseconds. */
export type FormulaRow = { time: number | null; answers: Record<string, number | string | number[] | null> };

type Given = number | string | boolean | number[] | null;
type Scope = { row: FormulaRow; rows: readonly FormulaRow[]; questions: ReadonlyMap<string, Question> };

/**
 * The result of a formula for each response, step by step and without a store: numbers, yes and no as 1 and
 * 0, texts of options.
 */
export function evaluateFormula(text: string, questions: readonly Question[], rows: readonly FormulaRow[]) {
  const { formula, problem } = checkFormula(text, questions);
  if (!formula) throw new Error(`${text}: ${problem.message}`);
  const byId = new Map(questions.map((question) => [question.id, question]));
  const textOf = new Map(formula.results.map(({ id, text: words }) => [id, words]));
  return rows.map((row): number | string | string[] | null => {
    const scope = { row, rows, questions: byId };
    const given = valueOfStep(formula.step, scope);
    if (given === null) return null;
    if (Array.isArray(given)) return given.map((id) => textOf.get(id) ?? "").sort();
    if (typeof given === "boolean") return given ? 1 : 0;
    if (formula.type === "category") return textOf.get(Number(given)) ?? null;
    return typeof given === "number" && Math.abs(given) > 1e70 ? null : given;
  });
}

const numberOf = (given: Given): number | null => (given === null ? null : Number(given));
const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

function valueOfStep(step: FormulaStep, scope: Scope): Given {
  const of = (each: FormulaStep) => valueOfStep(each, scope);
  const { answers, time } = scope.row;
  const answer = (id: string) => answers[id] ?? null;
  switch (step.step) {
    case "missing":
      return null;
    case "number":
    case "yes":
      return step.value;
    case "words":
      return step.text;
    case "moment":
      return step.ms;
    case "response time":
      return time;
    case "text":
      return step.id;
    case "time of":
    case "text of":
      return answer(step.questionId);
    case "number of": {
      const question = scope.questions.get(step.questionId);
      if (question?.kind === "numeric") return answer(step.questionId);
      return question?.options.find(({ code }) => code === answer(step.questionId))?.value ?? null;
    }
    case "option of":
      return step.ids.find(([code]) => code === answer(step.questionId))?.[1] ?? null;
    case "options of":
      return mapped(answer(step.questionId), step.ids);
    case "recoded options":
      return mapped(of(step.of), step.ids);
    case "recoded": {
      const id = of(step.of);
      return step.ids.find(([from]) => from === id)?.[1] ?? null;
    }
    case "pool": {
      const ids = step.of.map(of).filter((id) => id !== null);
      return ids.length > 0 ? [...new Set(ids.map(Number))] : null;
    }
    case "combined": {
      const from = step.of.map(of);
      return step.ids.find(([each]) => each.every((id, at) => id === from[at]))?.[1] ?? null;
    }
    case "arithmetic": {
      const [left, right] = [numberOf(of(step.left)), numberOf(of(step.right))];
      return left === null || right === null ? null : calculated(step.sign, left, right);
    }
    case "aggregate": {
      const all = step.of.map((each) => numberOf(of(each)));
      const present = all.filter((each) => each !== null);
      if (present.length === 0 || (step.needsAll && present.length < all.length)) return null;
      if (step.how === "min") return Math.min(...present);
      if (step.how === "max") return Math.max(...present);
      const sum = present.reduce((total, each) => total + each, 0);
      return step.how === "sum" ? sum : sum / present.length;
    }
    case "absolute": {
      const value = numberOf(of(step.of));
      return value === null ? null : Math.abs(value);
    }
    case "round": {
      const value = numberOf(of(step.of));
      return value === null ? null : Math.floor(value * 10 ** step.digits + 0.5) / 10 ** step.digits;
    }
    case "as number":
      return numberOf(of(step.of));
    case "between": {
      const [from, to] = [numberOf(of(step.from)), numberOf(of(step.to))];
      return from === null || to === null
        ? null
        : from <= to
          ? wholeUnits(step.unit, from, to)
          : -wholeUnits(step.unit, to, from);
    }
    case "chosen": {
      const given = answer(step.questionId);
      return Array.isArray(given) ? given.length : null;
    }
    case "compare": {
      const [left, right] = [of(step.left), of(step.right)];
      return left === null || right === null ? null : compared(step.sign, left, right);
    }
    case "contains": {
      const words = of(step.of);
      return words === null ? null : String(words).toLowerCase().includes(step.text.toLowerCase());
    }
    case "and":
    case "or": {
      // Kleene's logic: one that is missing may still leave the other to decide.
      const deciding = step.step === "or";
      const all = step.of.map(of);
      return all.includes(deciding) ? deciding : all.includes(null) ? null : !deciding;
    }
    case "not": {
      const value = of(step.of);
      return value === null ? null : !value;
    }
    case "answered":
      return answer(step.questionId) !== null;
    case "is there":
      return of(step.of) !== null;
    case "surely":
      return of(step.of) === true;
    case "chose": {
      const given = answer(step.questionId);
      if (given === null) return null;
      const codes = [given].flat();
      return step.needsAll
        ? step.codes.every((code) => codes.includes(code))
        : step.codes.some((code) => codes.includes(code));
    }
    case "bands": {
      const value = numberOf(of(step.of));
      return value === null ? null : (step.ids[step.edges.filter((edge) => value >= edge).length] ?? null);
    }
    case "quantiles": {
      const value = numberOf(of(step.of));
      if (value === null) return null;
      const edges = step.ids.slice(1).map((_, at) => quantile((at + 1) / step.ids.length, step.of, scope));
      return step.ids[edges.filter((edge) => value > edge).length] ?? null;
    }
    case "if": {
      const when = of(step.when);
      return when === null ? null : of(when ? step.result : step.otherwise);
    }
    case "first":
      return step.of.map(of).find((each) => each !== null) ?? null;
  }
}

function mapped(given: Given, ids: readonly (readonly [number, number])[]): number[] | null {
  if (!Array.isArray(given)) return null;
  return [...new Set(given.flatMap((code) => ids.find(([from]) => from === code)?.[1] ?? []))];
}

function calculated(sign: "+" | "-" | "*" | "/" | "^", left: number, right: number): number | null {
  switch (sign) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return finite(left * right);
    case "/":
      return right === 0 ? null : finite(left / right);
    case "^":
      return finite(left ** right);
  }
}

function compared(sign: "=" | "!=" | "<" | "<=" | ">" | ">=", left: Given, right: Given): boolean {
  const [one, other] = [left ?? 0, right ?? 0];
  if (sign === "=") return one === other;
  if (sign === "!=") return one !== other;
  if (sign === "<") return one < other;
  if (sign === "<=") return one <= other;
  return sign === ">" ? one > other : one >= other;
}

const DAY_MS = 86_400_000;

/** Of two times in order: a month is whole when its day and time of day are reached. */
function wholeUnits(unit: TimeUnit, from: number, to: number): number {
  if (unit === "day") return Math.floor((to - from) / DAY_MS);
  if (unit === "week") return Math.floor((to - from) / (7 * DAY_MS));
  const [start, end] = [new Date(from), new Date(to)];
  const months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
  const within = (date: Date) => date.getUTCDate() * DAY_MS + (date.getTime() % DAY_MS);
  const whole = months - (within(end) < within(start) ? 1 : 0);
  return unit === "month" ? whole : Math.floor(whole / 12);
}

function quantile(level: number, of: FormulaStep, scope: Scope): number {
  const numbers = scope.rows
    .map((row) => numberOf(valueOfStep(of, { ...scope, row })))
    .filter((each) => each !== null)
    .sort((one, other) => one - other);
  const place = (numbers.length - 1) * level;
  const [below, above] = [numbers[Math.floor(place)] ?? 0, numbers[Math.ceil(place)] ?? 0];
  return below + (above - below) * (place - Math.floor(place));
}
