import "server-only";
import { credentialOf } from "@/lib/contracts/context";
import * as demand from "@/lib/contracts/interfaces/demand";
import { readByIds } from "@/lib/http/read-by-ids";
import { processWide } from "@/lib/process-wide";
import { db } from "@/lib/stores/postgres/client";
import { isUuid } from "@/lib/stores/postgres/conditions";
import { copiesCalled } from "@/lib/stores/postgres/survey-names";
import { type Account, call, connectionOf, type SignedInContext } from "./call";
import { ownAccounts } from "./own-account";
import { roomOf } from "./room";
import { lookAtCopy } from "./survey-copy";
import { surveysById } from "./surveys-by-id";

type Found = { id: string; name: string | null; projectId: string | null };

/** What is asked for before it is noted which of it the service did not know. */
const AT_ONCE = 100;

/** Whether a text may be a survey's id: every word of a paste would be asked for otherwise. */
const looksLikeId = (text: string) => text.length <= 64 && /\d/.test(text) && !/[\s,]/u.test(text);

/** A UUID is the same one in any case, and services differ in how they write it. */
const spellings = (text: string) =>
  isUuid(text) ? [...new Set([text, text.toLowerCase(), text.toUpperCase()])] : [text];

type Wanted = {
  texts: string[];
  /** Ids of surveys that texts stand for by a link: ids whatever they look like. */
  linked: string[];
};

/**
 * A remote service's surveys by id or whole name, of the account. From the copy, as names are; ids that it lacks are
 * asked for, for a survey may be newer than its copy. However many are asked for, it takes no longer than one call may.
 */
export async function remoteSurveys(
  context: SignedInContext,
  account: Account,
  { texts, linked }: Wanted,
): Promise<{ id: string; name: string | null }[]> {
  const { connection, email: credential } = context.viewer;
  const deadline = Date.now() + connectionOf(context.viewer).timeoutMs;
  await lookAtCopy(context);
  const asked = [...new Set([...texts, ...linked].flatMap(spellings))];
  const found: Found[] = [...(await copiesCalled(db(), { connection, credential }, asked))];
  const ids = new Set(found.map(({ id }) => id));
  const names = new Set(found.map(({ name }) => name?.toLowerCase()));
  const isOpen = (text: string) => !spellings(text).some((each) => ids.has(each)) && !names.has(text.toLowerCase());
  const missing = [...new Set([...texts.filter(looksLikeId), ...linked])].filter(isOpen);
  found.push(...(await newerThanCopy(context, missing, deadline)));
  return ofAccount(context, account, { surveys: found, deadline });
}

/** How long an id that the service did not know is not asked for again. */
const MISSED_MS = 60_000;
const MOST_MISSED = 100_000;
const missed = () => processWide("gateway.missed-surveys", () => new Map<string, number>());

async function newerThanCopy(context: SignedInContext, texts: string[], deadline: number): Promise<Found[]> {
  const keyOf = (text: string) => JSON.stringify([credentialOf(context.viewer), text]);
  const now = Date.now();
  const wanted = texts.filter((text) => (missed().get(keyOf(text)) ?? 0) <= now);
  const found: Found[] = [];
  for (let from = 0; from < wanted.length; from += AT_ONCE) {
    const some = wanted.slice(from, from + AT_ONCE);
    const ids = some.flatMap(spellings);
    const surveys = await surveysById(context, ids, { fields: ["name", "project_id"], deadline });
    found.push(
      ...surveys.map(({ id, name, project_id }) => ({ id, name: name ?? null, projectId: project_id ?? null })),
    );
    const present = new Set(surveys.map(({ id }) => id));
    if (missed().size > MOST_MISSED) missed().clear();
    for (const text of some) {
      if (!spellings(text).some((each) => present.has(each))) missed().set(keyOf(text), now + MISSED_MS);
    }
  }
  return found;
}

/** A remote survey names no account, its project does: read only for who has several, whose keys differ. */
async function ofAccount(
  context: SignedInContext,
  account: Account,
  { surveys, deadline }: { surveys: Found[]; deadline: number },
): Promise<Found[]> {
  const [, another] = await ownAccounts(context);
  if (!another) return surveys;
  const projects = [...new Set(surveys.map(({ projectId }) => projectId))].filter((id) => id !== null);
  const read = await readByIds(
    projects,
    roomOf(connectionOf(context.viewer)),
    async (query) => (await call(context, demand.listProjects, { query, deadline })).data,
  );
  const own = new Set(read.filter(({ account_id }) => account_id === account.id).map(({ id }) => id));
  return surveys.filter(({ projectId }) => projectId !== null && own.has(projectId));
}
