import type { FieldSession } from "@/lib/contracts/interfaces/fielding";
import type { ResponseStatus } from "@/lib/contracts/terms/demand";
import {
  type EntryFailure,
  outcomeNames,
  outcomeOf,
  type Reason,
  type Refusal,
  reasonOf,
  UNANSWERED,
  UNEXPLAINED,
} from "@/lib/contracts/terms/fielding";
import { failureNames } from "@/lib/contracts/terms/fraud";
import type { ReasonChoice } from "./list-state";

/** Names that stand for the ids in sessions. */
export type SessionNames = {
  question: (id: string) => string;
  /** Chosen options of a question. */
  options: (questionId: string, optionIds: readonly number[]) => string;
  quota: (id: string) => string;
  supplier: (code: string) => string;
};

const reasonNames: Record<Reason, string> = {
  complete: "Complete",
  not_qualified: "Not qualified",
  device: "Device not allowed",
  duplicate: "Duplicate",
  fraud: "Fraud check",
  quota_full: "Quota full",
  pacing: "Hourly limit reached",
  survey_paused: "Survey paused",
  survey_complete: "Survey complete",
  survey_draft: "Survey not live yet",
  client: "Terminated in the survey",
  expired: "Expired without a return",
  reconciled: "Reconciled",
};

/** Stands for a quota that the survey has no more. */
export const REMOVED_QUOTA = "a removed quota";

export const UNDER_WAY = "In progress";

/** A reason as the filter and the summary name it, without its detail. */
export const reasonChoiceName = (choice: ReasonChoice): string => (choice === "open" ? UNDER_WAY : reasonNames[choice]);

/** A status as screens write it; one of a remote service stands as it came. */
export const statusName = (status: ResponseStatus): string => {
  const outcome = outcomeOf(status);
  return outcome ? outcomeNames[outcome] : UNDER_WAY;
};

/** A session's status: one that expired has no outcome, and is in progress no more. */
export const sessionStatus = ({ status, reason }: Pick<FieldSession, "status" | "reason">): string =>
  reason === "expired" && outcomeOf(status) === null ? "Expired" : statusName(status);

type Reasoned = Pick<FieldSession, "reason" | "status" | "reconciliation_status">;

/** Why a session has its outcome: "Not qualified: Gender". Sessions of earlier releases have their status alone. */
export function reasonText(session: Reasoned, { question }: Pick<SessionNames, "question">): string {
  const { reason, status, reconciliation_status: reconciled } = session;
  const kind = reason === null ? null : reasonOf(reason);
  if (kind === null) return reason ?? statusName(status);
  if (kind === "reconciled") return reconciled ? `${reconciled} by reconciliation` : reasonNames.reconciled;
  const detail = reason?.slice(kind.length + 1) ?? "";
  if (!detail) return reasonNames[kind];
  return `${reasonNames[kind]}: ${kind === "not_qualified" ? question(detail) : failureName(detail)}`;
}

const entryFailures: Record<EntryFailure, string> = {
  ...failureNames,
  [UNANSWERED]: "Not answered",
  [UNEXPLAINED]: "No known reason",
};

/** Why the check at entry failed, as a detail of a reason. */
const failureName = (detail: string): string =>
  // Safe: its keys are of this type alone.
  Object.hasOwn(entryFailures, detail) ? entryFailures[detail as EntryFailure] : detail;

/** Returns that changed nothing, as security figures name them. */
export const refusalNames: Record<Refusal, string> = {
  replay: "Repeated",
  contradictory: "Contradictory",
  expired: "After expiry",
  unknown: "Unknown session",
  unsigned: "Hash missing",
  forged: "Hash wrong",
};

export const refusalSentences: Record<Refusal, string> = {
  replay: "the session had ended with this outcome already",
  contradictory: "the session had ended with another outcome already",
  expired: "the session had expired",
  unknown: "there was no such session",
  unsigned: "the hash was missing",
  forged: "the hash was wrong",
};
