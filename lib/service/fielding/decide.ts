import { capOfHour, type PacingHour, type PacingRules } from "@/lib/contracts/rules/pacing";
import {
  type EntryFailure,
  type Outcome,
  outcomeOfReason,
  type Refusal,
  type TurnedAway,
} from "@/lib/contracts/terms/fielding";
import type { Answers, QuotaIndex } from "./quota-index";

/** What decides about entries and returns of one survey: pure, so that a plain reference can be held against it. */

/** The survey as its own writer locked it. Moments are epoch milliseconds. */
export type FieldRules = PacingRules & {
  status: "Draft" | "Live" | "Paused" | "Complete";
  /** Percent, 1 to 100. */
  incidenceRate: number;
  calculationType: "Completes" | "Survey Starts";
  devices: readonly string[];
};

type Counts = { starts: number; completes: number; open: number };

/** What has been counted, with the hour of pacing that is under way. Decisions keep it up to date. */
export type FieldCounts = Counts & {
  quotas: (Counts & { target: number })[];
  hour: FieldHour;
};

export type FieldHour = PacingHour & {
  /** Who took a place in it and has not been terminated. */
  admitted: number;
};

export type Entrant = {
  device: string;
  answers: Answers;
  isDuplicate: boolean;
  /** Why they fail the fraud check; null: they pass, or it is not required. */
  failure: EntryFailure | null;
  isTest: boolean;
};

export type EntryDecision =
  | { kind: "ask"; questions: number[] }
  | { kind: "admit"; quotas: number[] }
  | { kind: "turn away"; reason: TurnedAway; detail?: string; quotas: number[] };

const MS_PER_HOUR = 3_600_000;

/** When the hour of pacing began in which a moment lies: 60 minutes each, counted from going live. */
export const hourStart = (wentLiveAt: number, now: number): number =>
  wentLiveAt + Math.max(0, Math.floor((now - wentLiveAt) / MS_PER_HOUR)) * MS_PER_HOUR;

const counted = ({ calculationType }: FieldRules, counts: Counts) =>
  calculationType === "Completes" ? counts.completes : counts.starts;

const isFull = (rules: FieldRules, quota: Counts & { target: number }) => counted(rules, quota) >= quota.target;

const isTargetReached = (rules: FieldRules, counts: FieldCounts) => counted(rules, counts) >= rules.respondents;

/** With completes counted, ceil(remaining * 100 / IR) sessions of a quota may be in progress. */
function hasRoom(rules: FieldRules, quota: Counts & { target: number }): boolean {
  const remaining = quota.target - counted(rules, quota);
  if (remaining <= 0) return false;
  return rules.calculationType !== "Completes" || quota.open < Math.ceil((remaining * 100) / rules.incidenceRate);
}

/** Whether nobody can count any more: the survey completes itself. */
export const isFilled = (rules: FieldRules, counts: FieldCounts): boolean =>
  isTargetReached(rules, counts) || counts.quotas.every((quota) => isFull(rules, quota));

const statusReasons: Record<Exclude<FieldRules["status"], "Live">, TurnedAway> = {
  Draft: "survey_draft",
  Paused: "survey_paused",
  Complete: "survey_complete",
};

/** Why nobody may enter now; null: the survey is open. A draft is open to its tests. */
function closedReason(
  { status, outOfFieldAt }: Pick<FieldRules, "status" | "outOfFieldAt">,
  now: number,
  isTest: boolean,
): TurnedAway | null {
  if (status === "Draft" && isTest) return null;
  if (status !== "Live") return statusReasons[status];
  return outOfFieldAt <= now ? "survey_complete" : null;
}

/**
 * What becomes of an entrant, by the first check that fails: status, device, duplicate, fraud, qualifications, quotas, pacing.
 * An answer that a quota needs and that is missing is asked for.
 */
