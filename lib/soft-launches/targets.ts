import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import { WHOLE_SURVEY } from "@/lib/contracts/terms/soft-launches";

/** The arithmetic of soft launches. Targets stand by quota id, the survey's own respondents under `WHOLE_SURVEY`. */
export type Targets = Readonly<Record<string, number>>;

/** Ids come from other services: nothing inherited may stand for one. */
export const targetOf = (targets: Targets, id: string): number | undefined =>
  Object.hasOwn(targets, id) ? targets[id] : undefined;

/** A share of a target, rounded up. In hundredths of a percent all of it is whole numbers: 10% of 50 is 5, not 6. */
export function reducedTarget(full: number, sharePercent: number): number {
  const parts = full * Math.round(sharePercent * 100);
  return (parts - (parts % 10_000)) / 10_000 + (parts % 10_000 > 0 ? 1 : 0);
}

/**
 * The full targets when a list was edited: `edited` has a full target for every quota that there is now. One left out
 * is gone, a new one joins; the survey's own stays where it is not given.
 */
export function fullTargetsAfter({ full }: { full: Targets }, edited: Targets): Targets {
  const whole = targetOf(full, WHOLE_SURVEY);
  return fromEntries([...(whole === undefined ? [] : [[WHOLE_SURVEY, whole] as const]), ...Object.entries(edited)]);
}

/** What has to stand at the survey while these full targets are collected at the soft launch's share. */
export const targetsToSet = ({ share }: { share: number }, full: Targets): Targets =>
  fromEntries(Object.entries(full).map(([id, target]) => [id, reducedTarget(target, share)]));

/** An id may be any text, "__proto__" too: it is defined, not assigned. */
export const fromEntries = (entries: Iterable<readonly [string, number]>): Targets => Object.fromEntries(entries);

/** A target as it stands at a survey. */
export type Present = { id: string; name: string; target: number | null; counted: number | null };

/** The survey's own respondents first, then its quotas in order. Quotas without an id are left out. */
export function presentTargets(survey: Survey): Present[] {
  const byStarts = survey.calculation_type?.trim().toLowerCase() === "survey starts";
  const { field_details: details, respondent_attributes: quotas } = survey;
  const whole = {
    id: WHOLE_SURVEY,
    name: "All respondents",
    target: survey.respondents ?? null,
    counted: (byStarts ? details?.survey_starts : details?.survey_completes) ?? null,
  };
  const each = (quotas ?? []).flatMap(({ quota_id, quota_name, quota, survey_starts, survey_completes }) =>
    quota_id === null
      ? []
      : [
          {
            id: quota_id,
            name: quota_name ?? quota_id,
            target: quota,
            counted: byStarts ? survey_starts : survey_completes,
          },
        ],
  );
  return [whole, ...each];
}

/** Whether what a survey is to collect for now is in: each quota, or all respondents, or the service has ended it. */
export function hasReached(survey: Survey): boolean {
  if (hasStatus(survey, "Complete")) return true;
  const [whole, ...quotas] = presentTargets(survey);
  if (whole && isFull(whole)) return true;
  return quotas.length > 0 && quotas.every(isFull);
}

export const isFull = ({ target, counted }: Pick<Present, "target" | "counted">): boolean =>
  target !== null && counted !== null && counted >= target;

export const hasStatus = ({ status }: Pick<Survey, "status">, ...wanted: string[]): boolean =>
  wanted.some((one) => one.toLowerCase() === status?.trim().toLowerCase());
