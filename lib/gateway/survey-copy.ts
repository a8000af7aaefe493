import "server-only";
import type * as demand from "@/lib/contracts/interfaces/demand";
import type { Project } from "@/lib/contracts/interfaces/demand-replies";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import { isSurveyField } from "@/lib/contracts/interfaces/survey-fields";
import type { Page } from "@/lib/contracts/lenient";
import { DEFAULT_PAGE_SIZE, type QueryOf } from "@/lib/contracts/operation";
import { surveyRevision } from "@/lib/contracts/rules/revision";
import { COPY_REFRESHED_AFTER_MS, type SurveySortKey } from "@/lib/contracts/terms/demand";
import { readFailure } from "@/lib/http/failures";
import { AppError } from "@/lib/http/problem";
import { logger } from "@/lib/logger";
import { db } from "@/lib/stores/postgres/client";
import * as copies from "@/lib/stores/postgres/survey-copies";
import { askForCopy, type CopyState, findCopyState, SIGN_IN_ENDED } from "@/lib/stores/postgres/survey-copy-runs";
import { connectionOf, type SignedIn, type SignedInContext } from "./call";
import { ownAccountsOr } from "./own-account";

/**
 * A remote service's surveys as one credential last saw them, which answer what the service cannot: search, sort
 * and sums. The worker reads them; here they are asked for, waited for and searched.
 */
const copyKey = ({ connection, email }: SignedIn) => ({ connection, credential: email });

const LOOK_AGAIN_MS = 300;

/**
 * The state of the viewer's copy; asks for a refresh when there is none or it is older than a minute. Where the service
 * took the copy's token no more, the viewer's own is shown to it first: whose is refused has to sign in again.
 */
export async function lookAtCopy(context: SignedInContext): Promise<CopyState | null> {
  const { viewer } = context;
  const state = await findCopyState(db(), copyKey(viewer));
  if (state?.problem === SIGN_IN_ENDED) await ownAccountsOr(context, viewer.accounts);
  if (!state || (!state.pending && state.ageMs > COPY_REFRESHED_AFTER_MS)) await askForCopy(db(), copyKey(viewer));
  return state;
}

type Query = QueryOf<typeof demand.listSurveys>;

/** One page from the copy. Without a copy it waits for the first one, as long as the connection lets a caller wait. */
export async function searchSurveyCopy(context: SignedInContext, query: Query): Promise<Page<Survey>> {
  const deadline = Date.now() + connectionOf(context.viewer).timeoutMs;
  const page = query.page ?? 1;
  const filter = { ...filterOf(query), page, pageSize: query.page_size ?? DEFAULT_PAGE_SIZE };
  await lookAtCopy(context);
  for (;;) {
    const found = await copies.searchCopy(db(), copyKey(context.viewer), filter);
    if (found) {
      const items = found.surveys.map((survey) => onlyFields(survey, query.fields));
      const { total, asOf, unreadable } = found;
      return { total, page, page_size: items.length + unreadable, items, unreadable, as_of: asOf.toISOString() };
    }
    await waitForFirstCopy(context, deadline);
  }
}

/** One survey as the copy has it and when it was read, for a page whose service has not answered; null: not there. */
export async function copiedSurvey(context: SignedInContext, id: string) {
  if (connectionOf(context.viewer).demand.searches) return null;
  const filter = { ...filterOf({ ids: [id] }), page: 1, pageSize: 1 };
  const found = await copies.searchCopy(db(), copyKey(context.viewer), filter);
  const survey = found?.surveys.find((each) => each.id === id);
  if (!found || !survey) return null;
  return { survey, revision: await surveyRevision(survey), as_of: found.asOf.toISOString() };
}

/** The ids of everything that a list finds in the copy, in its order; waits for the first copy as a page does. */
export async function copiesInOrder(context: SignedInContext, query: Query): Promise<string[]> {
  const deadline = Date.now() + connectionOf(context.viewer).timeoutMs;
  await lookAtCopy(context);
  for (;;) {
    const ids = await copies.copiedSurveyIds(db(), copyKey(context.viewer), filterOf(query));
    if (ids) return ids;
    await waitForFirstCopy(context, deadline);
  }
}

const filterOf = (query: Query) => ({
  ids: query.ids,
  projectIds: query.project_ids,
  statuses: query.statuses,
  search: query.search,
  sort: readSort(query.sort),
});

function readSort(sort = "created") {
  const descending = sort.startsWith("-");
  return { key: sort.slice(descending ? 1 : 0) as SurveySortKey, descending };
}

/** As a service answers `fields`: those and the id. */
function onlyFields(survey: Survey, fields: string[] | undefined): Survey {
  if (!fields) return survey;
  const asked = new Set(fields.filter(isSurveyField));
  const kept = Object.entries(survey).filter(([name]) => isSurveyField(name) && asked.has(name));
  const odd = Object.entries(survey.odd ?? {}).filter(([name]) => isSurveyField(name) && asked.has(name));
  return { ...Object.fromEntries(kept), id: survey.id, ...(odd.length > 0 && { odd: Object.fromEntries(odd) }) };
}

async function waitForFirstCopy({ viewer }: SignedInContext, deadline: number): Promise<void> {
  for (;;) {
    const state = await findCopyState(db(), copyKey(viewer));
    if (state?.asOf) return;
    const service = connectionOf(viewer).title;
    if (state?.problem && !state.pending) {
      throw new AppError("unavailable", readFailure("uncopied", { service, said: state.problem }));
    }
    if (Date.now() + LOOK_AGAIN_MS > deadline) {
      throw new AppError("busy", readFailure("copying", { service, progress: state ?? undefined }));
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

/** Adds to each project the sums of its surveys, where a copy knows them, and says how old they are. */
export async function addSumsFromCopy(context: SignedInContext, page: Page<Project>): Promise<Page<Project>> {
  await lookAtCopy(context);
  const ids = page.items.map(({ id }) => id);
  const found = await copies.sumsFromCopy(db(), copyKey(context.viewer), ids);
  if (!found) return page;
  const items = page.items.map((project) => {
    const sums = found.sums.get(project.id);
    return sums ? { ...project, survey_sums: sums } : project;
  });
  return { ...page, items, as_of: found.asOf.toISOString() };
}

/**
 * Lets the copy show what a write of the viewer left behind. The write itself has happened, so a copy that cannot
 * follow is no failure of it: the next refresh shows the same.
 */
export async function letCopyFollow({ viewer }: SignedInContext, survey: Survey): Promise<void> {
  if (connectionOf(viewer).demand.searches) return;
  try {
    await copies.followWrite(db(), copyKey(viewer), survey);
  } catch (error) {
    logger.warn({ err: error, connection: viewer.connection }, "a copy did not follow a write");
  }
}
