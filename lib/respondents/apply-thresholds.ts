import type { ThresholdPreview } from "@/lib/contracts/ours/respondents";
import { type ExclusionThresholds, type MetRule, rulesMet } from "@/lib/contracts/rules/exclusion";
import { qualityChecks } from "@/lib/contracts/terms/quality";
import { type ExclusionRule, suspectCategories } from "@/lib/contracts/terms/respondents";
import type { Joined } from "./list-respondents";
import { figuresAt, isExcludedAt, isPendingAt, placesOf } from "./score-table";
import { bySupplier } from "./summarize";

/** Who would be excluded by thresholds, as places of the score table. */
export type Applied = {
  now: ReadonlySet<number>;
  after: ReadonlySet<number>;
  /** Those whom a reviewer decided to exclude or keep: they stay as they are. */
  decided: ReadonlySet<number>;
  /** The rules that each one meets who is not decided of. */
  met: ReadonlyMap<number, readonly MetRule[]>;
};

/** Rules decide of everybody who is scored, but for those of whom a reviewer has decided. A flag decides nothing. */
export function applyThresholds({ scores, reviews }: Joined, thresholds: ExclusionThresholds): Applied {
  const [now, after, decided] = [new Set<number>(), new Set<number>(), new Set<number>()];
  const met = new Map<number, readonly MetRule[]>();
  for (const at of placesOf(scores)) {
    const isExcluded = isExcludedAt(scores, at);
    if (isExcluded) now.add(at);
    const decision = reviews.get(scores.ids[at] ?? "")?.decision;
    const isDecided = decision === "exclude" || decision === "keep";
    if (isDecided) decided.add(at);
    if (isDecided || isPendingAt(scores, at)) {
      if (isExcluded) after.add(at);
      continue;
    }
    const rules = rulesMet(figuresAt(scores, at), thresholds);
    if (rules.length === 0) continue;
    after.add(at);
    met.set(at, rules);
  }
  return { now, after, decided, met };
}

/** Those whose exclusion changes. */
export const newlyExcluded = ({ now, after }: Applied): number[] => [...after].filter((at) => !now.has(at));
export const newlyIncluded = ({ now, after }: Applied): number[] => [...now].filter((at) => !after.has(at));

type Counted = Omit<ThresholdPreview, "still_counted" | "quotas" | "questions" | "read_at">;

/** What thresholds would do, in numbers. */
export function countThresholds(joined: Joined, applied: Applied): Counted {
  const { now, after, decided } = applied;
  const all = placesOf(joined.scores);
  return {
    respondents: all.length,
    excluded_now: now.size,
    excluded_after: after.size,
    newly_excluded: newlyExcluded(applied).length,
    newly_included: newlyIncluded(applied).length,
    decided_by_reviewers: decided.size,
    rules: byRule(applied),
    suppliers: bySupplier(joined, all).map(({ supplier, places }) => ({
      supplier,
      respondents: places.length,
      excluded_now: places.filter((at) => now.has(at)).length,
      excluded_after: places.filter((at) => after.has(at)).length,
    })),
  };
}

const rules: readonly ExclusionRule[] = ["total", ...qualityChecks, ...suspectCategories];

function byRule({ met }: Applied): Counted["rules"] {
  const counts = new Map(rules.map((rule) => [rule as MetRule, { respondents: 0, alone: 0 }]));
  for (const ofOne of met.values()) {
    for (const rule of ofOne) {
      const count = counts.get(rule);
      if (!count) continue;
      count.respondents += 1;
      if (ofOne.length === 1) count.alone += 1;
    }
  }
  return rules.map((rule) => ({ rule, ...(counts.get(rule) ?? { respondents: 0, alone: 0 }) }));
}

type Quota = { id: string; name: string; target: number | null };

/** Completes of each quota that are not excluded; the survey's own completes that have no score stay in. */
export function countQuotas(
  { scores, sessions }: Pick<Joined, "scores" | "sessions">,
  quotas: readonly (Quota & { completes: number })[],
  { now, after }: Applied,
): ThresholdPreview["quotas"] {
  if (!sessions) return [];
  const leftOut = (places: ReadonlySet<number>) => {
    const counts = new Map<string, number>();
    for (const at of places) {
      const session = sessions.facts.get(scores.ids[at] ?? "");
      if (!session?.isComplete) continue;
      for (const id of session.quotas) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return counts;
  };
  const [without, withoutAfter] = [leftOut(now), leftOut(after)];
  return quotas.map(({ completes, ...quota }) => ({
    ...quota,
    now: Math.max(0, completes - (without.get(quota.id) ?? 0)),
    after: Math.max(0, completes - (withoutAfter.get(quota.id) ?? 0)),
  }));
}
