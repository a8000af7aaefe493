import { largestLayer } from "@/lib/contracts/rules/quota-layers";
import { type Carried, carryQuotas, gapProblems, type Mapping } from "../clone";
import type { QuotaDraft } from "../draft";
import type { QuestionsById } from "../qualification-text";
import { layered, type ScaledDrafts, scaledDrafts } from "./scale-layers";

/**
 * Quotas that were made elsewhere, as new ones here. `from`: the questions of the country that they were made for, where
 * that is another one; else null.
 */
export const takeQuotas = (
  quotas: readonly QuotaDraft[],
  from: QuestionsById | null,
  to: QuestionsById,
  mapping: Mapping = {},
): Carried => carryQuotas(quotas, from ?? to, to, mapping);

/** Why what was taken cannot be used as it is; null: it can. */
export function takeProblem(carried: Carried, mapping: Mapping): string | null {
  if (carried.quotas.length === 0) return "There are no quotas in it.";
  return gapProblems(carried, mapping)[0] ?? null;
}

/** What quotas add up to; one without a target counts nothing. */
export const sumOfTargets = (quotas: readonly Pick<QuotaDraft, "quota">[]): number =>
  quotas.reduce((sum, { quota }) => sum + (Number(quota) || 0), 0);

/** Quotas of a survey of `before` respondents for one of `after`, each keeping its share. */
export function resized(quotas: readonly QuotaDraft[], before: number, after: number): ScaledDrafts {
  if (before < 1 || after < 1) return { quotas: [...quotas] };
  return scaledDrafts(
    quotas,
    { to: after, of: before },
    "Raise the survey's own target, or keep the targets as they are.",
  );
}

/**
 * Quotas scaled to a new total, each keeping its share. Where several layers divide the same respondents, `total` is
 * what the largest of them comes to, and the others follow in proportion.
 */
export function scaleQuotas(quotas: readonly QuotaDraft[], total: number | ""): ScaledDrafts {
  if (total === "" || !Number.isSafeInteger(total) || total < 1) {
    return { problem: "Type the new total, a whole number of 1 or more." };
  }
  const largest = largestLayer(layered(quotas));
  if (largest === 0) return { problem: "No quota has a target yet, so there is nothing to scale." };
  return scaledDrafts(quotas, { to: total, of: largest }, "Choose a larger total.");
}
