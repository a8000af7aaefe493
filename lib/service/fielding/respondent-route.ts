import "server-only";
import { locationHeader } from "@/lib/contracts/rules/entry-link";
import { isOutcome, type Outcome, type Refusal } from "@/lib/contracts/terms/fielding";
import { publicUrl } from "@/lib/env";
import { AppError } from "@/lib/http/problem";
import { logger } from "@/lib/logger";
import { countRespondent } from "@/lib/metrics";
import { db } from "@/lib/stores/postgres/client";
import { isUuid } from "@/lib/stores/postgres/conditions";
import { addRefusedReturns, surveyOfSession } from "@/lib/stores/postgres/fielding";
import { listQuestions, questionById, questionIds } from "../demand/catalogue";
import { fillEndLink } from "./end-link";
import { type CheckElsewhere, type EnteredResult, enterChecked } from "./enter-checked";
import { type EntryQuery, MAX_ENTRY_QUERY, readEntryQuery } from "./entry-query";
import type { FieldSession } from "./field-batch";
import { returnToSurvey } from "./field-writer";
import { type HashKey, isHashOf } from "./hash-keys";
import * as pages from "./respondent-pages";
import { languageOf, preferredLanguage, type RespondentLanguage, type RespondentProblem } from "./respondent-words";
import { isTestToken, testRespondent } from "./test-links";
import { mayCome, mayRecordUnknown, type Visitor, visitorOf } from "./visitor";

/**
 * What respondents reach: `/enter/{surveyId}` and `/return/{outcome}`. They have no account and no cookie. Everything
 * that can be refused cheaply is refused before the database is asked, and each refusal is a page in their language.
 */

/** A request as the handlers of respondents' addresses pass it on. */
export type RespondentRequest = {
  /** Path and query, byte for byte as they came: the server lets none but ASCII in. */
  target: string;
  headers: Headers;
  /** Of the answer's content security policy. */
  nonce: string;
};

const statusOfProblem: Record<RespondentProblem, number> = {
  unknownSurvey: 404,
  unusableLink: 400,
  unknownSession: 404,
  alreadyRecorded: 409,
  expired: 410,
  notVerified: 400,
  busy: 429,
  failed: 500,
};

const NO_STORE = { "cache-control": "no-store" };
const nothing = () => new Response(null, { status: 204, headers: NO_STORE });
const html = (body: string, status: number, headers: Record<string, string> = {}) =>
  new Response(body, { status, headers: { ...NO_STORE, "content-type": "text/html; charset=utf-8", ...headers } });
const redirect = (link: string) =>
  new Response(null, { status: 302, headers: { ...NO_STORE, location: locationHeader(link) } });

/** How one request is answered with pages. */
type Desk = {
  problem: (problem: RespondentProblem, language?: RespondentLanguage, status?: number) => Response;
  end: (session: FieldSession) => Response;
  nonce: string;
};

function deskOf({ headers, nonce }: RespondentRequest): Desk {
  const preferred = preferredLanguage(headers.get("accept-language"));
  const problem: Desk["problem"] = (problem, language = preferred, status = statusOfProblem[problem]) =>
    html(
      pages.problemPage({ language, nonce, isTest: false }, problem),
      status,
      status === 429 ? { "retry-after": "2" } : {},
    );
  return {
    nonce,
    problem,
    end: (session) => {
      const { outcome, languageCode, isTest, supplier, rid, respondent, reason } = session;
      const language = languageOf(languageCode);
      if (outcome === null) return problem("expired", language);
      const link = isTest ? null : fillEndLink(supplier, { rid, respondent, outcome, reason });
      return link === null ? html(pages.endPage({ language, nonce, isTest }, outcome), 200) : redirect(link);
    },
  };
}

async function answered(
  what: string,
  request: RespondentRequest,
  answer: (desk: Desk, visitor: Visitor) => Promise<Response>,
) {
  const desk = deskOf(request);
  try {
    const visitor = visitorOf(request.headers);
    if (!visitor) return desk.problem("unusableLink");
    if (!mayCome(visitor.address)) return desk.problem("busy");
    return await answer(desk, visitor);
  } catch (error) {
    if (error instanceof AppError && error.code === "busy") return desk.problem("busy");
    logger.error({ what, err: error }, "a respondent's request failed");
    return desk.problem("failed");
  }
}

const queryOf = (target: string) => (target.includes("?") ? target.slice(target.indexOf("?") + 1) : "");

/**
 * `GET /enter/{surveyId}`: the entry link, the screener, or the outcome of who cannot take part.
 *
 * @param check another service that looks at entrants; null: our own does
 */
