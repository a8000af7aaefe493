import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import type { SoftLaunch } from "@/lib/contracts/ours/soft-launches";
import type { Launch } from "./launch";
import { presentTargets, targetOf } from "./targets";

/** What everybody sees of a survey's targets: the full ones, those set for now, and what stands there. */
export function viewTargets({ full, set, writing }: Launch, survey: Survey): SoftLaunch["targets"] {
  return presentTargets(survey).map(({ id, name, target, counted }) => {
    const wasSet = targetOf(set, id);
    // While a change is written either value is ours.
    const isBecoming = writing !== null && target === targetOf(writing.at, id);
    return {
      id,
      name,
      full: targetOf(full, id) ?? target ?? 0,
      set: wasSet ?? target ?? 0,
      present: target,
      counted,
      changed_elsewhere: wasSet !== undefined && target !== wasSet && !isBecoming,
      added_elsewhere: wasSet === undefined && !isBecoming,
    };
  });
}

/**
 * What the survey measures. Rates are in percent of those who started; null: not known, or nobody has.
 *
 * `open`: its sessions that are in progress or expired so; null: not known. They cannot be had by subtraction: standard,
 * security and over-quota terminations also count those who never started, and rejected completes count nowhere.
 */
export function measure({ field_details: details }: Survey, open: number | null): SoftLaunch["measured"] {
  const { survey_starts: starts = null, survey_completes: completes = null } = details ?? {};
  const ofStarts = (count: number | null | undefined) =>
    starts === null || starts <= 0 || count == null ? null : Math.round((1000 * count) / starts) / 10;
  // Open sessions are read a moment later than the counts, and one that was accepted counts as a complete.
  const dropped = open === null || starts === null ? null : Math.max(0, Math.min(open, starts - (completes ?? 0)));
  return {
    incidence_rate: details?.actual_incidence_rate ?? null,
    length_of_interview: details?.actual_length_of_interview ?? null,
    starts,
    completes,
    drop_rate: ofStarts(dropped),
    quality_rate: ofStarts(details?.quality_terminations),
  };
}
