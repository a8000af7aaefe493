import type { CheckedRespondent } from "@/lib/contracts/ours/checks";
import type { FailureReason } from "@/lib/contracts/terms/fraud";

/**
 * Why a session was not accepted, to the supplier who sent it: what is wrong, and nothing of how it is seen. No score, no
 * identifier, no list, no other session.
 */
const outwardReasons: Record<FailureReason, string | null> = {
  "01": null,
  "02": "This person had already taken part in the survey.",
  "13": "This person had already taken part in a survey that excludes them from this one.",
  "03": "The survey was not taken on an ordinary device of a person.",
  "08": "The survey was not taken on an ordinary device of a person.",
  "14": "The survey was not taken on an ordinary device of a person.",
  "15": "The survey was not taken on an ordinary device of a person.",
  "04": "It could not be confirmed from where this person took part.",
  "05": "It could not be confirmed from where this person took part.",
  "06": "It could not be confirmed from where this person took part.",
  "07": "It could not be confirmed from where this person took part.",
  "09": "Earlier conduct of this person breaks the terms of the survey.",
  "10": "Earlier conduct of this person breaks the terms of the survey.",
  "11": "This session belongs to a group of sessions that are not those of independent people.",
  "12": "This person takes part in surveys in a way that breaks the terms of the survey.",
};

type Session = Pick<CheckedRespondent, "verdict" | "session_id" | "survey_name" | "survey_number">;

/** The text to send; null: there is no rejection to explain. */
export function supplierText({ verdict, session_id, survey_name, survey_number }: Session): string | null {
  if (!verdict?.fails) return null;
  const reason = outwardReasons[verdict.failure_reason ?? "01"];
  const survey = survey_name === null ? `survey ${survey_number}` : `the survey “${survey_name}” (${survey_number})`;
  return [
    `Session ${session_id} of ${survey} was not accepted.`,
    reason ?? "It did not meet the terms of the survey.",
    "Please do not send this person to the survey again.",
    "If you believe that this is a mistake, answer with the session id and we will look at the session again. We do not describe how sessions are judged, because that would help those who want to get around it.",
  ].join("\n\n");
}
