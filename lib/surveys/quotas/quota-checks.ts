import type { Quota } from "@/lib/contracts/interfaces/survey-codec";
import { type Audience, areDisjoint, audienceOf, disjointLayers } from "@/lib/contracts/rules/quota-layers";
import { type Edge, maximumFlow } from "@/lib/stats/maximum-flow";
import type { QuotaDraft } from "../draft";
import { isUnknownAudience } from "../draft";
import type { QuestionsById } from "../qualification-text";
import { audienceKey, intersection, isNobody, shareOf } from "./audience";
import { coverings } from "./covering";

/** What a person should look at while typing. The service may well accept it: nothing is refused for it. */
export type Warning = {
  kind: "contradiction" | "not in this country" | "same cell" | "out of reach" | "cannot be met" | "below collected";
  /** Rows that it is about, from 0. */
  rows: number[];
  message: string;
};

export type Checked = {
  warnings: Warning[];
  /** The most respondents that can count while no quota takes more than its target; null: not worked out. */
  largestTotal: number | null;
};

type Around = {
  questions: QuestionsById;
  /** The survey's own target; null: none given. */
  respondents: number | null;
  /** What each quota has collected, by its id, and which of the two counts. */
  collected: ReadonlyMap<string, Quota>;
  countsStarts: boolean;
};

type Row = { row: number; name: string; target: number; counted: number; audience: Audience };

export function checkQuotas(quotas: readonly QuotaDraft[], around: Around): Checked {
  const rows = quotas.map((quota, row) => rowOf(quota, row, around));
  // One that is still being typed has no target yet, which is not a target of 0.
  const known = rows.filter(({ row }) => {
    const quota = quotas[row];
    return quota !== undefined && !isUnknownAudience(quota) && quota.quota !== "";
  });
  const sound = known.filter(({ audience }) => !isNobody(audience));
  const met = metTogether(sound, around);
  return {
    warnings: [
      ...known.flatMap((row) => contradictions(row, around)),
      ...sameCells(sound),
      ...outOfReach(sound, around),
      ...met.warnings,
      ...rows.filter(({ row }) => quotas[row]?.quota !== "").flatMap(belowCollected),
    ],
    largestTotal: sound.length === quotas.length ? met.largestTotal : null,
  };
}

function rowOf(quota: QuotaDraft, row: number, { collected, countsStarts }: Around): Row {
  const counts = quota.quota_id === null ? undefined : collected.get(quota.quota_id);
  return {
    row,
    name: quota.quota_name || `Quota ${row + 1}`,
    target: Number(quota.quota) || 0,
    counted: (countsStarts ? counts?.survey_starts : counts?.survey_completes) ?? 0,
    audience: audienceOf(quota.qualifications),
  };
}

function contradictions({ row, name, audience }: Row, { questions }: Around): Warning[] {
  return [...audience].flatMap(([id, options]): Warning[] => {
    const question = questions.get(id);
    if (options.size === 0) {
      const about = question?.name ?? `question ${id}`;
      return [
        {
          kind: "contradiction",
          rows: [row],
          message: `Nobody can belong to “${name}”: its qualifications on ${about} exclude each other.`,
        },
      ];
    }
    // Before the catalogue is there nothing can be said.
    if (questions.size === 0) return [];
    if (!question) {
      return [
        {
          kind: "not in this country",
          rows: [row],
          message: `“${name}” asks question ${id}, which the survey's country does not have.`,
        },
      ];
    }
    const known = new Set(question.options.map((option) => String(option.id)));
    const unknown = [...options].filter((option) => !known.has(option));
    if (unknown.length === 0) return [];
    const which = unknown.length === options.size ? "none of its options" : optionsNamed(unknown);
    const verb = unknown.length === options.size ? "is" : unknown.length === 1 ? "is not" : "are not";
    return [
      {
        kind: "not in this country",
        rows: [row],
        message: `“${name}”: ${which} of ${question.name} ${verb} in the survey's country.`,
      },
    ];
  });
}

