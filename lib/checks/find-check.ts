import "server-only";
import { textScoresSchema, verdictSchema } from "@/lib/contracts/interfaces/fraud-replies";
import type { QueryOf } from "@/lib/contracts/operation";
import type * as contract from "@/lib/contracts/ours/checks";
import { MOST_SESSIONS } from "@/lib/contracts/terms/checks";
import type { SignedInContext } from "@/lib/gateway/call";
import type { For } from "@/lib/gateway/fraud";
import { findRecords, type PersonSession, type StoredReview } from "@/lib/gateway/fraud-records";
import { type CheckReply, listCheckReplies } from "@/lib/stores/postgres/check-replies";
import { db } from "@/lib/stores/postgres/client";
import { findUnansweredCheck } from "@/lib/stores/postgres/unanswered-checks";
import { readStored } from "@/lib/stores/stored-json";
import { whoseSurvey } from "./whose";

type Asked = Required<Pick<QueryOf<typeof contract.findCheck>, "sy_nr" | "sn_ud">> & {
  account_id?: string | undefined;
};

/** What is known of a respondent from earlier checks: by people here, and at our own service by whoever asked it. */
export async function findCheck(
  context: SignedInContext,
  { account_id, sy_nr, sn_ud }: Asked,
): Promise<contract.CheckedRespondent> {
  const { of, surveyName } = await whoseSurvey(context, { number: sy_nr, accountId: account_id });
  return knownOf(of, { surveyNumber: sy_nr, sessionId: sn_ud, surveyName });
}

type Session = { surveyNumber: string; sessionId: string; surveyName: string | null };

export async function knownOf(
  { context, account }: For,
  { surveyNumber, sessionId, surveyName }: Session,
): Promise<contract.CheckedRespondent> {
  const place = { connection: context.viewer.connection, accountId: account.id, surveyNumber, sessionId };
  const [replies, atEntry, records] = await Promise.all([
    listCheckReplies(db(), place),
    findUnansweredCheck(db(), place),
    findRecords({ context, account }, { surveyNumber, sessionId }),
  ]);
  const stored = records?.check;
  const search = replies.find(({ kind }) => kind === "search");
  return {
    ...{ survey_number: surveyNumber, survey_name: surveyName, session_id: sessionId },
    // Our own service knows what later searches of the session added; of another one only its replies are known.
    verdict: stored?.verdict ?? (search ? verdictIn(search) : null),
    checked_at: (stored?.at ?? search?.at)?.toISOString() ?? null,
    reviews: records?.reviews.map(ofStored) ?? replies.filter(({ kind }) => kind === "review").map(ofReply),
    sessions: records && (stored?.sessions ?? []).slice(-MOST_SESSIONS).map(sessionOf),
    replies: replies.map(({ kind, questionId, reply, who, at }) => ({
      ...{ kind, question_id: questionId, reply, who, at: at.toISOString() },
    })),
    unanswered: null,
    unanswered_at_entry: atEntry && {
      ...{ problem: atEntry.problem, respondent: atEntry.respondent, at: atEntry.at.toISOString() },
    },
  };
}

const placeOf = ({ kind, surveyNumber, sessionId }: CheckReply) =>
  `What was read of the ${kind} of session ${sessionId} of survey ${surveyNumber} in check_replies`;
const verdictIn = (reply: CheckReply) => readStored(verdictSchema, reply.read, placeOf(reply));
const scoresIn = (reply: CheckReply) => readStored(textScoresSchema, reply.read, placeOf(reply));

const ofReply = (reply: CheckReply) => ({
  ...{ question_id: reply.questionId, scores: scoresIn(reply), at: reply.at.toISOString() },
});

const ofStored = ({ questionId, scores, at }: StoredReview) => ({
  ...{ question_id: questionId, scores, at: at.toISOString() },
});

const sessionOf = (session: PersonSession): contract.PersonSession => ({
  survey_number: session.surveyNumber,
  survey_name: session.surveyName,
  session_id: session.sessionId,
  at: session.at.toISOString(),
  failure_reason: session.failureReason,
  supplier: session.supplier,
});