export function decideEntry(
  rules: FieldRules,
  index: QuotaIndex,
  counts: FieldCounts,
  entrant: Entrant,
  now: number,
): EntryDecision {
  const turnAway = (reason: TurnedAway, quotas: number[] = [], detail?: string): EntryDecision => ({
    kind: "turn away",
    reason,
    quotas,
    ...(detail !== undefined && { detail }),
  });
  const closed = closedReason(rules, now, entrant.isTest);
  if (closed) return turnAway(closed);
  if (!rules.devices.includes(entrant.device)) return turnAway("device");
  if (entrant.isDuplicate) return turnAway("duplicate");
  if (entrant.failure !== null) return turnAway("fraud", [], entrant.failure);
  const membership = index.membership(entrant.answers);
  if (membership.kind === "unanswered") return { kind: "ask", questions: membership.questions };
  if (membership.kind === "none") return turnAway("not_qualified", [], String(membership.question));
  // Without a quota nobody can belong to one.
  if (membership.quotas.length === 0) return turnAway("quota_full");
  const places = membership.quotas.map((position) => counts.quotas[position]);
  if (isTargetReached(rules, counts) || places.some((quota) => !quota || !hasRoom(rules, quota))) {
    return turnAway("quota_full", membership.quotas);
  }
  const cap = capOfHour(rules, counts.hour);
  if (cap !== null && counts.hour.admitted >= cap) return turnAway("pacing", membership.quotas);
  return { kind: "admit", quotas: membership.quotas };
}

/** Gives an admitted respondent their places. Tests take none. */
export function takePlaces(counts: FieldCounts, quotas: readonly number[]): void {
  counts.hour.admitted += 1;
  for (const each of [counts, ...quotas.map((position) => counts.quotas[position])]) {
    if (!each) continue;
    each.starts += 1;
    each.open += 1;
  }
}

/** A session as its return finds it. `quotas` are positions of those that the survey still has. */
export type OpenSession = {
  isOpen: boolean;
  /** The outcome that the return which ended it was sent with; null: no return ended it. */
  returnedAs: Outcome | null;
  /** It ended without a return because it expired. */
  isExpired: boolean;
  quotas: readonly number[];
  /** Epoch milliseconds. */
  expiresAt: number;
};

export type ReturnDecision =
  | { kind: "end"; outcome: Outcome; reason: "complete" | "client" | "quota_full" }
  | { kind: "refuse"; refusal: Refusal };

/**
 * What a return does: it ends a session once. A complete that finds its quota or the survey full becomes an over-quota
 * termination; where starts are counted, its place was taken on entry.
 */
export function decideReturn(
  rules: FieldRules,
  counts: FieldCounts,
  session: OpenSession,
  outcome: Outcome,
  now: number,
): ReturnDecision {
  if (session.isExpired || (session.isOpen && session.expiresAt <= now)) return { kind: "refuse", refusal: "expired" };
  if (!session.isOpen) {
    return { kind: "refuse", refusal: session.returnedAs === outcome ? "replay" : "contradictory" };
  }
  if (outcome !== "complete") return { kind: "end", outcome, reason: "client" };
  const isOver =
    rules.calculationType === "Completes" &&
    (isTargetReached(rules, counts) ||
      session.quotas.some((position) => {
        const quota = counts.quotas[position];
        return quota !== undefined && isFull(rules, quota);
      }));
  return isOver
    ? { kind: "end", outcome: outcomeOfReason.quota_full, reason: "quota_full" }
    : { kind: "end", outcome, reason: "complete" };
}

/** Gives back what an ended session held, and counts a complete. Tests hold nothing. */
export function leavePlaces(
  counts: FieldCounts,
  { quotas, startedAt }: { quotas: readonly number[]; startedAt: number },
  outcome: Outcome,
): void {
  const isComplete = outcome === "complete";
  const sinceHour = startedAt - counts.hour.startedAt;
  if (!isComplete && sinceHour >= 0 && sinceHour < MS_PER_HOUR) counts.hour.admitted -= 1;
  for (const each of [counts, ...quotas.map((position) => counts.quotas[position])]) {
    if (!each) continue;
    each.open -= 1;
    if (isComplete) each.completes += 1;
  }
}
