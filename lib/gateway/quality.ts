import "server-only";
import { chunked } from "@/lib/chunked";
import { laterOperations, versionOperations } from "@/lib/contracts/interfaces/quality";
import type { ReadRespondent } from "@/lib/contracts/interfaces/quality-replies";
import { type QualityVersion, qualityVersions } from "@/lib/contracts/terms/quality";
import { AppError } from "@/lib/http/problem";
import { processWide } from "@/lib/process-wide";
import { type Evidence, evidenceOf as ownEvidenceOf } from "@/lib/service/quality/evidence";
import * as service from "@/lib/service/quality/read-respondents";
import type { Rank } from "@/lib/stores/postgres/rate-limits";
import type { ReviewedSurvey } from "@/lib/stores/postgres/respondent-reviews";
import { audited } from "./audited";
import { call, connectionOf, type SignedInContext } from "./call";
import { addressOf } from "./connections";
import { beforeWrite, ReplyLost, writeLost } from "./errors";
import { type OwnSurvey, ownSurvey } from "./own-survey";
import { rankOfWrite, writeDeadlines } from "./write-time";

/**
 * Respondents of a survey at the connection's quality service. The survey is proven to be the viewer's first; the service
 * is called with the key of its account, and knows it by its number there.
 */
export type QualitySurvey = OwnSurvey & { context: SignedInContext };

export async function qualitySurvey(
  context: SignedInContext,
  called: { id: string } | { number: string },
): Promise<QualitySurvey> {
  return { ...(await ownSurvey(context, "quality", called)), context };
}

export const isBuiltIn = ({ viewer }: SignedInContext): boolean => addressOf(connectionOf(viewer), "quality") === null;

export const named = ({ account, number }: OwnSurvey) => ({ accountId: account.id, name: number });

/** Under what this product keeps its own of a survey's respondents: reviews and thresholds. */
export const reviewedSurvey = ({ context, account, id }: QualitySurvey): ReviewedSurvey => ({
  ...{ connection: context.viewer.connection, accountId: account.id, surveyId: id },
});

/* Versions */

/** What was learned of surveys of other services; those of our own are looked up. */
const learned = () => processWide("gateway.quality-versions", () => new Map<string, QualityVersion>());
const MOST_LEARNED = 20_000;

const keyOf = ({ context, account, number }: QualitySurvey) =>
  JSON.stringify([context.viewer.connection, account.id, number]);

/** The version that a refusal names beside the one that was asked for, which the survey's own name must not stand for. */
export function otherVersion(message: string, { asked, number }: { asked: QualityVersion; number: string }) {
  const text = message.replaceAll(number, " ").toLowerCase();
  const others = qualityVersions.filter(
    (version) => version !== asked && new RegExp(`\\b(v|version )${version.slice(1)}\\b`).test(text),
  );
  return others.length === 1 ? (others[0] ?? null) : null;
}

/**
 * Asks in the version that created the survey. Of another service it is learned: the latest is asked first, the refusal of
 * another version names it, and what was learned is remembered.
 */
export async function inItsVersion<T>(survey: QualitySurvey, ask: (version: QualityVersion) => Promise<T>): Promise<T> {
  const key = keyOf(survey);
  const first = isBuiltIn(survey.context)
    ? ((await service.findSurveyState(named(survey)))?.version ?? "v3")
    : (learned().get(key) ?? "v3");
  const remember = (version: QualityVersion) => {
    if (learned().size >= MOST_LEARNED) learned().clear();
    learned().set(key, version);
  };
  try {
    const reply = await ask(first);
    remember(first);
    return reply;
  } catch (error) {
    const isRefusal = error instanceof AppError && error.code === "invalid";
    const other = isRefusal ? otherVersion(error.message, { asked: first, number: survey.number }) : null;
    if (other === null) throw error;
    const reply = await ask(other);
    remember(other);
    return reply;
  }
}

/* Changes */

const changes = () => processWide("gateway.quality-changes", () => ({ count: 0, latest: new Map<string, number>() }));

/** A survey's respondents are others now: what was read of them before is of another number of changes. */
export function noteChange(survey: QualitySurvey): void {
  const { latest } = changes();
  if (latest.size >= MOST_LEARNED) latest.clear();
  changes().count += 1;
  latest.set(keyOf(survey), changes().count);
}

/** Differs after each change of the survey that was made in this process. */
export const changesOf = (survey: QualitySurvey): number => changes().latest.get(keyOf(survey)) ?? 0;

/* Reading */

type Manner = { deadline?: number; rank?: Rank };