const optionsNamed = (ids: readonly string[]) =>
  `${ids.length === 1 ? "option" : "options"} ${listed(ids, ids.length)}`;

function sameCells(rows: readonly Row[]): Warning[] {
  const byAudience = new Map<string, Row[]>();
  for (const row of rows) {
    const key = audienceKey(row.audience);
    byAudience.set(key, [...(byAudience.get(key) ?? []), row]);
  }
  return [...byAudience.values()]
    .filter((alike) => alike.length > 1)
    .map((alike) => ({
      kind: "same cell" as const,
      rows: alike.map(({ row }) => row),
      message: `${namesOf(alike)} are for the same respondents: who belongs to one counts in all of them.`,
    }));
}

function belowCollected({ row, name, target, counted }: Row): Warning[] {
  if (counted <= target) return [];
  const message = `“${name}” has collected ${counted.toLocaleString("en")} already, more than its target of ${target.toLocaleString("en")}: nobody else enters.`;
  return [{ kind: "below collected", rows: [row], message }];
}

/** Quotas with room all of whose respondents also belong to full ones: a full quota keeps out whoever is in it. */
function outOfReach(rows: readonly Row[], { questions }: Around): Warning[] {
  const isFull = ({ target, counted }: Row) => counted >= target;
  const full = rows.filter(isFull);
  const open = rows.filter((row) => !isFull(row));
  const found = coverings(
    open.map(({ audience }) => audience),
    full.map(({ audience }) => audience),
    questions,
  );
  return open.flatMap((row, at): Warning[] => {
    const covering = found[at]?.flatMap((index) => full[index] ?? []);
    if (!covering) return [];
    const message = `Nobody can enter “${row.name}”: everyone in it also belongs to ${namesOf(covering)}, which ${covering.length === 1 ? "is" : "are"} full.`;
    return [{ kind: "out of reach", rows: [row.row, ...covering.map((other) => other.row)], message }];
  });
}

/** Beyond this many pairs of quotas the answer would come too late for somebody who types. */
const MOST_PAIRS = 250_000;

/**
 * Whether all targets can be reached at once. Quotas fall into layers in which nobody belongs to two. Between two
 * layers a respondent is a unit of flow from his quota in one to his quota in the other, or past it where the other
 * leaves some of his quota's respondents out: by Mendelsohn and Dulmage both layers can be filled together exactly
 * when each can be filled alone, and a smallest cut names the quotas that cannot.
 */
function metTogether(rows: readonly Row[], { questions, respondents }: Around): Checked {
  if (rows.length === 0) return { warnings: [], largestTotal: null };
  const layers = disjointLayers(rows.map(({ audience }) => audience)).map((indexes) =>
    indexes.flatMap((at) => rows[at] ?? []),
  );
  const limit = respondents ?? Number.POSITIVE_INFINITY;
  const above = layers
    .filter((layer) => sumOf(layer) > limit)
    .map((layer) => aboveRespondents(layer, sumOf(layer), limit));
  const warnings: Warning[] = [...above];
  const pairs: Pair[] = [];
  const isFew = (layers.length * (layers.length - 1) * rows.length) / 2 <= MOST_STEPS;
  let isWhole = layers.length <= 2 || isFew;
  for (const [at, a] of layers.entries()) {
    for (const b of layers.slice(at + 1)) {
      if (a.length * b.length > MOST_PAIRS) {
        isWhole = false;
        continue;
      }
      const pair = pairUp(a, b, questions);
      if (isWhole) pairs.push(pair);
      const found = betweenLayers(pair, limit);
      // What one layer needs by itself says more than what it needs with another.
      warnings.push(...(found.isAbove && above.length > 0 ? [] : found.warnings));
    }
  }
  return { warnings, largestTotal: isWhole ? largestOf(rows, pairs, limit) : null };
}

