import { type Layered, layerSums, layersOf } from "@/lib/contracts/rules/quota-layers";
import { apportion } from "@/lib/stats/apportion";
import { isUnknownAudience, type QuotaDraft } from "../draft";

/** What each whole number is multiplied by: `to / of`. Two whole numbers, so that halves are halves. */
export type Ratio = { to: number; of: number };

/** Half up: 50 by 115/100 is 58. */
export const timesRatio = (value: number, { to, of }: Ratio): number => Math.round((value * to) / of);

/** A percentage that a number changes by, to four places. */
export const percentRatio = (percent: number): Ratio => ({
  to: 1_000_000 + Math.round(percent * 10_000),
  of: 1_000_000,
});

/** The targets of each layer scaled to its rounded sum, divided by largest remainders within the layer. */
export function scaledInLayers(quotas: readonly Layered[], ratio: Ratio): number[] {
  const scaled = quotas.map(({ target }) => target);
  const layers = layersOf(quotas);
  for (const [number, sum] of layerSums(quotas, layers).entries()) {
    const layer = layers[number] ?? [];
    if (sum === 0) continue;
    const shares = apportion(
      layer.map((at) => quotas[at]?.target ?? 0),
      timesRatio(sum, ratio),
    );
    layer.forEach((at, place) => {
      scaled[at] = shares[place] ?? 0;
    });
  }
  return scaled;
}

/** Quotas of an editor; one without a target counts nothing. */
export const layered = (quotas: readonly QuotaDraft[]): Layered[] =>
  quotas.map((quota) => ({
    target: Number(quota.quota) || 0,
    qualifications: isUnknownAudience(quota) ? null : quota.qualifications,
  }));

/** The places of quotas that divide the same respondents, a list for each such division. */
export const layersOfDrafts = (quotas: readonly QuotaDraft[]): number[][] => layersOf(layered(quotas));

/** Quotas with all targets scaled, each keeping its share of its layer; or why they cannot be, and what to do instead. */
export function scaledDrafts(quotas: readonly QuotaDraft[], ratio: Ratio, instead: string): ScaledDrafts {
  const before = layered(quotas);
  const after = scaledInLayers(before, ratio);
  const targets = before.map(({ target }) => target);
  const problem = lostProblem(targets, after, instead);
  if (problem !== null) return { problem };
  return {
    quotas: quotas.map((quota, at) => (after[at] === targets[at] ? quota : { ...quota, quota: after[at] ?? 0 })),
  };
}

export type ScaledDrafts = { quotas: QuotaDraft[] } | { problem: string };

/** Why targets cannot become others: a quota of some has to keep one of 1 or more. Null: they can. */
export function lostProblem(before: readonly number[], after: readonly number[], instead: string): string | null {
  const lost = after.filter((target, at) => target <= 0 && (before[at] ?? 0) > 0).length;
  if (lost === 0) return null;
  const who = lost === 1 ? "One quota" : `${lost.toLocaleString("en")} quotas`;
  return `${who} would have a target of 0, which a quota cannot have. ${instead}`;
}