const PAGE = 500;
/** No survey has so many respondents: a service that always has more would be read for ever. */
const MOST_READ = 2_000_000;

type RespondentPage = { version: QualityVersion; isStopped: boolean | null; respondents: ReadRespondent[] };

/**
 * All respondents of a survey, some hundreds at a time; nothing where the service does not know it. A service that does
 * not page answers all of them at once.
 */
export async function* respondentPages(survey: QualitySurvey, manner: Manner = {}): AsyncGenerator<RespondentPage> {
  if (isBuiltIn(survey.context)) {
    const state = await service.findSurveyState(named(survey));
    if (!state) return;
    yield { ...state, respondents: [] };
    for await (const respondents of service.respondentsInOrder(named(survey))) yield { ...state, respondents };
    return;
  }
  let [read, former] = [0, ""];
  for (let page = 1; read < MOST_READ; page += 1) {
    const found = await pageOf(survey, page, manner).catch(unlessUnknown);
    if (!found) return;
    const { version, respondents, totalRespondents, page: at } = found;
    const [first] = respondents;
    // A service that ignores the page answers the same one again.
    if (page > 1 && (!first || first.respondentId === former)) return;
    yield { version, isStopped: null, respondents };
    read += respondents.length;
    former = first?.respondentId ?? "";
    if (at === undefined || read >= totalRespondents) return;
  }
}

const pageOf = (survey: QualitySurvey, page: number, manner: Manner) =>
  inItsVersion(survey, async (version) => {
    const body = { surveyName: survey.number, page, page_size: PAGE };
    const ask = { account: survey.account, body, ...manner };
    const { data } = await call(survey.context, versionOperations[version].getAllRespondents, ask);
    return { version, ...data.results };
  });

function unlessUnknown(error: unknown): null {
  if (error instanceof AppError && error.code === "not_found") return null;
  throw error;
}

/** One respondent of another service costs a call; for more than this the list is read. */
const MOST_ALONE = 50;
const ALONE_AT_ONCE = 5;

type FoundRespondents = { version: QualityVersion; byId: Map<string, ReadRespondent> };

/** Those of these respondents that the survey has. */
export async function respondentsById(
  survey: QualitySurvey,
  ids: readonly string[],
  manner: Manner = {},
): Promise<FoundRespondents> {
  if (isBuiltIn(survey.context)) {
    const [state, found] = await Promise.all([
      service.findSurveyState(named(survey)),
      service.respondentsById(named(survey), ids),
    ]);
    return { version: state?.version ?? "v3", byId: byIdOf(found) };
  }
  if (ids.length > MOST_ALONE) return fromPages(survey, new Set(ids), manner);
  let version: QualityVersion = "v3";
  const found: ReadRespondent[] = [];
  for (const some of chunked(ids, ALONE_AT_ONCE)) {
    const read = await Promise.all(some.map((id) => oneOf(survey, id, manner).catch(unlessUnknown)));
    for (const one of read) {
      if (!one) continue;
      version = one.version;
      found.push(one.respondent);
    }
  }
  return { version, byId: byIdOf(found) };
}

async function fromPages(survey: QualitySurvey, ids: ReadonlySet<string>, manner: Manner): Promise<FoundRespondents> {
  const byId = new Map<string, ReadRespondent>();
  let version: QualityVersion = "v3";
  for await (const page of respondentPages(survey, manner)) {
    version = page.version;
    for (const one of page.respondents) if (ids.has(one.respondentId)) byId.set(one.respondentId, one);
    if (byId.size === ids.size) break;
  }
  return { version, byId };
}

const byIdOf = (found: readonly ReadRespondent[]) => new Map(found.map((one) => [one.respondentId, one]));

const oneOf = (survey: QualitySurvey, respondentId: string, manner: Manner) =>
  inItsVersion(survey, async (version) => {
    const body = { surveyName: survey.number, respondentId };
    const ask = { account: survey.account, body, ...manner };
    const { data } = await call(survey.context, versionOperations[version].getRespondent, ask);
    return { version, respondent: data.results };
  });

/** The version of a survey, and whether it is stopped, where the service says so; null: it does not know the survey. */
export async function surveyState(survey: QualitySurvey): Promise<Omit<RespondentPage, "respondents"> | null> {
  for await (const { version, isStopped } of respondentPages(survey)) return { version, isStopped };
  return null;
}

/* Exclusion */

const CHANGE = { noun: "exclusion", act: "change" } as const;

export const isExcludedNow = ({ respondentQuality }: ReadRespondent): boolean => respondentQuality?.isExcluded ?? false;