/** Beyond this many quotas looked at over all pairs of layers, a bound would take longer than it is worth. */
const MOST_STEPS = 2_000_000;

/**
 * At most so many count: between two layers what flows, and whoever is in neither belongs to a quota of another layer
 * that reaches beyond both. With two layers that is exact; with more it is a bound.
 */
function largestOf(rows: readonly Row[], pairs: readonly Pair[], limit: number): number {
  const beyond = new Map<Row, Set<Row[]>>(rows.map((row) => [row, new Set()]));
  for (const { a, b, isOutsideA, isOutsideB } of pairs) {
    for (const [at, row] of a.entries()) if (isOutsideB[at]) beyond.get(row)?.add(b);
    for (const [at, row] of b.entries()) if (isOutsideA[at]) beyond.get(row)?.add(a);
  }
  let least = Math.min(limit, sumOf(rows));
  for (const pair of pairs) {
    const others = rows.filter((row) => beyond.get(row)?.has(pair.a) && beyond.get(row)?.has(pair.b));
    least = Math.min(least, flowBetween(pair, "all").value + sumOf(others));
  }
  return least;
}

/** Two layers, which of their quotas share respondents, and which have some that the other layer leaves out. */
type Pair = { a: Row[]; b: Row[]; links: Link[]; isOutsideB: boolean[]; isOutsideA: boolean[] };
type Link = readonly [a: number, b: number];

/** Shares are sums of products of fractions. */
const CLOSE = 1e-9;

function pairUp(a: Row[], b: Row[], questions: QuestionsById): Pair {
  const inB = a.map(() => 0);
  const inA = b.map(() => 0);
  const links = a.flatMap((mine, from) =>
    b.flatMap((other, to) => {
      if (areDisjoint(mine.audience, other.audience)) return [];
      const share = shareOf(intersection(mine.audience, other.audience), questions);
      inB[from] = (inB[from] ?? 0) + share;
      inA[to] = (inA[to] ?? 0) + share;
      return [[from, to] as const];
    }),
  );
  const isOutside = (rows: Row[], taken: number[]) =>
    rows.map(({ audience }, at) => (taken[at] ?? 0) < shareOf(audience, questions) * (1 - CLOSE));
  return { a, b, links, isOutsideB: isOutside(a, inB), isOutsideA: isOutside(b, inA) };
}

const turned = ({ a, b, links, isOutsideA, isOutsideB }: Pair): Pair => ({
  a: b,
  b: a,
  links: links.map(([from, to]) => [to, from]),
  isOutsideA: isOutsideB,
  isOutsideB: isOutsideA,
});

const sumOf = (rows: readonly Row[]) => rows.reduce((sum, { target }) => sum + target, 0);

function aboveRespondents(rows: readonly Row[], needed: number, limit: number): Warning {
  const message = `${namesOf(rows)} need ${needed.toLocaleString("en")} respondents together, and the survey's target is ${limit.toLocaleString("en")}.`;
  return { kind: "cannot be met", rows: rows.map(({ row }) => row), message };
}

function betweenLayers(pair: Pair, limit: number) {
  const blocked = [...fillProblem(pair), ...fillProblem(turned(pair))];
  // Who counts in both layers is needed once.
  const needed = sumOf(pair.a) + sumOf(pair.b) - flowBetween(pair, "shared").value;
  const isAbove = blocked.length === 0 && needed > limit;
  return { isAbove, warnings: isAbove ? [aboveRespondents([...pair.a, ...pair.b], needed, limit)] : blocked };
}

/**
 * Flow from node 0 to node 1 through the quotas of both layers. `shared`: respondents who count in both; `filling`:
 * and those who count in the first alone; `all`: and those who count in the second alone.
 */
