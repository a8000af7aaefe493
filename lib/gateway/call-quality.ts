import "server-only";
import { laterOperations, versionOperations } from "@/lib/contracts/interfaces/quality";
import { isObject, readBoolean, readText, readTexts } from "@/lib/contracts/lenient";
import type { Operation } from "@/lib/contracts/operation";
import { auditActionOf } from "@/lib/contracts/terms/audit";
import { type QualityVersion, qualityVersions } from "@/lib/contracts/terms/quality";
import { AppError } from "@/lib/http/problem";
import { invalid } from "@/lib/http/read-request";
import { writingOf } from "@/lib/http/writing";
import { throughService } from "@/lib/stores/postgres/response-exclusions";
import { changeFigures, reachAnswers } from "./answers-of-respondents";
import { audited } from "./audited";
import { type Account, call, type SignedInContext } from "./call";
import { deleteWithReviews } from "./delete-quality";
import { ReplyLost, writeLost } from "./errors";
import { ownAccount } from "./own-account";
import {
  isExcludedNow,
  noteChange,
  type QualitySurvey,
  qualitySurvey,
  respondentPages,
  respondentsById,
  setExclusion,
  thingOf,
} from "./quality";
import { writeDeadlines } from "./write-time";

/**
 * An operation of the interface as it is, in whichever version: what `/api/quality` passes on. Every survey that a body
 * names is proven to be the viewer's.
 */
type Asked = {
  /** As it was sent: what a service has beside our contract is for it to read. */
  body: unknown;
  /** For what names no survey: the account that is meant, where the viewer has several. */
  accountId: string | undefined;
};

/** What the reply is: whole, or in pieces of JSON as it is read. */
export type QualityReply = { body: unknown } | { pieces: AsyncIterable<string> };

export async function callQuality(
  context: SignedInContext,
  operation: Operation,
  { body, accountId }: Asked,
): Promise<QualityReply> {
  const given = isObject(body) ? body : {};
  const surveys = await surveysOf(context, given);
  const [survey] = surveys;
  if (survey && isListOfAll(operation, given)) return { pieces: await begun(listOfAll(survey, operation)) };
  if (survey && operation === laterOperations.updateRespondentsExcludedStatus) {
    return { body: await exclude(survey, given) };
  }
  const account = survey?.account ?? (await ownAccount(context, accountId));
  if (writingOf(operation) === null) return { body: (await call(context, operation, { account, body })).data };
  const send = () => write(context, operation, { account, surveys, body });
  const whom = deletedBy(operation, given);
  const written = whom === undefined ? send() : deleteWithReviews(surveys, whom, send);
  return { body: await written.finally(() => surveys.forEach(noteChange)) };
}

/** Whom an operation deletes; null: everybody of its surveys, undefined: nobody. */
function deletedBy(operation: Operation, body: Record<string, unknown>): string[] | null | undefined {
  if (operation === laterOperations.deleteSurveys) return null;
  return operation === laterOperations.deleteRespondents ? (readTexts(body.respondentIds) ?? []) : undefined;
}

/** The surveys that a body names, all of one account: a key calls for one. */
async function surveysOf(context: SignedInContext, body: Record<string, unknown>): Promise<QualitySurvey[]> {
  const one = readText(body.surveyName);
  const numbers = one === undefined ? (readTexts(body.surveyNames) ?? []) : [one];
  const surveys: QualitySurvey[] = [];
  for (const number of new Set(numbers)) surveys.push(await qualitySurvey(context, { number }));
  if (new Set(surveys.map(({ account }) => account.id)).size > 1) {
    throw invalid({ surveyNames: "These surveys are of several accounts. Delete those of each account on their own." });
  }
  return surveys;
}

/* Lists */

const versionOf = (operation: Operation): QualityVersion | undefined =>
  qualityVersions.find((version) => Object.values<Operation>(versionOperations[version]).includes(operation));

const isListOfAll = (operation: Operation, body: Record<string, unknown>): boolean =>
  qualityVersions.some((version) => versionOperations[version].getAllRespondents === operation) &&
  body.page === undefined &&
  body.page_size === undefined;

/** The pieces with the first one read: what is refused is refused before anything is answered. */
async function begun(pieces: AsyncGenerator<string>): Promise<AsyncIterable<string>> {
  const first = await pieces.next();
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* pieces;
  })();
}

/** The whole reply in pieces of JSON, a page of respondents in memory at a time; the total stands last. */
async function* listOfAll(survey: QualitySurvey, operation: Operation): AsyncGenerator<string> {
  const asked = versionOf(operation);
  const begins = JSON.stringify({ success: true, message: "Respondents listed." }).slice(0, -1);
  let [total, isKnown] = [0, false];
  for await (const { version, respondents } of respondentPages(survey)) {
    if (!isKnown) {
      requireVersion(survey, version, asked);
      yield `${begins},"results":{"surveyName":${JSON.stringify(survey.number)},"respondents":[`;
    }
    isKnown = true;
    if (respondents.length === 0) continue;
    yield `${total > 0 ? "," : ""}${respondents.map((one) => JSON.stringify(one)).join(",")}`;
    total += respondents.length;
  }
  if (!isKnown) throw unknownSurvey(survey);
  yield `],"totalRespondents":${total}}}`;
}

