import { isObject, type JsonObject, readBoolean, readId, readNumber, readText, readTexts } from "../lenient";
import { thingReply } from "../replies";
import { NOT_SCORED, type QualityCheck, qualityChecks } from "../terms/quality";

/**
 * Replies of any service of respondent quality, in the members of our own: `redemScore` is another name of
 * `serviceScore`. Categories stay in the words of the survey's version.
 */
export type ReadPoint = {
  qualityCheck: QualityCheck;
  dataPointId: string;
  score: number;
  category?: string;
  reason?: string;
};

/** A respondent that a service answers. `respondentQuality` undefined: it waits to be scored. */
export type ReadRespondent = {
  respondentId: string;
  status: "COMPLETED" | "PROCESSING";
  respondentQuality?: {
    isExcluded: boolean;
    reasonsForExclusion: string[];
    serviceScore: number;
    dataPointsSummary: ReadPoint[];
    qualityScoreSummary: { qualityCheck: QualityCheck; score: number; reason?: string }[];
  };
  /** What was sent of them, unread: of another installation of this product that was asked for it. */
  sent?: JsonObject;
};

const isCheck = (text: string | undefined): text is QualityCheck => qualityChecks.some((check) => check === text);

/** A score as a whole number, halves up; nothing that can be read: not scored. */
const readScore = (value: unknown): number => Math.floor((readNumber(value) ?? NOT_SCORED) + 0.5);

const listOf = <T>(value: unknown, read: (item: JsonObject) => T | null): T[] =>
  Array.isArray(value) ? value.flatMap((item) => (isObject(item) ? (read(item) ?? []) : [])) : [];

/** What is known of a check or data point beside its score. */
const textsOf = ({ category, reason }: JsonObject) => ({
  ...(readText(category) !== undefined && { category: readText(category) as string }),
  ...(readText(reason) !== undefined && { reason: readText(reason) as string }),
});

function readPoint(json: JsonObject): ReadPoint | null {
  const check = readText(json.qualityCheck);
  if (!isCheck(check)) return null;
  return {
    qualityCheck: check,
    dataPointId: readId(json.dataPointId) ?? "",
    score: readScore(json.score),
    ...textsOf(json),
  };
}

function readCheck(json: JsonObject) {
  const check = readText(json.qualityCheck);
  if (!isCheck(check)) return null;
  const { reason } = textsOf(json);
  return { qualityCheck: check, score: readScore(json.score), ...(reason !== undefined && { reason }) };
}

function readRespondent(json: unknown): ReadRespondent | null {
  const id = isObject(json) ? readId(json.respondentId) : null;
  if (!isObject(json) || id === null) return null;
  const quality = json.respondentQuality;
  const waits = readText(json.status)?.toUpperCase() === "PROCESSING";
  const sent = isObject(json.sent) && { sent: json.sent };
  if (!isObject(quality)) return waits ? { respondentId: id, status: "PROCESSING", ...sent } : null;
  return {
    respondentId: id,
    ...sent,
    status: waits ? "PROCESSING" : "COMPLETED",
    respondentQuality: {
      isExcluded: readBoolean(quality.isExcluded) ?? false,
      reasonsForExclusion: readTexts(quality.reasonsForExclusion) ?? [],
      serviceScore: readScore(quality.serviceScore ?? quality.redemScore),
      dataPointsSummary: listOf(quality.dataPointsSummary, readPoint),
      qualityScoreSummary: listOf(quality.qualityScoreSummary, readCheck),
    },
  };
}

/** What an envelope holds, read by `read`; null: it is no envelope of a success, or holds something else. */
const enveloped =
  <T>(read: (results: unknown) => T | null) =>
  (json: unknown): { success: true; message: string; results: T } | null => {
    const isSuccess = isObject(json) && (json.success === true || (json.success === undefined && "results" in json));
    if (!isSuccess) return null;
    const results = read(json.results);
    return results === null ? null : { success: true, message: readText(json.message) ?? "", results };
  };

export const respondentReply = thingReply("scored respondent", enveloped(readRespondent));

/** `page` undefined: the service does not page, and this is all of its list. */
export type ReadRespondents = {
  surveyName?: string;
  totalRespondents: number;
  page?: number;
  page_size?: number;
  respondents: ReadRespondent[];
};

function readRespondents(json: unknown): ReadRespondents | null {
  const head = isObject(json) ? json : {};
  const list = Array.isArray(json) ? json : head.respondents;
  if (!Array.isArray(list)) return null;
  const [name, page, size] = [readText(head.surveyName), readNumber(head.page), readNumber(head.page_size)];
  return {
    ...(name !== undefined && { surveyName: name }),
    totalRespondents: readNumber(head.totalRespondents) ?? list.length,
    ...(page !== undefined && { page }),
    ...(size !== undefined && { page_size: size }),
    respondents: list.flatMap((item) => readRespondent(item) ?? []),
  };
}

export const respondentsReply = thingReply("list of scored respondents", enveloped(readRespondents));

/** What a write or a calculation answers: whether it succeeded counts, and the rest is passed on. */
export const doneReply = thingReply(
  "success",
  enveloped((results) => (isObject(results) ? results : {})),
);