export const enter = (id: string, request: RespondentRequest, check: CheckElsewhere | null): Promise<Response> =>
  answered("enter", request, async (desk, visitor) => {
    const surveyId = id.toLowerCase();
    const text = queryOf(request.target);
    if (text.length > MAX_ENTRY_QUERY) return desk.problem("unusableLink", undefined, 414);
    if (!isUuid(surveyId)) return desk.problem("unknownSurvey");
    const query = readEntryQuery(new URLSearchParams(text));
    if (!query) return desk.problem("unusableLink");
    if (visitor.isNobody) return nothing();
    const isTest = query.test !== null;
    if (query.test !== null && !isTestToken(query.test, surveyId, Date.now())) return desk.problem("unusableLink");
    const respondent = isTest ? testRespondent(query.respondent) : (query.respondent ?? crypto.randomUUID());
    const { supplier, answers } = query;
    const { device, address, agent } = visitor;
    const requestId = crypto.randomUUID();
    const entrant = { supplier, respondent, answers, device, address, agent, isTest, requestId };
    const result = await enterChecked(surveyId, entrant, check);
    countRespondent("entry", result.kind === "end" ? (result.session.outcome ?? "expired") : result.kind);
    return answerEntry(desk, result, { surveyId, query, respondent });
  });

type Entry = { surveyId: string; query: EntryQuery; respondent: string };

function answerEntry(desk: Desk, result: EnteredResult, entry: Entry): Response {
  switch (result.kind) {
    case "unknown":
      return desk.problem("unknownSurvey");
    case "unknown supplier":
    case "another's":
      return desk.problem("unusableLink");
    case "ask":
      return askMissing(desk, result, entry);
    case "enter":
      return redirect(result.link);
    case "end":
      return desk.end(result.session);
  }
}

/** The screener, with what came in hidden fields; answers that cannot be used are asked for again, as a 400. */
function askMissing(
  { nonce }: Desk,
  { questions, countryCode, languageCode }: Extract<EnteredResult, { kind: "ask" }>,
  { surveyId, query, respondent }: Entry,
): Response {
  const language = languageOf(languageCode);
  const catalogue = new Map(
    listQuestions({ countryCode, languageCode }).map((question) => [question.id as number, question]),
  );
  const asked = questions.flatMap((id): pages.ScreenerQuestion[] => {
    // A quota may ask what the survey's country has no answers to: those of all countries are offered then.
    const question = catalogue.get(id) ?? questionById(id);
    const isWrong = query.unusable.has(id) || query.isAnswered;
    const problem = isWrong ? (id === questionIds.age ? "age" : "unanswered") : null;
    return question ? [{ ...question, problem }] : [];
  });
  const kept: [string, string][] = [
    ["supplier", query.supplier],
    ["respondent", respondent],
    ...(query.test === null ? [] : [["test", query.test] satisfies [string, string]]),
    ...[...query.answers].map(([id, options]): [string, string] => [`q${id}`, options.join(",")]),
    ["answered", "1"],
  ];
  const setting = { language, nonce, isTest: query.test !== null };
  const body = pages.screenerPage(setting, { action: `/enter/${surveyId}`, kept, questions: asked });
  return html(body, asked.some(({ problem }) => problem !== null) ? 400 : 200);
}

const problemOfRefusal: Record<Exclude<Refusal, "replay">, RespondentProblem> = {
  contradictory: "alreadyRecorded",
  expired: "expired",
  unknown: "unknownSession",
  unsigned: "notVerified",
  forged: "notVerified",
};

const MAX_RID = 200;

/** `GET /return/{outcome}?rid=`: ends the session, and goes on to the supplier's end. */
export const returnFromSurvey = (outcome: string, request: RespondentRequest): Promise<Response> =>
  answered("return", request, async (desk, visitor) => {
    const text = queryOf(request.target);
    if (text.length > MAX_ENTRY_QUERY) return desk.problem("unusableLink", undefined, 414);
    if (!isOutcome(outcome)) return desk.problem("unknownSession");
    if (visitor.isNobody) return nothing();
    const given = new URLSearchParams(text).getAll("rid");
    const [rdud = "", another] = given;
    if (rdud === "" || another !== undefined || rdud.length > MAX_RID || /\p{Cc}/u.test(rdud)) {
      return desk.problem("unknownSession");
    }
    const surveyId = await surveyOfSession(db(), rdud, null);
    if (!surveyId) return unknownSession(desk, rdud, outcome);
    const checkHash = (key: HashKey) => hashResult(request.target, key);
    const result = await returnToSurvey(surveyId, {
      ...{ rdud, outcome, checkHash },
      sender: null,
      requestId: crypto.randomUUID(),
    });
    if (result.kind === "unknown") return unknownSession(desk, rdud, outcome);
    countRespondent("return", result.kind === "end" ? outcome : result.refusal);
    // Who comes again sees the same end again.
    if (result.kind === "end" || result.refusal === "replay") return desk.end(result.session);
    return desk.problem(problemOfRefusal[result.refusal], languageOf(result.session.languageCode));
  });

async function unknownSession(desk: Desk, rdud: string, outcome: Outcome): Promise<Response> {
  if (mayRecordUnknown())
    await addRefusedReturns(db(), null, [{ rdud: rdud.toWellFormed(), outcome, refusal: "unknown" }]);
  return desk.problem("unknownSession");
}

const HASH = "&hash=";

/** The hash of a complete covers all bytes of its address before `&hash=`, which ends it. */
function hashResult(target: string, key: HashKey): "valid" | "unsigned" | "forged" {
  const at = target.lastIndexOf(HASH);
  if (at === -1) return "unsigned";
  return isHashOf(target.slice(at + HASH.length), `${publicUrl()}${target.slice(0, at)}`, key) ? "valid" : "forged";
}
