import type { ResponseStatus } from "./demand";
import type { FailureReason } from "./fraud";

/** How a session ends, as the addresses of a survey's redirects and of a supplier's end links spell it. */
export const outcomes = [
  "complete",
  "standard_termination",
  "quality_termination",
  "security_termination",
  "overquota_termination",
] as const;
export type Outcome = (typeof outcomes)[number];

/** Outcomes as screens name them. */
export const outcomeNames: Record<Outcome, string> = {
  complete: "Complete",
  standard_termination: "Standard termination",
  quality_termination: "Quality termination",
  security_termination: "Security termination",
  overquota_termination: "Over-quota termination",
};

export const isOutcome = (text: string): text is Outcome => outcomes.some((outcome) => outcome === text);

/** The status that a response has after each outcome. */
export const statusOf: Record<Outcome, ResponseStatus> = {
  complete: "complete",
  standard_termination: "standard termination",
  quality_termination: "quality termination",
  security_termination: "security termination",
  overquota_termination: "overquota termination",
};

/** The outcome behind a status; null: the session is in progress, or expired without one. */
export const outcomeOf = (status: string): Outcome | null =>
  outcomes.find((outcome) => statusOf[outcome] === status) ?? null;

/**
 * Why a session has its outcome. Two of them carry a detail after a colon: the question that nobody of that answer
 * qualifies by, and why the fraud check fails.
 */
export const reasons = [
  "complete",
  "not_qualified",
  "device",
  "duplicate",
  "fraud",
  "quota_full",
  "pacing",
  "survey_paused",
  "survey_complete",
  "survey_draft",
  "client",
  "expired",
  "reconciled",
] as const;
export type Reason = (typeof reasons)[number];

/** The reason without its detail; null for a text that is none. */
export const reasonOf = (text: string): Reason | null =>
  reasons.find((reason) => text === reason || text.startsWith(`${reason}:`)) ?? null;

/** Why a respondent was turned away before the entry link. */
export type TurnedAway = Exclude<Reason, "complete" | "client" | "expired" | "reconciled">;

/** The outcome that each of those reasons leads to. */
export const outcomeOfReason: Record<TurnedAway, Exclude<Outcome, "complete" | "quality_termination">> = {
  not_qualified: "standard_termination",
  device: "standard_termination",
  duplicate: "security_termination",
  fraud: "security_termination",
  quota_full: "overquota_termination",
  pacing: "overquota_termination",
  survey_paused: "overquota_termination",
  survey_complete: "overquota_termination",
  survey_draft: "overquota_termination",
};

/** The fraud check at entry: none, its verdict kept, or who fails turned away. */
export const fraudCheckModes = ["off", "record", "require"] as const;
export type FraudCheckMode = (typeof fraudCheckModes)[number];

/**
 * Why a respondent fails a required check: its code; that another service did not answer, where the account turns
 * respondents away then; or that it gave no code that is known.
 */
export const UNANSWERED = "unanswered";
export const UNEXPLAINED = "unexplained";
export type EntryFailure = FailureReason | typeof UNANSWERED | typeof UNEXPLAINED;

/** Why a return changed nothing. */
export const refusals = ["replay", "contradictory", "expired", "unknown", "unsigned", "forged"] as const;
export type Refusal = (typeof refusals)[number];

/** The code of the supplier that is meant where an entry names none. */
export const DIRECT = "direct";

/** Longest id that a supplier gives a respondent, in characters. */
export const MAX_RESPONDENT = 256;

export const hashAlgorithms = ["SHA-256", "SHA-512"] as const;
export type HashAlgorithm = (typeof hashAlgorithms)[number];
