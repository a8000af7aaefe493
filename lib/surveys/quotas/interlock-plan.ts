import { shortened } from "@/lib/contracts/rules/shortened";
import { MAX_QUOTAS } from "@/lib/contracts/terms/demand";
import { apportion } from "@/lib/stats/apportion";
import { marginsOf } from "@/lib/stats/fit-margins";
import type { QuotaDraft } from "../draft";
import { type Cell, type Dimension, interlocked, planTargets, sideBySide, sumOf } from "./interlock";

/**
 * `interlocked`: every combination of groups. `side by side`: each question's groups by themselves. `nested`: the
 * first question's groups, and inside each the combinations with the others; both are quotas.
 */
export const arrangements = ["interlocked", "side by side", "nested"] as const;
export type Arrangement = (typeof arrangements)[number];

/** How targets come about. `margins`: by each question's percentages; `percent`: by each cell's. */
export type Way = "evenly" | "margins" | "percent" | "counts";

/** A figure that a person may have left empty. */
export type Typed = number | "";

/** What a person said about one cell. `target`: stands whatever the way works out. */
export type CellChoice = { leftOut?: boolean; percent?: Typed; target?: Typed };

export type InterlockPlan = {
  dimensions: readonly Dimension[];
  arrangement: Arrangement;
  way: Way;
  total: Typed;
  /** Percent of each group, a list a dimension; empty: an equal part of what the others leave of 100. */
  margins: readonly (readonly Typed[])[];
  /** By the key of the cell. */
  cells: ReadonlyMap<string, CellChoice>;
};

export type PlannedCell = Cell & {
  key: string;
  /** A first question's group around its cells: their sum. */
  isParent: boolean;
  isLeftOut: boolean;
  isOvertyped: boolean;
  /** Null: unknown as yet. */
  target: number | null;
};

/** What a group's cells add up to, and what they should: null where nothing says so. */
export type PlannedGroup = { name: string; percent: number | null; wanted: number | null; sum: number };

export type PlannedInterlock = {
  cells: PlannedCell[];
  margins: PlannedGroup[][];
  /** The targets together, a group around cells not counted beside them. */
  sum: number;
  problem: string | null;
  /** Whose percentages add up to something else than 100: a dimension's, or the cells'. */
  offBy: number | "cells" | null;
};

/** Ways that an arrangement has: side by side, a percentage of a group is a percentage of its cell. */
export const waysOf = (arrangement: Arrangement): Way[] =>
  arrangement === "side by side" ? ["evenly", "margins", "counts"] : ["evenly", "margins", "percent", "counts"];

const keyOf = ({ qualifications }: Cell) => JSON.stringify(qualifications);

const nothing = (problem: string | null): PlannedInterlock => ({
  cells: [],
  margins: [],
  sum: 0,
  problem,
  offBy: null,
});

/** The cells of a plan with their targets, and why they cannot be made yet. */
export function planInterlock(plan: InterlockPlan): PlannedInterlock {
  const { dimensions, arrangement } = plan;
  if (dimensions.length === 0) return nothing(null);
  const made = arrangement === "side by side" ? { value: sideBySide(dimensions) } : interlocked(dimensions);
  if ("problem" in made) return nothing(made.problem);
  const count = made.value.length + (arrangement === "nested" ? (dimensions[0]?.groups.length ?? 0) : 0);
  if (count > MAX_QUOTAS) {
    const most = MAX_QUOTAS.toLocaleString("en");
    return nothing(`These make ${count.toLocaleString("en")} quotas. A survey can have at most ${most}.`);
  }
  const keys = made.value.map(keyOf);
  const choices = keys.map((key) => plan.cells.get(key) ?? {});
  const given = targetsOf(plan, choices);
  const cells = made.value.map((cell, at): PlannedCell => {
    const { leftOut = false, target = "" } = choices[at] ?? {};
    const isOvertyped = !leftOut && target !== "" && plan.way !== "counts";
    const worked = given.targets?.[at] ?? null;
    return {
      ...cell,
      key: keys[at] ?? "",
      isParent: false,
      isLeftOut: leftOut,
      isOvertyped,
      target: leftOut ? null : target !== "" ? target : worked,
    };
  });
  const sums = cells.map(({ target }) => target ?? 0);
  const problem = given.problem ?? problemOf(plan, cells);
  return {
    cells: arrangement === "nested" ? withParents(cells, dimensions) : cells,
    margins: marginsWith(plan, sums, given.wanted),
    sum: sumOf(sums),
    problem,
    offBy: given.offBy ?? null,
  };
}

