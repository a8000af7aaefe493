import type { SessionHistory } from "@/lib/contracts/interfaces/fielding";
import { outcomeNames } from "@/lib/contracts/terms/fielding";
import { reasonText, refusalSentences, type SessionNames, sessionStatus, UNDER_WAY } from "./words";

/** One thing that happened to a session. `at`: an ISO instant; null: when is not recorded. */
export type HistoryStep = {
  key: string;
  at: string | null;
  title: string;
  lines: string[];
  tone: "plain" | "good" | "bad";
};

/** What happened to a session, in order: entry, survey or turned away, return, and returns that changed nothing. */
export function prepareHistory(session: SessionHistory, names: SessionNames): HistoryStep[] {
  const refused = session.returns.map(
    ({ outcome, refusal, at }, place): HistoryStep => ({
      key: `refused ${place}`,
      at,
      title: `Return refused: ${outcomeNames[outcome]}`,
      lines: [`It changed nothing: ${refusalSentences[refusal]}.`],
      tone: "bad",
    }),
  );
  const own = [entryOf(session, names), ...(session.reached ? [sentOf(session, names)] : []), endOf(session, names)];
  return [...own, ...refused].sort((a, b) => momentOf(a) - momentOf(b));
}

/** What has no time of its own, or is still to come, stands last. */
const momentOf = ({ at }: HistoryStep) => (at === null ? Number.POSITIVE_INFINITY : Date.parse(at));

function entryOf(session: SessionHistory, names: SessionNames): HistoryStep {
  const { supplier, respondent, device } = session;
  return {
    key: "entry",
    at: session.started_at,
    title: session.test ? "Entered as a test" : "Entered",
    lines: [
      ...(supplier === null ? [] : [`From ${names.supplier(supplier)}`]),
      ...(respondent === null ? [] : [`As respondent ${respondent}`]),
      ...(device === null ? [] : [`On ${device}`]),
      ...session.qualification_attributes.map(({ question_id, option_ids }) => {
        const id = String(question_id);
        return `${names.question(id)}: ${names.options(id, option_ids)}`;
      }),
    ],
    tone: "plain",
  };
}

const sentOf = ({ started_at, quota_attributes }: SessionHistory, names: SessionNames): HistoryStep => ({
  key: "sent",
  at: started_at,
  title: "Sent to the survey",
  lines: quota_attributes.length > 0 ? [`Quotas: ${quota_attributes.map(names.quota).join(", ")}`] : [],
  tone: "plain",
});

function endOf(session: SessionHistory, names: SessionNames): HistoryStep {
  const { status, reason, reached, ended_at, expires_at } = session;
  if (reason === null && status === "in progress") {
    const title = expires_at === null ? UNDER_WAY : "Place held until";
    return { key: "end", at: expires_at, title, lines: [], tone: "plain" };
  }
  const text = reasonText(session, names);
  const outcome = sessionStatus(session);
  const lines = [
    ...(text === outcome || reason === "expired"
      ? []
      : [`${reached ? "Outcome" : "Sent back with the outcome"}: ${outcome}`]),
    ...(session.hash === "valid" ? ["Hash valid"] : []),
  ];
  return {
    key: "end",
    at: ended_at ?? expires_at,
    title: reached ? endTitle(session, text) : `Turned away: ${text}`,
    lines,
    tone: status === "complete" ? "good" : "bad",
  };
}

function endTitle({ reason }: SessionHistory, text: string): string {
  if (reason === "expired") return text;
  return reason === "reconciled" ? text : `Returned: ${text}`;
}
