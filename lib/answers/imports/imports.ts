import "server-only";
import type { SessionViewer } from "@/lib/auth/viewer";
import type { FileLayout, ImportPlan } from "@/lib/contracts/interfaces/answers";
import type { LookedFile, Revisions, SentFile, TriedFile, Undone } from "@/lib/contracts/ours/imports";
import type { ImportMode } from "@/lib/contracts/terms/answers";
import { MOST_CHECKED_BYTES, MOST_FILE_BYTES } from "@/lib/contracts/terms/imports";
import type { SignedInContext } from "@/lib/gateway/call";
import { ownProject } from "@/lib/gateway/own-project";
import { keyOf } from "@/lib/gateway/project-of";
import { projectSessions } from "@/lib/gateway/project-sessions";
import { AppError } from "@/lib/http/problem";
import {
  type Answers,
  findAnswerSet,
  findAnswers,
  findPlan,
  type ListedRevision,
  listRevisions,
  type ProjectKey,
} from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import { checkFile, sampleFile } from "./look-at-file";
import type { ProjectQuestions } from "./merge-questions";
import { dryRunList, openProblemList } from "./problem-list";
import { findSentFile, keepFile, scansOf, workingCopy } from "./sent-files";
import { undoImport } from "./undo-import";

/** What people do with files of answers, each with his own files and projects. */
type PersonContext = SignedInContext<SessionViewer>;

/** Keeps a file for a project of the viewer's. */
export async function sendFile(
  context: PersonContext,
  { project_id, name }: { project_id: string; name: string },
  { bytes, declaredBytes }: { bytes: AsyncIterable<Uint8Array> | null; declaredBytes: number },
): Promise<SentFile> {
  const { id, accountId } = await ownProject(context, project_id);
  const { personId: person, connection } = context.viewer;
  const account = JSON.stringify([connection, accountId]);
  return keepFile(bytes, { person, account, projectId: id, name, mostBytes: MOST_FILE_BYTES, declaredBytes });
}

/** A file that the viewer sent, with the questions of its project as they are now. */
export async function ownFile(context: PersonContext, id: string) {
  const sent = await findSentFile(context.viewer.personId, id);
  const project = await ownProject(context, sent.project_id);
  const questions = await questionsOf(keyOf(context, project));
  return { sent, scans: scansOf(id), project, questions };
}

export async function questionsOf(key: ProjectKey) {
  const [set, before] = await Promise.all([findAnswerSet(db(), key), findPlan(db(), key)]);
  const { questions, weights, columnsGiven } = set ?? { questions: [], weights: [], columnsGiven: 0 };
  return { questions, weights, columnsGiven, before } satisfies ProjectQuestions;
}

/** The table of answers that is read now and who is excluded there; null: there is none. */
export async function tableNow(key: ProjectKey): Promise<Pick<Answers, "table" | "exclusions">> {
  const answers = await findAnswers(db(), key);
  return { table: answers?.table ?? null, exclusions: answers?.exclusions ?? null };
}

type Guess = {
  file: string;
  plan?: ImportPlan | undefined;
  layout?: FileLayout | undefined;
  mode: ImportMode;
};

export async function guessImport(context: PersonContext, asked: Guess, signal: AbortSignal): Promise<LookedFile> {
  const { sent, scans, project: own, questions } = await ownFile(context, asked.file);
  const { path } = await workingCopy(sent.id);
  const project = { ...questions, table: asked.plan ? null : (await tableNow(keyOf(context, own))).table };
  const { plan, layout, mode } = asked;
  return sampleFile({ path, sent, scans, project, plan, layout, mode }, signal);
}

type Check = { file: string; plan: ImportPlan; mode: ImportMode };

export async function checkImport(context: PersonContext, asked: Check, signal: AbortSignal): Promise<TriedFile> {
  const { sent, scans, project: own, questions: project } = await ownFile(context, asked.file);
  if (sent.bytes > MOST_CHECKED_BYTES) throw new AppError("invalid", TOO_LARGE_TO_WAIT);
  const { path } = await workingCopy(sent.id);
  const key = keyOf(context, own);
  const sessions = projectSessions(key);
  const look = { path, sent, scans, project, ...(await tableNow(key)), sessions, plan: asked.plan, mode: asked.mode };
  return tryFile(context.viewer.personId, look, signal);
}

type Look = Omit<Parameters<typeof checkFile>[0], "problems">;
type OnProgress = Parameters<typeof checkFile>[2];

/** Tries a file; what it refuses and reports becomes a list of this person's. */
export async function tryFile(person: string, look: Look, signal: AbortSignal, onProgress?: OnProgress) {
  const list = crypto.randomUUID();
  const problems = await openProblemList({ key: list, person, name: look.sent.name });
  try {
    return { ...(await checkFile({ ...look, problems }, signal, onProgress)), list } satisfies TriedFile;
  } finally {
    await problems.close();
  }
}

/** Every row and cell that a dry run of the viewer's refused or reported, as CSV. */
export const listOfDryRun = ({ viewer }: PersonContext, id: string) => dryRunList(viewer.personId, id);

const TOO_LARGE_TO_WAIT =
  "The dry run of a file of more than 20 MB is a job: start it at /api/imports/checks and read its result there.";

export async function listImports(context: SignedInContext, projectId: string): Promise<Revisions> {
  const key = keyOf(context, await ownProject(context, projectId));
  const set = await findAnswerSet(db(), key);
  if (!set) return { revisions: [] };
  const found = await listRevisions(db(), set.id);
  const kept = new Set(found.filter(({ tableName }) => tableName !== "").map(({ id }) => id));
  const chain = chainOf(found, set.revision);
  return { revisions: found.map((revision) => viewOf(revision, { current: set.revision, kept, chain })) };
}

/** What is read now and, one after the other, what undoing goes back to. */
function chainOf(found: readonly ListedRevision[], current: number | null): ReadonlySet<number> {
  const byId = new Map(found.map((revision) => [revision.id, revision]));
  const chain = new Set<number>();
  for (let id = current; id !== null; id = byId.get(id)?.previous ?? null) chain.add(id);
  return chain;
}

type Now = { current: number | null; kept: ReadonlySet<number>; chain: ReadonlySet<number> };

function viewOf(revision: ListedRevision, { current, kept, chain }: Now) {
  const { id, mode, state, fileName, rows, refused, responses, brought, problem, who, createdAt, previous } = revision;
  const isBeforeKept = chain.has(id) && (previous === null || kept.has(previous));
  return {
    ...{ id, mode, state, rows, refused, responses, brought, problem, who, file_name: fileName },
    automatic: revision.isAutomatic,
    ...{ current: id === current, can_undo: id === current && isBeforeKept, before_kept: isBeforeKept },
    at: createdAt.toISOString(),
  };
}

/** Goes back to before the newest import or change, and tells what is there then and which later edits stay. */
export async function undoNewest(
  context: SignedInContext,
  { project_id, revision }: { project_id: string; revision: number },
): Promise<Undone> {
  if (!Number.isSafeInteger(revision)) throw new AppError("not_found", "This import could not be found.");
  const key = keyOf(context, await ownProject(context, project_id));
  const stayed = await undoImport(context, key, revision);
  return { ...(await listImports(context, project_id)), stayed };
}