/** `wanted`: what each group's targets should add up to, a list a dimension, where percentages say it. */
type Given = {
  targets: number[] | null;
  wanted?: number[][];
  problem?: string;
  offBy?: number | "cells";
};

function targetsOf(plan: InterlockPlan, choices: readonly CellChoice[]): Given {
  const { way, total, dimensions, arrangement } = plan;
  if (way === "counts") return { targets: null };
  if (total === "" || !Number.isSafeInteger(total) || total < 1) {
    return { targets: null, problem: "Type the total that the targets add up to." };
  }
  const seed = choices.map(({ leftOut }) => (leftOut ? 0 : 1));
  if (seed.every((each) => each === 0)) return { targets: null, problem: "Every cell is left out." };
  if (arrangement === "side by side") return besideEachOther(plan, total, seed);
  if (way === "evenly") return { targets: apportion(seed, total) };
  if (way === "percent") {
    const typed = choices.map(({ leftOut, percent = "" }) => (leftOut ? 0 : percent));
    const worked = planTargets({ way: "percent", total, percent: completed(typed) }, choices.length, dimensions);
    return "problem" in worked
      ? { targets: null, problem: worked.problem, ...(isOff(completed(typed)) && { offBy: "cells" as const }) }
      : { targets: worked.value.targets };
  }
  const margins = dimensions.map(({ groups }, at) => completed(typedMargin(plan, at, groups.length)));
  const worked = planTargets({ way: "margins", total, margins, seed }, choices.length, dimensions);
  if (!("problem" in worked)) {
    const { targets, residue } = worked.value;
    const wanted = sumsOf(plan, targets).map((sums, at) => sums.map((sum, group) => sum - (residue[at]?.[group] ?? 0)));
    return { targets, wanted };
  }
  const off = margins.findIndex(isOff);
  return { targets: null, problem: worked.problem, ...(off >= 0 && { offBy: off }) };
}

/** Each question's groups share the total among themselves. */
function besideEachOther(plan: InterlockPlan, total: number, seed: readonly number[]): Given {
  const targets: number[] = [];
  for (const [at, dimension] of plan.dimensions.entries()) {
    const { groups, question } = dimension;
    const open = seed.slice(targets.length, targets.length + groups.length);
    if (plan.way === "evenly") {
      targets.push(...(open.some(Boolean) ? apportion(open, total) : open));
      continue;
    }
    const typed = typedMargin(plan, at, groups.length).map((each, group) => (open[group] === 0 ? 0 : each));
    const percent = completed(typed);
    const worked = planTargets({ way: "percent", total, percent }, groups.length, [dimension]);
    if ("problem" in worked) {
      const problem = worked.problem.replace("The percentages", `The percentages of ${question.name}`);
      return { targets: null, problem, ...(isOff(percent) && { offBy: at }) };
    }
    targets.push(...worked.value.targets);
  }
  return { targets, ...(plan.way === "margins" && { wanted: sumsOf(plan, targets) }) };
}

const typedMargin = ({ margins }: InterlockPlan, at: number, groups: number): Typed[] =>
  Array.from({ length: groups }, (_, group) => margins[at]?.[group] ?? "");

