import type { Question } from "@/lib/contracts/interfaces/demand-replies";
import type { Qualification } from "@/lib/contracts/interfaces/survey-codec";
import { MAX_QUOTAS } from "@/lib/contracts/terms/demand";
import { apportion } from "@/lib/stats/apportion";
import { fitMargins, placeOf, roundToMargins } from "@/lib/stats/fit-margins";
import { readOptions, splitOutsideQuotes, writeOptions } from "./option-text";

/** Options of one question that belong together: an age band, a group of regions, or a single option. */
export type Group = { name: string; optionIds: (number | string)[] };

/** A question and the groups that it is divided into. */
export type Dimension = { question: Question; groups: Group[] };

/** A quota to be: its name, and who belongs to it. */
export type Cell = { name: string; qualifications: Qualification[] };

type Outcome<T> = { value: T } | { problem: string };

/** Every option of a question as a group of its own. */
export const singleGroups = ({ options }: Question): Group[] =>
  options.map(({ id, text }) => ({ name: text || `#${id}`, optionIds: [id] }));

/**
 * Groups as a person types them: commas between groups, `+` between options of one group ("18-24, 25-34, 35+" or
 * "North + East, South"). A group is named as it reads.
 */
export function readGroups(text: string, question: Question): Outcome<Group[]> {
  const groups: Group[] = [];
  for (const part of splitOutsideQuotes(text, /[,;\n]/)
    .map((each) => each.trim())
    .filter(Boolean)) {
    const read = readGroup(part, question);
    if ("problem" in read) return read;
    groups.push(groupOf(read.value, question));
  }
  if (groups.length === 0) return { problem: `Write the groups of ${question.name}, with commas between them.` };
  const overlap = overlapOf(groups);
  if (overlap) {
    return { problem: `“${overlap[0]}” and “${overlap[1]}” overlap: whoever is in both would count in both.` };
  }
  return { value: groups };
}

type Id = number | string;

function readGroup(part: string, question: Question): Outcome<Id[]> {
  const whole = readOptions(part, question);
  if ("value" in whole) return whole;
  const pieces = splitOutsideQuotes(part, /\+/)
    .map((each) => each.trim())
    .filter(Boolean);
  if (pieces.length < 2) return whole;
  const ids: Id[] = [];
  for (const piece of pieces) {
    const read = readOptions(piece, question);
    if ("problem" in read) return read;
    ids.push(...read.value);
  }
  return { value: ids };
}

function groupOf(ids: readonly Id[], question: Question): Group {
  const optionIds = [...new Set(ids)];
  return { name: writeOptions(optionIds, question).replaceAll('"', ""), optionIds };
}

/** Groups as `readGroups` reads them back. */
export const writeGroups = (groups: readonly Group[], question: Question): string =>
  groups.map(({ optionIds }) => writeGroup(optionIds, question)).join(", ");

function writeGroup(optionIds: readonly Id[], question: Question): string {
  const parts = splitOutsideQuotes(writeOptions(optionIds, question), /,/).map((each) => each.trim());
  if (parts.length === 1) return parts[0] ?? "";
  return parts.map((part) => (part.includes("+") && !part.startsWith('"') ? `"${part}"` : part)).join(" + ");
}

/** The groups with an option taken out of them all, or with it as a group of its own where it was in none. */
export function toggleOption(groups: readonly Group[], optionId: Id, question: Question): Group[] {
  const isOption = (id: Id) => String(id) === String(optionId);
  if (!groups.some(({ optionIds }) => optionIds.some(isOption))) return [...groups, groupOf([optionId], question)];
  return groups.flatMap((group) => {
    const left = group.optionIds.filter((id) => !isOption(id));
    if (left.length === group.optionIds.length) return [group];
    return left.length > 0 ? [groupOf(left, question)] : [];
  });
}

function overlapOf(groups: readonly Group[]): [string, string] | null {
  const holder = new Map<string, string>();
  for (const { name, optionIds } of groups) {
    for (const id of optionIds) {
      const other = holder.get(String(id));
      if (other !== undefined) return [other, name];
    }
    for (const id of optionIds) holder.set(String(id), name);
  }
  return null;
}

/** Every combination of one group from each dimension, the last dimension varying fastest. */
export function interlocked(dimensions: readonly Dimension[]): Outcome<Cell[]> {
  const sizes = dimensions.map(({ groups }) => groups.length);
  const count = sizes.reduce((all, size) => all * size, 1);
  if (dimensions.length === 0 || count === 0) return { problem: "Choose questions, and at least one group of each." };
  if (count > MAX_QUOTAS) {
    return {
      problem: `These make ${count.toLocaleString("en")} quotas. A survey can have at most ${MAX_QUOTAS.toLocaleString("en")}.`,
    };
  }
  const cells = Array.from({ length: count }, (_, index) => {
    const place = placeOf(sizes, index);
    const chosen = dimensions.flatMap(({ question, groups }, dimension) => {
      const group = groups[place[dimension] ?? 0];
      return group ? [{ question, group }] : [];
    });
    return {
      name: chosen.map(({ group }) => group.name).join(", "),
      qualifications: chosen.map(({ question, group }) => ({
        question_id: question.id,
        allowed_option_ids: [...group.optionIds],
      })),
    };
  });
  return { value: cells };
}

