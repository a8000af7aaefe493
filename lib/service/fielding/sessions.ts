import "server-only";
import type * as fielding from "@/lib/contracts/interfaces/fielding";
import { DEFAULT_PAGE_SIZE, type QueryOf } from "@/lib/contracts/operation";
import type { ResponseStatus } from "@/lib/contracts/terms/demand";
import type { Refusal } from "@/lib/contracts/terms/fielding";
import { AppError } from "@/lib/http/problem";
import { addAudit } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/field-sessions";
import { countHour, surveyOfSession } from "@/lib/stores/postgres/fielding";
import { type Answer, accountIdsOf, type Call, type Caller } from "../service";
import { hourStart } from "./decide";
import { returnToSurvey } from "./field-writer";

function viewSession(row: store.FieldSessionRow): fielding.FieldSession {
  return {
    rid: row.rdud,
    survey_id: row.surveyId,
    supplier: row.supplier,
    respondent: row.respondent,
    test: row.test,
    // Safe: every writer of sessions takes it from the list of statuses.
    status: row.status as ResponseStatus,
    reason: row.reason,
    reconciliation_status: row.reconciliationStatus,
    reached: row.reached,
    device: row.device,
    hash: row.hashResult,
    price: row.buyerCpi,
    qualification_attributes: row.qualificationAttributes,
    quota_attributes: row.quotaIds,
    started_at: row.startedAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
    expires_at: row.expiresAt?.toISOString() ?? null,
    refused_returns: row.refusedReturns,
  };
}

type Owner = { accounts: readonly { id: string }[] };

/** The survey of the caller's accounts, with when it went live and what respondents are checked for. @throws AppError not_found */
export async function ownFielding(viewer: Owner, surveyId: string) {
  const survey = await store.findSurveyChecks(db(), accountIdsOf(viewer), surveyId);
  if (!survey) throw new AppError("not_found", "Survey could not be found.");
  return survey;
}

export async function listSessions({ viewer, query }: Call<typeof fielding.listSessions>): Promise<Answer> {
  const { id: surveyId } = await ownFielding(viewer, query.survey_id);
  const page = query.page ?? 1;
  const { reasons, suppliers, tests, search } = query;
  const found = await store.listFieldSessions(db(), {
    ...{ surveyId, reasons, suppliers, tests, search, page },
    pageSize: query.page_size ?? DEFAULT_PAGE_SIZE,
  });
  const sessions = found.sessions.map(viewSession);
  return { body: { total_sessions: found.total, page, page_size: sessions.length, sessions } };
}

type Filter = Omit<QueryOf<typeof fielding.listSessions>, "page" | "page_size"> & { survey_id: string };

/** The ids of all sessions that a filter finds, newest first. */
export async function listSessionIds(viewer: Owner, { survey_id, ...filter }: Filter): Promise<string[]> {
  const { id: surveyId } = await ownFielding(viewer, survey_id);
  return store.listFieldSessionIds(db(), { surveyId, ...filter });
}

/** The sessions of a survey that have these ids, in their order. */
export async function sessionsById(viewer: Owner, surveyId: string, rids: readonly string[]) {
  const { id } = await ownFielding(viewer, surveyId);
  return (await store.fieldSessionsById(db(), id, rids)).map(viewSession);
}

async function ownSession(viewer: Caller, rid: string): Promise<fielding.FieldSession> {
  const row = await store.findFieldSession(db(), accountIdsOf(viewer), rid);
  if (!row) throw new AppError("not_found", "Session could not be found.");
  return viewSession(row);
}

export async function getSession({ viewer, params }: Call<typeof fielding.getSession>): Promise<Answer> {
  const session = await ownSession(viewer, params.rid ?? "");
  const returns = await store.refusedReturnsOf(db(), session.survey_id, session.rid);
  return { body: { ...session, returns: returns.map((each) => ({ ...each, at: each.at.toISOString() })) } };
}