function flowBetween({ a, b, links, isOutsideA, isOutsideB }: Pair, which: "shared" | "filling" | "all") {
  const offset = 2 + a.length;
  const edges: Edge[] = [
    ...a.map(({ target }, at) => ({ from: 0, to: 2 + at, capacity: target })),
    ...b.map(({ target }, at) => ({ from: offset + at, to: 1, capacity: target })),
    ...links.map(([from, to]) => ({ from: 2 + from, to: offset + to, capacity: Number.POSITIVE_INFINITY })),
    ...(which === "shared"
      ? []
      : a.flatMap(({ target }, at) => (isOutsideB[at] ? [{ from: 2 + at, to: 1, capacity: target }] : []))),
    ...(which === "all"
      ? b.flatMap(({ target }, at) => (isOutsideA[at] ? [{ from: 0, to: offset + at, capacity: target }] : []))
      : []),
  ];
  return maximumFlow(offset + b.length, edges, 0, 1);
}

/** Quotas of the first layer that the second has no room for: the smallest group of them. */
function fillProblem(pair: Pair): Warning[] {
  const { a, b, links } = pair;
  const { value, reached } = flowBetween(pair, "filling");
  if (value >= sumOf(a)) return [];
  const blocked = a.flatMap((_, at) => (reached[2 + at] ? [at] : []));
  const groups = connected(blocked, links).map((members) => {
    const rooms = [...new Set(links.flatMap(([from, to]) => (members.includes(from) ? [to] : [])))];
    return { rows: members.flatMap((at) => a[at] ?? []), rooms: rooms.flatMap((at) => b[at] ?? []) };
  });
  const lacking = groups.filter(({ rows, rooms }) => sumOf(rows) > sumOf(rooms));
  const smallest = lacking.sort((x, y) => x.rows.length - y.rows.length)[0];
  if (!smallest) return [];
  const { rows, rooms } = smallest;
  const [needs, lets] = [rows.length === 1 ? "needs" : "need", rooms.length === 1 ? "lets" : "let"];
  const message = `${namesOf(rows)} ${needs} ${sumOf(rows).toLocaleString("en")}, but ${namesOf(rooms)} ${lets} only ${sumOf(rooms).toLocaleString("en")} of them in.`;
  return [{ kind: "cannot be met", rows: [...rows, ...rooms].map(({ row }) => row), message }];
}

/** Members that share a quota of the other layer, directly or through others. */
function connected(members: readonly number[], pairs: readonly (readonly [number, number])[]): number[][] {
  const chosen = new Set(members);
  const byRoom = new Map<number, number[]>();
  const rooms = new Map<number, number[]>();
  for (const [a, b] of pairs) {
    if (!chosen.has(a)) continue;
    byRoom.set(b, [...(byRoom.get(b) ?? []), a]);
    rooms.set(a, [...(rooms.get(a) ?? []), b]);
  }
  const groups: number[][] = [];
  const seen = new Set<number>();
  for (const first of members) {
    if (seen.has(first)) continue;
    const group = [first];
    seen.add(first);
    for (let at = 0; at < group.length; at += 1) {
      for (const next of (rooms.get(group[at] ?? -1) ?? []).flatMap((room) => byRoom.get(room) ?? [])) {
        if (!seen.has(next)) {
          seen.add(next);
          group.push(next);
        }
      }
    }
    groups.push(group);
  }
  return groups;
}

const MOST_NAMED = 3;

function namesOf(rows: readonly Row[]): string {
  return listed(
    rows.slice(0, MOST_NAMED).map(({ name }) => `“${name}”`),
    rows.length,
  );
}

/** "A, B and C", or "A, B, C and 4 more". */
function listed(all: readonly string[], count: number): string {
  const named = all.slice(0, MOST_NAMED);
  const more = count - named.length;
  if (more > 0) return `${named.join(", ")} and ${more.toLocaleString("en")} more`;
  return named.length > 1 ? `${named.slice(0, -1).join(", ")} and ${named.at(-1)}` : (named[0] ?? "");
}
