import "server-only";
import {
  type ListedRespondent,
  type laterOperations,
  MOST_SENT,
  type VersionOperations,
} from "@/lib/contracts/interfaces/quality";
import { DEFAULT_PAGE_SIZE } from "@/lib/contracts/operation";
import type { QualityVersion } from "@/lib/contracts/terms/quality";
import { AppError } from "@/lib/http/problem";
import { addAudit } from "@/lib/stores/postgres/audit";
import { type Connection, db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/quality";
import { listStoredRespondents } from "@/lib/stores/postgres/quality-copies";
import { type Answer, type Call, StreamedBody } from "../service";
import { succeeded } from "./envelope";
import { followChange, forgetReviews, lockOwnSurvey, ownSurvey, qualityTrace } from "./surveys";
import { viewRespondent, viewWithSent } from "./view-respondent";

const noRespondent = (field: string, id: string) => {
  const problem = `The survey has no respondent “${id}”.`;
  return new AppError("not_found", problem, { fields: { [field]: problem } });
};

/** `POST /getRespondent`. */
export const getRespondent =
  (version: QualityVersion) =>
  async ({ viewer, body }: Call<VersionOperations["getRespondent"]>): Promise<Answer> => {
    const survey = await ownSurvey(db(), { viewer, name: body.surveyName, version });
    const [row] = await store.findQualityRespondents(db(), survey.id, [body.respondentId]);
    if (!row) throw noRespondent("respondentId", body.respondentId);
    return succeeded(viewRespondent(version, row), "Respondent found.");
  };

const LISTED = "Respondents listed.";

type Window = { surveyId: string; after: number; limit: number; offset?: number };
/** Reads some respondents, and how one is shown: with what was sent of them, or without. */
type Reader = { atOnce: number; read: (window: Window) => Promise<{ id: number; view: ListedRespondent }[]> };

const readerOf = (version: QualityVersion, includeSent: boolean): Reader =>
  includeSent
    ? {
        atOnce: MOST_SENT,
        read: async (window) =>
          (await listStoredRespondents(db(), window)).map((row) => ({ id: row.id, view: viewWithSent(version, row) })),
      }
    : {
        atOnce: 500,
        read: async (window) =>
          (await store.listQualityRespondents(db(), window)).map((row) => ({
            ...{ id: row.id, view: viewRespondent(version, row) },
          })),
      };

/** `POST /getAllRespondents`: one page where one is asked for, otherwise all, some hundreds in memory at a time. */
export const getAllRespondents =
  (version: QualityVersion) =>
  async ({ viewer, body }: Call<VersionOperations["getAllRespondents"]>): Promise<Answer> => {
    const { surveyName, page, page_size, includeSent = false } = body;
    const survey = await ownSurvey(db(), { viewer, name: surveyName, version });
    const reader = readerOf(version, includeSent);
    if (page === undefined && page_size === undefined) return { body: new StreamedBody(allOf(survey, reader)) };
    const [at, size] = [page ?? 1, page_size ?? DEFAULT_PAGE_SIZE];
    const [totalRespondents, rows] = await Promise.all([
      store.countQualityRespondents(db(), survey.id),
      reader.read({ surveyId: survey.id, after: 0, limit: size, offset: (at - 1) * size }),
    ]);
    const respondents = rows.map(({ view }) => view);
    return succeeded({ surveyName, totalRespondents, page: at, page_size: size, respondents }, LISTED);
  };

/** The whole reply in pieces of JSON; the total stands last, when all were counted. */
async function* allOf({ id: surveyId, name }: store.QualitySurvey, { atOnce, read }: Reader): AsyncGenerator<string> {
  const begins = { success: true, message: LISTED };
  yield `${JSON.stringify(begins).slice(0, -1)},"results":{"surveyName":${JSON.stringify(name)},"respondents":[`;
  let [total, after] = [0, 0];
  for (;;) {
    const rows = await read({ surveyId, after, limit: atOnce });
    const last = rows.at(-1);
    if (!last) break;
    yield `${total > 0 ? "," : ""}${rows.map(({ view }) => JSON.stringify(view)).join(",")}`;
    total += rows.length;
    after = last.id;
  }
  yield `],"totalRespondents":${total}}}`;
}

/** These respondents of a survey, in the order that their ids first stand; an unknown one fails the call. */
async function requireRespondents(
  transaction: Connection,
  surveyId: string,
  ids: readonly string[],
): Promise<store.QualityRespondent[]> {
  const rows = await store.findQualityRespondents(transaction, surveyId, ids);
  const byId = new Map(rows.map((row) => [row.respondentId, row]));
  return [...new Set(ids)].map((id) => {
    const row = byId.get(id);
    if (!row) throw noRespondent("respondentIds", id);
    return row;
  });
}

/** `POST /deleteRespondents`: all of them, or none where one is unknown. */
export async function deleteRespondents(call: Call<typeof laterOperations.deleteRespondents>): Promise<Answer> {
  const { surveyName: name, respondentIds } = call.body;
  return db().transaction(async (transaction) => {
    const survey = await lockOwnSurvey(transaction, { viewer: call.viewer, name, version: "v3" });
    const rows = await requireRespondents(transaction, survey.id, respondentIds);
    const ids = rows.map(({ respondentId }) => respondentId);
    await store.deleteQualityRespondents(
      transaction,
      rows.map(({ id }) => id),
    );
    await forgetReviews(transaction, call, survey, { isWhole: false, respondentIds: ids });
    await addAudit(transaction, call, {
      ...qualityTrace("deleteRespondents", survey),
      before: { name, respondents: ids },
    });
    return succeeded({ deleted: rows.length }, `Deleted ${rows.length} respondent${rows.length === 1 ? "" : "s"}.`);
  });
}

/** `POST /updateRespondentsExcludedStatus`: toggles each id once, however often it stands there, or sets all. */
export async function updateExcludedStatus(
  call: Call<typeof laterOperations.updateRespondentsExcludedStatus>,
): Promise<Answer> {
  const { surveyName: name, respondentIds, isExcluded } = call.body;
  return db().transaction(async (transaction) => {
    const survey = await lockOwnSurvey(transaction, { viewer: call.viewer, name, version: "v3" });
    const rows = await requireRespondents(transaction, survey.id, respondentIds);
    const wanted = rows.map((row) => ({ row, isExcluded: isExcluded ?? !row.isExcluded }));
    const changed = wanted.filter((each) => each.isExcluded !== each.row.isExcluded);
    for (const to of [true, false]) {
      await decide(transaction, changed, { to, who: call.viewer.email });
      const ids = changed.filter((each) => each.isExcluded === to).map(({ row }) => row.respondentId);
      await followChange(transaction, call, survey, { ids, isExcluded: to });
    }
    const shown = (of: typeof wanted) =>
      of.map((each) => ({ respondentId: each.row.respondentId, isExcluded: each.isExcluded }));
    if (changed.length > 0) {
      await addAudit(transaction, call, {
        ...qualityTrace("updateRespondentsExcludedStatus", survey),
        after: { name, respondents: shown(changed) },
      });
    }
    return succeeded({ respondents: shown(wanted) }, `Changed ${changed.length} of ${rows.length}.`);
  });
}

type Wanted = { row: store.QualityRespondent; isExcluded: boolean };

/** Who decides as the rules do takes their decision back: toggling twice leaves nothing behind. */
async function decide(transaction: Connection, changed: Wanted[], { to, who }: { to: boolean; who: string }) {
  const rows = changed.filter(({ isExcluded }) => isExcluded === to).map(({ row }) => row);
  const byRules = rows.filter(({ ruleReasons }) => ruleReasons.length > 0 === to);
  const byPerson = rows.filter((row) => !byRules.includes(row));
  const ids = (of: store.QualityRespondent[]) => of.map(({ id }) => id);
  await store.setQualityExclusion(transaction, ids(byRules), { isExcluded: to, decidedBy: null, decidedAt: null });
  await store.setQualityExclusion(transaction, ids(byPerson), {
    ...{ isExcluded: to, decidedBy: who, decidedAt: new Date() },
  });
}