/** The groups of each dimension by themselves: whoever belongs to a group of each counts in each. */
export const sideBySide = (dimensions: readonly Dimension[]): Cell[] =>
  dimensions.flatMap(({ question, groups }) =>
    groups.map((group) => ({
      name: group.name,
      qualifications: [{ question_id: question.id, allowed_option_ids: [...group.optionIds] }],
    })),
  );

/** How targets are given. Percentages are of the total; `margins` has a list a dimension. */
export type TargetPlan =
  | { way: "counts"; counts: readonly number[] }
  | { way: "evenly"; total: number }
  | { way: "percent"; total: number; percent: readonly number[] }
  | { way: "margins"; total: number; margins: readonly (readonly number[])[]; seed?: readonly number[] };

/** Targets in the order of the cells; `residue`: by how much the whole margins miss, a list a dimension. */
export type Targets = { targets: number[]; residue: number[][] };

/** Whole targets that sum exactly to the total. */
export function planTargets(plan: TargetPlan, cells: number, dimensions: readonly Dimension[]): Outcome<Targets> {
  if (plan.way === "counts") {
    const odd = plan.counts.findIndex((count) => !Number.isSafeInteger(count) || count < 0);
    if (odd >= 0) return { problem: `Target ${odd + 1} must be a whole number, 0 or more.` };
    return { value: { targets: [...plan.counts], residue: [] } };
  }
  const { total } = plan;
  if (!Number.isSafeInteger(total) || total < 1) return { problem: "The total must be a whole number, 1 or more." };
  if (plan.way === "evenly") return { value: { targets: apportion(new Array(cells).fill(1), total), residue: [] } };
  if (plan.way === "percent") {
    const problem = percentProblem(plan.percent, "The percentages");
    if (problem) return { problem };
    return { value: { targets: apportion(plan.percent, total), residue: [] } };
  }
  return fitted(plan, total, dimensions);
}

function fitted(
  { margins, seed }: Extract<TargetPlan, { way: "margins" }>,
  total: number,
  dimensions: readonly Dimension[],
): Outcome<Targets> {
  for (const [index, margin] of margins.entries()) {
    const problem = percentProblem(margin, `The percentages of ${dimensions[index]?.question.name ?? "a question"}`);
    if (problem) return { problem };
  }
  const shares = margins.map((margin) => sharesOf(margin, total));
  const exact = fitMargins(shares, seed);
  // Percentages that contradict each other by less than one complete may not do so as whole numbers.
  const fit = exact.end === "contradictory" ? fitMargins(wholeOf(margins, total), seed) : exact;
  if (fit.end === "contradictory") {
    return {
      problem: "No targets have these margins while the left-out cells stay empty. Change a margin or add cells.",
    };
  }
  if (fit.difference > 0.5) {
    const off = fit.difference.toLocaleString("en", { maximumSignificantDigits: 2 });
    return { problem: `The closest targets found still miss a margin by ${off}. Change a margin or add cells.` };
  }
  const { cells, residue } = roundToMargins({ sizes: margins.map(({ length }) => length), cells: fit.cells }, total);
  return { value: { targets: cells, residue } };
}

const wholeOf = (margins: readonly (readonly number[])[], total: number) =>
  margins.map((margin) => apportion(margin, total));

const sharesOf = (percent: readonly number[], total: number) => percent.map((each) => (each * total) / 100);

/** Percentages come from tables that round: a sum this near to 100 is 100. */
const CLOSE = 1e-6;

export const sumOf = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

/** Why percentages cannot be used, in a sentence; null: they can. */
function percentProblem(percent: readonly number[], what: string): string | null {
  if (percent.some((each) => !(each >= 0) || !Number.isFinite(each))) return `${what} must be numbers, 0 or more.`;
  const sum = sumOf(percent);
  if (Math.abs(sum - 100) <= CLOSE) return null;
  return `${what} add up to ${Number(sum.toFixed(4))}, not 100. Change one, or scale them to 100.`;
}

/** Percentages in the same proportion whose sum is exactly 100, to four places. */
export function scaledTo100(percent: readonly number[]): number[] {
  return sumOf(percent) > 0 ? apportion(percent, 1_000_000).map((each) => each / 10_000) : [...percent];
}
