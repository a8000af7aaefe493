import "server-only";
import { FOUND_OF_EACH, type Found, type FoundSurvey } from "@/lib/contracts/ours/search";
import { connectionOf, type SignedInContext } from "@/lib/gateway/call";
import { listSurveys } from "@/lib/gateway/list-surveys";
import { withOwnAccounts } from "@/lib/gateway/own-account";
import { lookAtCopy } from "@/lib/gateway/survey-copy";
import { AppError } from "@/lib/http/problem";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/search";
import { bestMatches } from "./match";
import { remoteNames } from "./remote-names";

/** How long a remote service is waited for: a palette shows what is there, and says what is missing. */
const PATIENCE_MS = 1500;

/** Surveys, projects and people that the viewer may see, best match first. */
export async function findAnything(context: SignedInContext, text: string): Promise<Found> {
  if (connectionOf(context.viewer).demand.url !== null) return findRemotely(context, text);
  const { viewer } = await withOwnAccounts(context);
  const accountIds = viewer.accounts.map(({ id }) => id);
  const [surveys, projects, people] = await Promise.all([
    store.findSurveys(db(), accountIds, text, FOUND_OF_EACH),
    store.findProjects(db(), accountIds, text, FOUND_OF_EACH),
    store.findPeople(db(), accountIds, text, FOUND_OF_EACH),
  ]);
  return { surveys: [...surveys], projects: [...projects], people: [...people], missing: [] };
}

async function findRemotely(context: SignedInContext, text: string): Promise<Found> {
  const names = remoteNames(context);
  const { title } = connectionOf(context.viewer);
  const missing: string[] = [];
  const orMissing = async <T>(what: string, reading: Promise<T[]>): Promise<T[]> => {
    const read = await inTime(reading);
    if (read === null) missing.push(`${what} are missing: ${title} has not answered yet. Try again in a moment.`);
    return read ?? [];
  };
  const [surveys, projects, users] = await Promise.all([
    orMissing("Surveys", surveysOf(context, text)),
    orMissing("Projects", names.projects),
    orMissing("People", names.users),
  ]);
  const projectNames = new Map(projects.map((project) => [project.id, project.project_name]));
  const userNames = new Map(users.map((user) => [user.id, user.name]));
  return {
    surveys: surveys.map(({ project_id, ...survey }) => ({
      ...survey,
      project_name: projectNames.get(project_id ?? "") ?? null,
    })),
    projects: bestMatches(text, projects, FOUND_OF_EACH, ({ id, project_name, project_number }) => ({
      id,
      values: [project_name, project_number],
    })).map(({ id, project_name, project_number, project_manager_id }) => ({
      id,
      name: project_name ?? id,
      number: project_number,
      manager_name: userNames.get(project_manager_id ?? "") ?? null,
    })),
    people: bestMatches(text, users, FOUND_OF_EACH, ({ id, name, email }) => ({ id, values: [name, email] })),
    missing,
  };
}

/** Surveys by the service itself where it searches, else by its copy. */
async function surveysOf(context: SignedInContext, text: string): Promise<store.CopiedSurvey[]> {
  const { viewer } = context;
  if (connectionOf(viewer).demand.searches) {
    const query = { search: text, sort: "-created", page_size: FOUND_OF_EACH * 5, fields: [...FIELDS] };
    const { items } = await listSurveys(context, query);
    const found = items.map((survey) => ({
      id: survey.id,
      name: survey.name ?? survey.id,
      status: survey.status ?? null,
      project_id: survey.project_id ?? null,
      country_code: survey.country_code ?? null,
      language_code: survey.language_code ?? null,
    }));
    return bestMatches(text, found, FOUND_OF_EACH, ({ id, name }) => ({ id, values: [name] }));
  }
  const copy = await lookAtCopy(context);
  if (!copy?.asOf) throw new Error("There is no copy yet.");
  const key = { connection: viewer.connection, credential: viewer.email };
  return [...(await store.findCopiedSurveys(db(), key, text, FOUND_OF_EACH))];
}

const FIELDS = ["name", "status", "project_id", "country_code", "language_code"] as const satisfies (
  | keyof FoundSurvey
  | "project_id"
)[];

/** What a read gives in time; null: it failed, or goes on for longer than a palette is waited for. A refused token is an error. */
async function inTime<T>(reading: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, null);
  });
  try {
    return await Promise.race([reading, over]);
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthenticated") throw error;
    return null;
  } finally {
    clearTimeout(timer);
  }
}
