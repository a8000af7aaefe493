import "server-only";
import type { FieldSession } from "@/lib/contracts/interfaces/fielding";
import type { ReadPoint } from "@/lib/contracts/interfaces/quality-replies";
import type { EvidencePoint, RespondentEvidence } from "@/lib/contracts/ours/respondents";
import type { SignedInContext } from "@/lib/gateway/call";
import { answersOfResponse } from "@/lib/gateway/pivot";
import { evidenceOf, qualitySurvey, respondentsById } from "@/lib/gateway/quality";
import { categoryOf } from "@/lib/gateway/quality-scores";
import { requireSurvey } from "@/lib/gateway/surveys-by-id";
import { quotedPlaces } from "./mark-reasons";
import { readOne } from "./one-respondent";

type Evidence = Awaited<ReturnType<typeof evidenceOf>>;
type SentPoint = NonNullable<Evidence>["sent"][number];

/** What speaks for and against one respondent, of everything that keeps something of them. */
export async function getEvidence(
  context: SignedInContext,
  surveyId: string,
  respondentId: string,
): Promise<RespondentEvidence> {
  const survey = await qualitySurvey(context, { id: surveyId });
  const [{ row, session, history }, { version, byId }, evidence, answers] = await Promise.all([
    readOne(survey, respondentId),
    respondentsById(survey, [respondentId]),
    evidenceOf(survey, respondentId),
    survey.projectId === null ? null : answersOfResponse(context, survey.projectId, respondentId),
  ]);
  const points = byId.get(respondentId)?.respondentQuality?.dataPointsSummary ?? [];
  return {
    respondent: row,
    points: points.map((point, at) => ({
      check: point.qualityCheck,
      data_point_id: point.dataPointId,
      score: point.score,
      category: categoryOf(version, point.category),
      reason: point.reason ?? "",
      sent: evidence && viewSent(sentAt(evidence, point, at), point, evidence),
    })),
    session: session && (await viewSession(context, surveyId, session)),
    answers: answers?.map(({ id, title, answer }) => ({ question_id: id, title, answer })) ?? null,
    similar: (evidence?.similar ?? []).map(({ respondentId: id, dataPointId, similarity, answer }) => ({
      ...{ respondent_id: id, data_point_id: dataPointId, similarity, answer },
    })),
    history: history.map((review) => ({
      ...{ decision: review.decision, note: review.note, by: review.who, at: review.at.toISOString() },
    })),
  };
}

/** Scores stand in the order of what was sent; where they do not, the id tells. */
function sentAt({ sent }: NonNullable<Evidence>, point: ReadPoint, at: number): SentPoint | null {
  const isIt = (one: SentPoint | undefined) =>
    one?.qualityCheck === point.qualityCheck && one.dataPointId === point.dataPointId;
  return (isIt(sent[at]) ? sent[at] : sent.find(isIt)) ?? null;
}

function viewSent(
  sent: SentPoint | null,
  { reason = "" }: ReadPoint,
  { medians }: NonNullable<Evidence>,
): EvidencePoint["sent"] {
  switch (sent?.qualityCheck) {
    case undefined:
      return null;
    case "OES": {
      const { question, answer } = sent;
      return { check: "OES", question, answer, highlights: quotedPlaces(answer, reason) };
    }
    case "TS":
      return { check: "TS", duration_ms: sent.duration, median_ms: medians.get(sent.dataPointId) ?? null };
    case "GQS":
      return { check: "GQS", answers: sent.gridAnswersPattern };
    case "CHS":
      return { check: "CHS", interview: sent.interviewData.map(({ question, answer }) => ({ question, answer })) };
    case "BAS":
      return { check: "BAS", ...viewTyping(sent.interactionData) };
  }
}

type Interaction = Extract<SentPoint, { qualityCheck: "BAS" }>["interactionData"][number];

function viewTyping(interactions: readonly Interaction[]) {
  const times = interactions.map(({ timestamp }) =>
    typeof timestamp === "number" ? timestamp : Date.parse(timestamp),
  );
  const [first, last] = times.reduce<[number, number]>(
    ([least, most], time) => [Math.min(least, time), Math.max(most, time)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  const pastes = interactions.filter(({ interactionType }) => interactionType === "COPY_AND_PASTE").length;
  return {
    keystrokes: interactions.length - pastes,
    pastes,
    seconds: last >= first ? Math.round((last - first) / 100) / 10 : null,
  };
}

async function viewSession(
  context: SignedInContext,
  surveyId: string,
  session: FieldSession,
): Promise<RespondentEvidence["session"]> {
  const { survey } = await requireSurvey(context, surveyId);
  const names = new Map(survey.respondent_attributes?.map(({ quota_id, quota_name }) => [quota_id, quota_name]));
  const { status, reason, started_at, ended_at, device, quota_attributes } = session;
  return {
    ...{ status, reason, started_at, ended_at, device },
    quotas: quota_attributes.map((id) => names.get(id) ?? id),
  };
}
