import { apportion } from "@/lib/stats/apportion";
import { type Carried, carryQuotas, type Mapping } from "../clone";
import { isUnknownAudience, type QuotaDraft } from "../draft";
import type { QuestionsById } from "../qualification-text";
import { scaledTargets } from "./interlock";

/** Quotas that were made elsewhere, as new ones here. `unknown`: those whose respondents nobody can tell, by name. */
export type Taken = Carried & { unknown: string[] };

/** `from`: the questions of the country that they were made for, where that is another one; else null. */
export function takeQuotas(
  quotas: readonly QuotaDraft[],
  from: QuestionsById | null,
  to: QuestionsById,
  mapping: Mapping = {},
): Taken {
  const known = quotas.filter((quota) => !isUnknownAudience(quota));
  const unknown = quotas.filter(isUnknownAudience).map(({ quota_name }) => quota_name);
  if (from) return { ...carryQuotas(known, from, to, mapping), unknown };
  const same = known.map(({ quota_name, quota, qualifications }) => ({
    quota_id: null,
    quota_name,
    quota,
    qualifications,
  }));
  return { quotas: same, lacking: [], empty: [], unknown };
}

/** Why what was taken cannot be used as it is; null: it can. */
export function takeProblem({ quotas, lacking, empty }: Taken, mapping: Mapping): string | null {
  if (quotas.length === 0) return "There are no quotas in it.";
  const open = lacking.filter(({ key, option }) => option !== null && mapping[key] === undefined).length;
  if (open > 0) {
    const [are, them] = open === 1 ? ["option is", "it"] : ["options are", "them"];
    return `${open} ${are} not in this country: choose what stands for ${them}.`;
  }
  const [first] = empty;
  return first === undefined ? null : `Nobody could belong to “${first}”: all its options were left out.`;
}

/** What quotas add up to; one without a target counts nothing. */
export const sumOfTargets = (quotas: readonly Pick<QuotaDraft, "quota">[]): number =>
  quotas.reduce((sum, { quota }) => sum + (Number(quota) || 0), 0);

/** Quotas of a survey of `before` respondents for one of `after`, each keeping its share. */
export function resized(quotas: readonly QuotaDraft[], before: number, after: number): QuotaDraft[] {
  const sum = sumOfTargets(quotas);
  if (sum === 0 || before < 1 || after < 1) return [...quotas];
  const targets = apportion(
    quotas.map(({ quota }) => Number(quota) || 0),
    Math.round((sum * after) / before),
  );
  return quotas.map((quota, at) => ({ ...quota, quota: targets[at] ?? 0 }));
}

type Scaled = { quotas: QuotaDraft[] } | { problem: string };

/** Quotas whose targets add up to `total`, in the proportion that they have. */
export function scaleQuotas(quotas: readonly QuotaDraft[], total: number | ""): Scaled {
  if (total === "" || !Number.isSafeInteger(total) || total < 1) {
    return { problem: "Type the new total, a whole number of 1 or more." };
  }
  const before = quotas.map(({ quota }) => Number(quota) || 0);
  if (sumOfTargets(quotas) === 0) return { problem: "No quota has a target yet, so there is nothing to scale." };
  const after = scaledTargets(before, total);
  const lost = after.filter((target, at) => target === 0 && (before[at] ?? 0) > 0).length;
  if (lost > 0) {
    const who = lost === 1 ? "One quota" : `${lost.toLocaleString("en")} quotas`;
    return { problem: `${who} would have a target of 0, which a quota cannot have. Choose a larger total.` };
  }
  return {
    quotas: quotas.map((quota, at) => (after[at] === before[at] ? quota : { ...quota, quota: after[at] ?? 0 })),
  };
}
