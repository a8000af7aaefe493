import type { PivotState, TotalPlace } from "./address";

type Path = readonly (string | number)[];

/** How members of a group stand: negative, the first before the second; both are indexes of paths. */
export type Compare = (one: number, other: number) => number;

type Arrangement = {
  totals: TotalPlace;
  /** Where the totals of inner groups stand, if not as the grand total. */
  inner?: TotalPlace;
  /** Also the totals of inner groups; the grand total goes by `totals` alone. */
  subtotals: boolean;
  /** How many dimensions the paths have: shorter ones are totals. */
  depth: number;
  /** As they come without one. */
  compare?: Compare | null;
};

type Group = { at: number; members: Map<string, Group> };

/** The indexes of the paths that are shown, in the order of reading: each total beside its members. */
export function arrange(
  paths: readonly Path[],
  { totals, inner = totals, subtotals, depth, compare }: Arrangement,
): number[] {
  const root: Group = { at: -1, members: new Map() };
  for (const [at, path] of paths.entries()) {
    let group = root;
    for (const key of path) {
      const name = `${typeof key} ${key}`;
      const member = group.members.get(name) ?? { at: -1, members: new Map() };
      group.members.set(name, member);
      group = member;
    }
    group.at = at;
  }
  const placeAt = (level: number) => (level === 0 ? totals : inner);
  const isShown = (level: number) => level === depth || (placeAt(level) !== "none" && (level === 0 || subtotals));
  const visit = (group: Group, level: number): number[] => {
    const members = [...group.members.values()];
    if (compare) members.sort((one, other) => compare(firstOf(one), firstOf(other)));
    const inside = members.flatMap((member) => visit(member, level + 1));
    const own = group.at >= 0 && isShown(level) ? [group.at] : [];
    return placeAt(level) === "before" ? [...own, ...inside] : [...inside, ...own];
  };
  return visit(root, 0);
}

/** A group without a total of its own is compared as its first member. */
function firstOf({ at, members }: Group): number {
  if (at >= 0) return at;
  const [first] = members.values();
  return first ? firstOf(first) : -1;
}

type Ordering = Pick<PivotState, "sort" | "descending" | "othersLast">;
type Ordered = {
  /** What stands behind others whatever the order has a greater one. */
  rank: (at: number) => number;
  label: (at: number) => string;
  /** The figure that sorts; null: there is none. */
  figure: (at: number) => number | null;
};

/** How rows stand to each other; null: as they come. A figure of nothing stands last in both directions. */
export function comparisonOf(
  { sort, descending, othersLast }: Ordering,
  { rank, label, figure }: Ordered,
): Compare | null {
  if (sort === "order" && !descending && !othersLast) return null;
  const turned = descending ? -1 : 1;
  const compare: Record<Ordering["sort"], Compare> = {
    order: (one, other) => turned * (one - other),
    label: (one, other) => turned * byWords.compare(label(one), label(other)),
    value: (one, other) => {
      const [a, b] = [figure(one), figure(other)];
      if (a === null || b === null) return Number(a === null) - Number(b === null);
      return turned * (comparable(a) - comparable(b));
    },
  };
  return (one, other) => rank(one) - rank(other) || compare[sort](one, other);
}

/** One language's order whatever the browser's: the same link shows the same table. */
const byWords = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Answers that are missing stand last, whatever the order. */
export const isMissingKey = (key: string | number | undefined) => typeof key === "number" && key < 0;

/**
 * A figure as it is compared with others. Weighted counts that were raked to be equal, and sums of the same numbers in
 * another order, differ behind the eleventh digit or later: they are one figure, of one rank and colour.
 */
export const comparable = (figure: number): number =>
  Number.isInteger(figure) ? figure : Number(figure.toPrecision(10));