export async function summarizeSessions({ viewer, query }: Call<typeof fielding.summarizeSessions>): Promise<Answer> {
  const { id, wentLiveAt } = await ownFielding(viewer, query.survey_id);
  const [{ groups, refused, tests, accepted }, hour] = await Promise.all([
    store.summarizeFieldSessions(db(), id),
    wentLiveAt && pacingHour(id, wentLiveAt),
  ]);
  return { body: { groups, refused_returns: refused, tests, accepted, hour } };
}

/** The hour of pacing under way, counted as an entry counts it. */
async function pacingHour(surveyId: string, wentLiveAt: Date) {
  const startedAt = new Date(hourStart(wentLiveAt.getTime(), Date.now()));
  const { starts, completes, admitted } = await countHour(db(), { surveyId, startedAt });
  return { started_at: startedAt.toISOString(), starts_before: starts, completes_before: completes, admitted };
}

const refusalSentences: Record<Refusal, string> = {
  replay: "This session has ended with this outcome already.",
  contradictory: "This session has ended with another outcome already.",
  expired: "This session has expired.",
  unknown: "Session could not be found.",
  unsigned: "The hash is missing.",
  forged: "The hash is wrong.",
};

/** `POST /sessions/{rid}/outcome`: the return of a buyer that sends no browser; its key stands in for the hash, and it is audited. */
export async function returnSession(call: Call<typeof fielding.returnSession>): Promise<Answer> {
  const { viewer, params, body, requestId } = call;
  const rdud = params.rid ?? "";
  const surveyId = rdud.includes("\0") ? null : await surveyOfSession(db(), rdud, accountIdsOf(viewer));
  if (!surveyId) throw new AppError("not_found", "Session could not be found.");
  const result = await returnToSurvey(surveyId, {
    rdud,
    outcome: body.outcome,
    checkHash: null,
    sender: call,
    requestId,
  });
  if (result.kind === "refuse") throw new AppError("conflict", refusalSentences[result.refusal], { status: 409 });
  return { body: await ownSession(viewer, rdud) };
}

type Checks = Pick<Awaited<ReturnType<typeof ownFielding>>, "checksDuplicates" | "fraudCheck" | "fraudThreshold">;

const viewChecks = ({ checksDuplicates, fraudCheck, fraudThreshold }: Checks) => ({
  ...{ checks_duplicates: checksDuplicates, fraud_check: fraudCheck, fraud_threshold: fraudThreshold },
});

export async function getSurveyChecks({ viewer, query }: Call<typeof fielding.getSurveyChecks>): Promise<Answer> {
  const survey = await ownFielding(viewer, query.survey_id);
  return { body: { survey_id: survey.id, ...viewChecks(survey) } };
}

export async function updateSurveyChecks(call: Call<typeof fielding.updateSurveyChecks>): Promise<Answer> {
  const { viewer, body } = call;
  const survey = await ownFielding(viewer, body.survey_id);
  const checks: Checks = {
    checksDuplicates: body.checks_duplicates ?? survey.checksDuplicates,
    fraudCheck: body.fraud_check ?? survey.fraudCheck,
    fraudThreshold: body.fraud_threshold === undefined ? survey.fraudThreshold : body.fraud_threshold,
  };
  await db().transaction(async (transaction) => {
    await store.setSurveyChecks(transaction, survey.id, checks);
    await addAudit(transaction, call, {
      accountId: survey.accountId,
      action: "updateSurveyChecks",
      thing: "surveys",
      thingId: survey.id,
      before: viewChecks(survey),
      after: viewChecks(checks),
      outcome: "done",
    });
  });
  return { body: { survey_id: survey.id, ...viewChecks(checks) } };
}

/** Removes the tests of a survey. They count in nothing, so that no figure changes. */
export async function removeTestSessions(call: Call<typeof fielding.removeTestSessions>): Promise<Answer> {
  const { viewer, body } = call;
  const survey = await ownFielding(viewer, body.survey_id);
  const removed = await db().transaction(async (transaction) => {
    const sessions = await store.removeTests(transaction, survey.id);
    await addAudit(transaction, call, {
      accountId: survey.accountId,
      action: "removeTestSessions",
      thing: "surveys",
      thingId: survey.id,
      after: { removed: sessions },
      outcome: "done",
    });
    return sessions;
  });
  return { body: { removed } };
}
