import "server-only";
import * as demand from "@/lib/contracts/interfaces/demand";
import type { Definitions, Project, SurveyResponse } from "@/lib/contracts/interfaces/demand-replies";
import type { Page } from "@/lib/contracts/lenient";
import { DEFAULT_PAGE_SIZE, type QueryOf } from "@/lib/contracts/operation";
import { readEverything } from "@/lib/http/every-page";
import { readByIds } from "@/lib/http/read-by-ids";
import { beliefs } from "./believed";
import { type Ask, call, connectionOf, readDeadline, type SignedInContext } from "./call";
import { roomOf } from "./room";
import { addSumsFromCopy } from "./survey-copy";

type Manner = Pick<Ask<typeof demand.listProjects>, "deadline">;

type ProjectQuery = QueryOf<typeof demand.listProjects>;

/**
 * Projects of the viewer's connection. Where the service neither searches nor adds up, a search reads all of its
 * projects and looks through them here, and the sums come from the copy of its surveys (`as_of` says how old): a
 * project whose sums are not known has no `survey_sums`.
 */
export async function listProjects(context: SignedInContext, query: ProjectQuery): Promise<Page<Project>> {
  if (connectionOf(context.viewer).demand.searches) return readProjects(context, query);
  const { search, sums, ...passing } = query;
  const text = search?.trim();
  const page = text ? await searchProjects(context, passing, text) : await readProjects(context, passing);
  return sums ? addSumsFromCopy(context, page) : page;
}

const readProjects = async (context: SignedInContext, query: ProjectQuery, manner: Manner = {}) =>
  (await call(context, demand.listProjects, { ...manner, query })).data;

/** The viewer's projects of these ids, in their order; those that are gone, or not his to see, are left out. */
export const projectsById = (
  context: SignedInContext,
  ids: readonly string[],
  query: Pick<ProjectQuery, "sums"> = {},
): Promise<Project[]> =>
  readByIds(ids, roomOf(connectionOf(context.viewer)), (asked) => listProjects(context, { ...query, ...asked }));

/** As the built-in service searches: part of the name or number, or a whole id. */
async function searchProjects(context: SignedInContext, query: ProjectQuery, text: string) {
  const { page = 1, page_size: size = DEFAULT_PAGE_SIZE, ...filter } = query;
  // Nobody waits for a job, whose pages have their time each.
  const manner = context.origin === "job" ? {} : { deadline: readDeadline(context) };
  const all = await readEverything((paging) => readProjects(context, { ...filter, ...paging }, manner));
  const part = text.toLowerCase();
  const has = (value: string | null) => value?.toLowerCase().includes(part);
  const found = all.filter(
    ({ id, project_name, project_number }) => has(project_name) || has(project_number) || id === text,
  );
  const items = found.slice((page - 1) * size, page * size);
  return { total: found.length, page, page_size: items.length, items, unreadable: 0, as_of: null };
}

export const listUsers = async (context: SignedInContext, query: QueryOf<typeof demand.listUsers>) =>
  (await call(context, demand.listUsers, { query })).data;

type User = Awaited<ReturnType<typeof listUsers>>["items"][number];

/** A minute, as a page believes them. */
const knownUsers = beliefs<User[]>("users", { forMs: 60_000, most: 200 });

/** All of them. */
export function everyUser(context: SignedInContext): Promise<User[]> {
  const read = (asking: SignedInContext) => readEverything((paging) => listUsers(asking, paging));
  return connectionOf(context.viewer).demand.url === null ? read(context) : knownUsers.get(context, "", read);
}

/** What a connection's surveys may be seldom changes; each survey page and each save needs it. */
const knownDefinitions = beliefs<Definitions>("definitions", { forMs: 10 * 60_000, most: 500 });

export function getDefinitions(context: SignedInContext): Promise<Definitions> {
  const read = async (asking: SignedInContext) => (await call(asking, demand.getDefinitions)).data;
  return connectionOf(context.viewer).demand.url === null ? read(context) : knownDefinitions.get(context, "", read);
}

export const listQualifications = async (context: SignedInContext, query: QueryOf<typeof demand.listQualifications>) =>
  (await call(context, demand.listQualifications, { query })).data;

export const listResponses = async (context: SignedInContext, query: QueryOf<typeof demand.listResponses>) =>
  (await call(context, demand.listResponses, { query })).data;

/** A page of responses as the reading of a whole list knows them: by an id, which is their rdud. */
export async function identifiedResponses(context: SignedInContext, query: QueryOf<typeof demand.listResponses>) {
  const page = await listResponses(context, query);
  return { ...page, items: page.items.map((response) => ({ ...response, id: response.rdud })) };
}

/** Responses of a survey by their rduds, in the order of these; those that it has not are left out. */
export const responsesById = (
  context: SignedInContext,
  surveyId: string,
  rduds: readonly string[],
): Promise<SurveyResponse[]> =>
  readByIds(rduds, roomOf(connectionOf(context.viewer)), ({ ids, ...paging }) =>
    identifiedResponses(context, { survey_id: surveyId, rduds: ids, ...paging }),
  );