/** Percentages in which those left empty have equal parts of what the others leave of 100. */
export function completed(typed: readonly Typed[]): number[] {
  const given = typed.map((each) => (each === "" ? 0 : each));
  const open = typed.filter((each) => each === "").length;
  // What binary fractions add to the difference would decide which of two equal remainders is rounded up.
  const rest = Math.max(0, Number((100 - sumOf(given)).toFixed(9)));
  const part = open > 0 ? rest / open : 0;
  return typed.map((each) => (each === "" ? part : each));
}

const isOff = (percent: readonly number[]) => Math.abs(sumOf(percent) - 100) > 1e-6 && sumOf(percent) > 0;

function problemOf({ way }: InterlockPlan, cells: readonly PlannedCell[]): string | null {
  const open = cells.filter(({ isLeftOut }) => !isLeftOut);
  if (open.length === 0) return "Every cell is left out.";
  const missing = open.filter(({ target }) => target === null).length;
  if (missing > 0 && way === "counts") {
    return missing === 1 ? "One cell has no target yet." : `${missing.toLocaleString("en")} cells have no target yet.`;
  }
  const odd = open.find(({ target }) => target !== null && !(Number.isSafeInteger(target) && target >= 0));
  if (odd) return `The target of “${odd.name}” must be a whole number.`;
  const empty = open.filter(({ target }) => target === 0).length;
  if (empty === 0) return null;
  const who = empty === 1 ? "One cell gets" : `${empty.toLocaleString("en")} cells get`;
  return `${who} a target of 0, which a quota cannot have: leave ${empty === 1 ? "it" : "them"} out, or raise the total.`;
}

/** Puts each group of the first question before its cells, its target their sum. */
function withParents(cells: readonly PlannedCell[], dimensions: readonly Dimension[]): PlannedCell[] {
  const [first, ...inner] = dimensions;
  if (!first || inner.length === 0) return [...cells];
  const each = cells.length / first.groups.length;
  return first.groups.flatMap((group, at) => {
    const own = cells.slice(at * each, (at + 1) * each);
    const qualifications = [{ question_id: first.question.id, allowed_option_ids: [...group.optionIds] }];
    const known = own.flatMap(({ target }) => target ?? []);
    const parent: PlannedCell = {
      name: group.name,
      qualifications,
      key: JSON.stringify(qualifications),
      isParent: true,
      isLeftOut: own.every(({ isLeftOut }) => isLeftOut),
      isOvertyped: false,
      target: known.length > 0 ? sumOf(known) : null,
    };
    return [parent, ...own];
  });
}

function marginsWith(plan: InterlockPlan, targets: readonly number[], wanted: Given["wanted"]): PlannedGroup[][] {
  const sums = sumsOf(plan, targets);
  return plan.dimensions.map(({ groups }, at) => {
    const percent = plan.way === "margins" ? completed(typedMargin(plan, at, groups.length)) : null;
    return groups.map(({ name }, group) => ({
      name,
      percent: percent?.[group] ?? null,
      wanted: wanted?.[at]?.[group] ?? null,
      sum: sums[at]?.[group] ?? 0,
    }));
  });
}

function sumsOf({ dimensions, arrangement }: InterlockPlan, targets: readonly number[]): number[][] {
  const sizes = dimensions.map(({ groups }) => groups.length);
  if (arrangement !== "side by side") return marginsOf({ sizes, cells: targets });
  let from = 0;
  return sizes.map((size) => {
    from += size;
    return targets.slice(from - size, from);
  });
}

const LONGEST_NAME = 300;

/** The quotas that a plan makes. */
export const quotasOfPlan = ({ cells }: PlannedInterlock): QuotaDraft[] =>
  cells
    .filter(({ isLeftOut }) => !isLeftOut)
    .map(({ name, qualifications, target }) => ({
      quota_id: null,
      quota_name: shortened(name, LONGEST_NAME),
      quota: target ?? "",
      qualifications,
    }));