/** What a change of exclusion left: the respondents as they are now, and whose exclusion differs from before. */
export type ExclusionChange = { now: Map<string, ReadRespondent>; changed: string[] };

/**
 * Excludes and includes respondents: reads them, sends only what differs, and reads back. Our own service is told what is
 * meant; any other toggles each id that is sent, so that nothing is sent twice and a lost reply is read back.
 */
export async function setExclusion(
  survey: QualitySurvey,
  ids: readonly string[],
  wanted: (respondent: ReadRespondent) => boolean,
): Promise<ExclusionChange> {
  const { context } = survey;
  const deadlines = writeDeadlines(context);
  const manner = { deadline: deadlines.read, rank: rankOfWrite(context) };
  const { version, byId } = await beforeWrite(CHANGE, respondentsById(survey, ids, manner));
  const unknown = ids.find((id) => !byId.has(id));
  if (unknown !== undefined) throw noRespondent(unknown);
  const target = new Map([...byId].map(([id, respondent]) => [id, wanted(respondent)]));
  const isDue = (respondent: ReadRespondent) => isExcludedNow(respondent) !== target.get(respondent.respondentId);
  const changed = [...byId.values()].filter(isDue).map(({ respondentId }) => respondentId);
  if (changed.length === 0) return { now: byId, changed };
  if (version !== "v3") throw cannotExclude(version);
  const readBack = async () => {
    const { byId: read } = await respondentsById(survey, changed, { deadline: deadlines.settle });
    return { read, left: [...read.values()].filter(isDue).length + changed.length - read.size };
  };
  const write = { of: "quality", action: "updateRespondentsExcludedStatus", ...thingOf(survey) } as const;
  const sent = {
    name: survey.number,
    respondents: changed.map((id) => ({ respondentId: id, isExcluded: target.get(id) })),
  };
  const change = audited(context, { ...write, sent, leaves: () => ({ id: survey.id, ...sent }) }, async () => {
    for (const isExcluded of [true, false]) {
      const respondentIds = changed.filter((id) => target.get(id) === isExcluded);
      if (respondentIds.length === 0) continue;
      const body = { surveyName: survey.number, respondentIds, isExcluded };
      await call(context, laterOperations.updateRespondentsExcludedStatus, {
        ...{ account: survey.account, body, deadline: deadlines.send },
      }).catch(async (lost: unknown) => {
        if (lost instanceof ReplyLost) await settle(lost, { sent: respondentIds, isExcluded, survey, deadlines });
        else throw lost;
      });
    }
    const { read, left } = await readBack();
    if (left > 0) throw notDone(survey, left, changed.length);
    return read;
  });
  const now = await change.finally(() => noteChange(survey));
  return { now: new Map([...byId, ...now]), changed };
}

type Sent = { sent: string[]; isExcluded: boolean; survey: QualitySurvey; deadlines: { settle: number } };

/** A call whose reply was lost is done when all of its respondents are as it meant; it is never sent again. */
async function settle(lost: ReplyLost, { sent, isExcluded, survey, deadlines }: Sent): Promise<void> {
  const read = await respondentsById(survey, sent, { deadline: deadlines.settle }).catch(() => null);
  if (!read) throw writeLost(lost, lost.neverArrived ? "none" : "unknown", CHANGE);
  const done = [...read.byId.values()].filter((one) => isExcludedNow(one) === isExcluded).length;
  if (done === sent.length) return;
  if (done > 0) throw writeLost(lost, "other", CHANGE);
  throw writeLost(lost, lost.mayStillHappen ? "pending" : "none", CHANGE);
}

export const thingOf = ({ id, account }: OwnSurvey) => ({
  ...{ thing: "quality-surveys", thingId: id, accountId: account.id },
});

export const noRespondent = (id: string) =>
  new AppError("not_found", `The survey has no respondent “${id.slice(0, 100)}”.`);

const cannotExclude = (version: QualityVersion) =>
  new AppError(
    "invalid",
    `The survey was created with ${version}, where nobody can be excluded or included afterwards. Copy it to a survey of v3 first.`,
  );

const notDone = ({ context }: QualitySurvey, left: number, of: number) =>
  new AppError(
    "uncertain",
    `${connectionOf(context.viewer).title} accepted the change, but ${left} of ${of} respondents are not as they were meant to be. Load the page again to see which.`,
  );

/* Evidence */

/** What was sent of a respondent, and whose answers are like theirs; null: only our own service keeps and tells it. */
export const evidenceOf = async (survey: QualitySurvey, respondentId: string): Promise<Evidence | null> =>
  isBuiltIn(survey.context) ? ownEvidenceOf(named(survey), respondentId) : null;