function requireVersion({ number }: QualitySurvey, version: QualityVersion, asked: QualityVersion | undefined): void {
  if (version === asked) return;
  throw invalid({ surveyName: `The survey “${number}” was created with ${version}. Use the paths of ${version}.` });
}

const unknownSurvey = ({ number }: QualitySurvey) =>
  new AppError("not_found", `There is no survey “${number}”.`, { fields: { surveyName: "There is no such survey." } });

/* Writes */

async function exclude(survey: QualitySurvey, body: Record<string, unknown>) {
  const ids = [...new Set(readTexts(body.respondentIds) ?? [])];
  const isExcluded = readBoolean(body.isExcluded);
  const { now, changed } = await setExclusion(survey, ids, (one) => isExcluded ?? !isExcludedNow(one));
  // Also of whom nothing changed at the service: an earlier try may have ended before it reached the answers.
  const answers = new Map(
    ids.flatMap((id) => {
      const one = now.get(id);
      return one ? [[id, isExcludedNow(one)] as const] : [];
    }),
  );
  await changeFigures(survey, (transaction) => reachAnswers(transaction, survey, { answers, reason: throughService }));
  const respondents = ids.flatMap((id) => {
    const one = now.get(id);
    return one ? [{ respondentId: id, isExcluded: isExcludedNow(one) }] : [];
  });
  return { success: true, message: `Changed ${changed.length} of ${ids.length}.`, results: { respondents } };
}

type Write = { account: Account; surveys: QualitySurvey[]; body: unknown };

/** Once sent, a write whose reply was lost is looked for; stopping and restarting are sent again, which changes no more. */
async function write(context: SignedInContext, operation: Operation, { account, surveys, body }: Write) {
  const deadlines = writeDeadlines(context);
  const [survey] = surveys;
  if (!survey) throw invalid({ surveyName: "surveyName is required." });
  const action = auditActionOf(operation);
  const trace = { of: "quality", action, ...thingOf(survey), sent: onRecord(body) } as const;
  return audited(context, trace, async (): Promise<object> => {
    const send = async (deadline: number) =>
      (await call(context, operation, { account, body, deadline })).data as object;
    try {
      return await send(deadlines.send);
    } catch (lost) {
      if (!(lost instanceof ReplyLost)) throw lost;
      const writing = writingOf(operation) ?? { noun: "survey", act: "change" };
      if (isRepeatable(operation)) {
        return send(deadlines.settle).catch((again: unknown) => {
          if (again instanceof ReplyLost) throw writeLost(again, lost.neverArrived ? "none" : "unknown", writing);
          throw again;
        });
      }
      const found = await lookFor(operation, surveys, body, deadlines.settle).catch(() => "unknown" as const);
      if (typeof found === "object") return found;
      if (found === "unknown") throw writeLost(lost, lost.neverArrived ? "none" : "unknown", writing);
      if (found === "partly") throw writeLost(lost, "other", writing);
      throw writeLost(lost, lost.mayStillHappen ? "pending" : "none", writing);
    }
  });
}

const isRepeatable = (operation: Operation): boolean =>
  qualityVersions.some((version) => {
    const { stopSurvey, restartSurvey } = versionOperations[version];
    return operation === stopSurvey || operation === restartSurvey;
  });

type Looked = { success: true; message: string; results: unknown } | "not there" | "partly";

/** What became of a respondent who was added, or of what was deleted. */
async function lookFor(
  operation: Operation,
  surveys: readonly QualitySurvey[],
  body: unknown,
  deadline: number,
): Promise<Looked> {
  const given = isObject(body) ? body : {};
  const ids = readTexts(given.respondentIds) ?? [readText(given.respondentId) ?? ""];
  const [survey] = surveys;
  if (!survey) return "not there";
  if (operation === laterOperations.deleteSurveys) {
    const present = await Promise.all(surveys.map((one) => isPresent(one, deadline)));
    return deletion(present.filter(Boolean).length, surveys.length);
  }
  const { byId } = await respondentsById(survey, [...new Set(ids)], { deadline });
  if (operation === laterOperations.deleteRespondents) return deletion(byId.size, new Set(ids).size);
  const [added] = byId.values();
  return added ? { success: true, message: "Respondent scored.", results: added } : "not there";
}

function deletion(left: number, of: number): Looked {
  if (left === of) return "not there";
  return left > 0 ? "partly" : { success: true, message: `Deleted ${of}.`, results: { deleted: of } };
}

async function isPresent(survey: QualitySurvey, deadline: number): Promise<boolean> {
  for await (const _ of respondentPages(survey, { deadline })) return true;
  return false;
}

/** What the audit keeps of a body: whom it is about, not their answers. */
function onRecord(body: unknown) {
  if (!isObject(body)) return {};
  const { surveyName, surveyNames, respondentId, respondentIds } = body;
  return Object.fromEntries(
    Object.entries({ name: surveyName, names: surveyNames, respondentId, respondents: respondentIds }).filter(
      ([, value]) => value !== undefined,
    ),
  );
}
