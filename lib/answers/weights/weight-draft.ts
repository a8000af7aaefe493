import type { AnswerOption, Question, WeightRecipe } from "@/lib/contracts/interfaces/answers";
import type { CountedQuestion } from "@/lib/contracts/ours/questions";
import { composed } from "@/lib/contracts/rules/composed";
import { withNames } from "@/lib/contracts/rules/option-names";
import { optionsToChoose } from "@/lib/tables/filter-words";

/** A weight that is being made: targets may still be missing. */
export type MarginDraft = {
  questionId: string;
  unit: "percent" | "count";
  /** By option's code, as typed; without an entry nothing is typed yet. */
  targets: Record<number, number>;
  leftOut: number[];
};

export type WeightDraft = {
  name: string;
  margins: MarginDraft[];
  /** Null: not limited. */
  caps: { low: number | null; high: number | null } | null;
  wave: string | null;
};

/** Caps that most surveys are weighted within. */
const USUAL_CAPS = { low: 0.3, high: 3 };

export const usualCaps = () => ({ ...USUAL_CAPS });

/** A new one, under a name that no other weight has. */
export function newWeightDraft(weights: readonly { id: string }[]): WeightDraft {
  const taken = new Set(weights.map(({ id }) => id.toLowerCase()));
  let name = "Raked weight";
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `Raked weight ${number}`;
  return { name, margins: [], caps: null, wave: null };
}

/** The recipe of a weight that was made here, to be calculated again or changed. */
export const weightDraftOf = (name: string, { margins, caps, wave }: WeightRecipe): WeightDraft => ({
  ...{ name, caps, wave },
  margins: margins.map(({ questionId, unit, targets, leftOut }) => ({
    ...{ questionId, unit, leftOut },
    targets: Object.fromEntries(targets.map(({ code, target }) => [code, target])),
  })),
});

export const newMargin = (questionId: string): MarginDraft => ({
  questionId,
  unit: "percent",
  targets: {},
  leftOut: [],
});

/** The options that respondents can be in, by their names and in their order. */
export const optionsOf = (question: Question): AnswerOption[] => optionsToChoose(question);

export const labelOf = ({ code, label }: Pick<AnswerOption, "code" | "label">): string => label || `Option ${code}`;

/**
 * A draft without targets of options that are gone or count as no answer by now: no field shows them, and the recipe
 * would be refused for them. A sentence each question says which; of a question that is gone nothing is taken away.
 */
export function withoutGone(
  draft: WeightDraft,
  questions: readonly Question[],
): { draft: WeightDraft; dropped: string[] } {
  const dropped: string[] = [];
  const margins = draft.margins.map((margin): MarginDraft => {
    const question = questions.find(({ id }) => id === margin.questionId);
    if (!question) return margin;
    const present = new Set(optionsOf(question).map(({ code }) => code));
    const codes = new Set([...Object.keys(margin.targets).map(Number), ...margin.leftOut]);
    const gone = [...codes].filter((code) => !present.has(code));
    if (gone.length === 0) return margin;
    dropped.push(
      `Taken out of “${question.id}”, because it is gone or counts as no answer: ${namesOf(question, gone)}.`,
    );
    return {
      ...margin,
      targets: Object.fromEntries(Object.entries(margin.targets).filter(([code]) => present.has(Number(code)))),
      leftOut: margin.leftOut.filter((code) => present.has(code)),
    };
  });
  return dropped.length > 0 ? { draft: { ...draft, margins }, dropped } : { draft, dropped };
}

function namesOf({ options }: Question, codes: readonly number[]): string {
  const known = new Map(withNames(options).map((option) => [option.code, `“${labelOf(option)}”`]));
  return codes.map((code) => known.get(code) ?? `the option with the code ${code}`).join(", ");
}

/** What a draft comes to. An option that nothing is typed for has no target: where it has respondents, that is refused. */
export const recipeOf = ({ margins, caps, wave }: WeightDraft): WeightRecipe => ({
  wave,
  caps: caps && { low: caps.low ?? 0, high: caps.high ?? 0 },
  margins: margins.map(({ questionId, unit, targets, leftOut }) => ({
    ...{ questionId, unit, leftOut },
    targets: Object.entries(targets)
      .map(([code, target]) => ({ code: Number(code), target }))
      .filter(({ code }) => !leftOut.includes(code)),
  })),
});

/** The sum of what is typed, as it is shown: without what only binary fractions add. */
export const sumOf = ({ targets, leftOut }: MarginDraft): number =>
  Number(
    Object.entries(targets)
      .reduce((sum, [code, target]) => sum + (leftOut.includes(Number(code)) ? 0 : target), 0)
      .toFixed(6),
  );

/** What is missing before it can be tried, a sentence each. */
export function weightDraftProblems({ name, margins, caps }: WeightDraft, questions: readonly Question[]): string[] {
  const byId = new Map(questions.map((question) => [question.id, question]));
  return [
    ...(name.trim() === "" ? ["Give the weight a name."] : []),
    ...(margins.length === 0 ? ["Choose a question whose shares the weight brings to their targets."] : []),
    ...margins.flatMap(({ questionId, targets, leftOut }) => {
      const question = byId.get(questionId);
      const open = question ? optionsOf(question).filter(({ code }) => !Number.isFinite(targets[code])) : [];
      const without = open.filter(({ code }) => !leftOut.includes(code)).map((option) => `“${labelOf(option)}”`);
      if (without.length === 0) return [];
      const more = without.length > 3 ? ` and ${without.length - 3} more` : "";
      return [`“${questionId}” has no target for ${without.slice(0, 3).join(", ")}${more}: type one, or leave it out.`];
    }),
    ...(caps && !((caps.low ?? -1) >= 0 && (caps.low ?? 1) < 1 && (caps.high ?? 0) > 1)
      ? ["Caps are multiples of the mean weight: the lower one from 0 to below 1, the upper one above 1."]
      : []),
  ];
}

