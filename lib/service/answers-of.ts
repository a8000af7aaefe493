import "server-only";
import type { Weight } from "@/lib/contracts/interfaces/answers";
import type { Operation } from "@/lib/contracts/operation";
import { isStorable } from "@/lib/contracts/words";
import { AppError } from "@/lib/http/problem";
import { invalid } from "@/lib/http/read-request";
import { type Answers, findAnswers } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import { listProjects } from "@/lib/stores/postgres/projects";
import { BUILT_IN } from "@/lib/stores/postgres/users";
import type { Call } from "./service";

/** The answers of a project of the caller's account; null while it has none. Another's project is as unknown as none. */
export async function answersOf(
  { viewer, origin }: Pick<Call<Operation>, "viewer" | "origin">,
  asked: string,
): Promise<Answers | null> {
  const { connection, accounts } = viewer;
  // Our ids are read in either case, as everywhere in the demand interface; answers stand under what they are written as.
  const projectId = connection === BUILT_IN ? asked.toLowerCase() : asked;
  const [account] = accounts;
  if (!account) throw new Error("A caller of an interface of keys has no account.");
  if (!isStorable(projectId)) throw notFound();
  const answers = await findAnswers(db(), { connection, accountId: account.id, projectId });
  if (answers) return answers;
  // Over HTTP a key proves its account alone; the gateway has proven a remote service's project before it calls.
  const isKnown = connection === BUILT_IN ? await isProject(account.id, projectId) : origin !== "service";
  if (isKnown) return null;
  throw notFound();
}

const notFound = () => new AppError("not_found", "Project could not be found.");

/** As above, with a table to ask; a sentence where nothing was imported yet. */
export async function tableOf(call: Parameters<typeof answersOf>[0], projectId: string) {
  const answers = await answersOf(call, projectId);
  if (answers?.table) return { ...answers, table: answers.table };
  throw invalid({ projectId: "This project has no answers yet. Import a file of them first." });
}

/** What one question of figures may take of the store; for a page less time than that waits, which is then told why. */
export const limitsOf = ({ origin, signal }: Pick<Call<Operation>, "origin" | "signal">) => ({
  timeMs: origin === "service" ? 60_000 : 28_000,
  memoryBytes: 1024 ** 3,
  signal,
});

async function isProject(accountId: string, projectId: string): Promise<boolean> {
  const { total } = await listProjects(db(), { accountIds: [accountId], ids: [projectId], page: 1, pageSize: 1 });
  return total === 1;
}

/** The weight of that id; a sentence where the project has none. */
export function weightOf(weights: readonly Weight[], asked: string | undefined): Weight | null {
  if (asked === undefined) return null;
  const found = weights.find(({ id }) => id === asked);
  if (found) return found;
  throw invalid({ weight: `This project has no weight “${asked}”.` });
}