const TENTHS = 10;

/** Targets that share 100 evenly, in tenths that add up exactly. */
export function evenTargets(question: Question, leftOut: readonly number[]): Record<number, number> {
  const codes = optionsOf(question).flatMap(({ code }) => (leftOut.includes(code) ? [] : [code]));
  const each = Math.floor((100 * TENTHS) / Math.max(1, codes.length));
  const rest = 100 * TENTHS - each * codes.length;
  return Object.fromEntries(codes.map((code, at) => [code, (each + (at < rest ? 1 : 0)) / TENTHS]));
}

/** How the answers are parted now, in percent of those in options that respondents can be in and are not left out. */
export function sharesNow(
  counted: CountedQuestion | undefined,
  question: Question,
  { leftOut }: MarginDraft,
): Map<number, number> {
  const codes = new Set(optionsOf(question).map(({ code }) => code));
  const counts = (counted?.counts ?? []).filter(({ code }) => codes.has(code) && !leftOut.includes(code));
  const all = counts.reduce((sum, { n }) => sum + n, 0);
  return new Map(counts.map(({ code, n }) => [code, (n / Math.max(1, all)) * 100]));
}

/** A figure that ends a line: as a person writes it, or as a file does, between quotation marks. */
const FIGURE = String.raw`"?(\d[\d.,]*|\.\d+)\s*%?"?$`;
const BARE = new RegExp(String.raw`^[\s:;|]*${FIGURE}`);
/** What follows a label. The comma parts it from its figure: no figure begins with one. */
const AFTER_LABEL = new RegExp(String.raw`^"?(?:[\s:;|]+|\s*,\s*)${FIGURE}`);
const LINE = new RegExp(String.raw`^(.*?[^\s:;|,"])"?(?:[\s:;|]*|\s*,\s*)${FIGURE}`);
const THOUSANDS = /^\d{1,3}([,.]\d{3})+$/;

/** Counts may have signs between thousands; percentages have at most a decimal one. */
function readNumber(text: string, unit: MarginDraft["unit"]): number | null {
  const hasThousands = unit === "count" && THOUSANDS.test(text);
  const plain = hasThousands ? text.replaceAll(/[,.]/g, "") : text.replace(",", ".");
  const value = Number(plain);
  return Number.isFinite(value) ? value : null;
}

/** The name and the figure of a line; a label that is known ends where it ends, whatever digits and commas it holds. */
function partsOf(line: string, names: readonly string[]): { name: string; figure: string } {
  const bare = BARE.exec(line)?.[1];
  if (bare !== undefined) return { name: "", figure: bare };
  const text = line.replace(/^"/, "");
  for (const name of names) {
    const figure = text.toLowerCase().startsWith(name) ? AFTER_LABEL.exec(text.slice(name.length))?.[1] : undefined;
    if (figure !== undefined) return { name, figure };
  }
  const [, name = "", figure = ""] = LINE.exec(text) ?? [];
  return { name, figure };
}

/** Whether lines such as “1,200” may be numbers, or codes with their targets: each begins with another option's code. */
function areUnclear(lines: readonly string[], byName: ReadonlyMap<string, number>): boolean {
  const codes = lines.map((line) => byName.get(/^(\d+),\d[\d.]*%?$/.exec(line)?.[1] ?? ""));
  return lines.length > 0 && !codes.includes(undefined) && new Set(codes).size === lines.length;
}

/**
 * Targets from pasted lines: an option's label or code and a number, or numbers alone in the options' order. What
 * cannot be read, or can be read in two ways, is named, and nothing of the rest is lost.
 */
export function readTargets(
  text: string,
  question: Question,
  unit: MarginDraft["unit"],
): { targets: Record<number, number>; problems: string[] } {
  const options = optionsOf(question);
  const byName = new Map<string, number>();
  for (const { code } of options) byName.set(String(code), code);
  for (const { code, label } of options) byName.set(composed(label.trim()).toLowerCase(), code);
  const names = [...byName.keys()].filter((name) => name !== "").sort((one, other) => other.length - one.length);
  const targets: Record<number, number> = {};
  const problems: string[] = [];
  const lines = composed(text)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (areUnclear(lines, byName)) {
    const says = `“${lines[0]}” can be one number, or an option's code and its target: put a tab after the codes, or write the numbers without a comma.`;
    return { targets, problems: [says] };
  }
  for (const [at, line] of lines.entries()) {
    const { name, figure } = partsOf(line, names);
    const value = figure === "" ? null : readNumber(figure, unit);
    const code = name === "" ? options[at]?.code : byName.get(name.toLowerCase());
    if (value === null) problems.push(`“${line}” has no number.`);
    else if (code === undefined)
      problems.push(name === "" ? `There is no option for line ${at + 1}.` : `There is no option “${name}”.`);
    else targets[code] = value;
  }
  return { targets, problems };
}
