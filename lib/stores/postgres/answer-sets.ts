import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull, ne, not, or, sql } from "drizzle-orm";
import { type ImportPlan, importPlanSchema, type Question, type Weight } from "@/lib/contracts/interfaces/answers";
import type { RevisionMode } from "@/lib/contracts/terms/answers";
import { newTableName } from "../clickhouse/answer-table";
import { mayDropTables } from "./backup";
import type { Connection } from "./client";
import { answerRevisions, answerSets, exclusionLists } from "./schema/answers";

/** Answers of projects: which revision is read, and how revisions come and go. */
export type ProjectKey = { connection: string; accountId: string; projectId: string };
export type AnswerSet = typeof answerSets.$inferSelect;
export type AnswerRevision = typeof answerRevisions.$inferSelect;

const ofProject = ({ connection, accountId, projectId }: ProjectKey) =>
  and(eq(answerSets.connection, connection), eq(answerSets.accountId, accountId), eq(answerSets.projectId, projectId));

/** The answers of a project; null when nothing was ever imported. */
export async function findAnswerSet(connection: Connection, project: ProjectKey): Promise<AnswerSet | null> {
  const [found] = await connection.select().from(answerSets).where(ofProject(project));
  return found ?? null;
}

/** The ids of a project's questions; none when nothing was ever imported. */
export async function listQuestionIds(connection: Connection, project: ProjectKey): Promise<string[]> {
  const ids = sql<string[]>`array(select jsonb_array_elements(${answerSets.questions}) ->> 'id')`;
  const [found] = await connection.select({ ids }).from(answerSets).where(ofProject(project));
  return found?.ids ?? [];
}

/** A project's exclusions as a revision of its answers has them; of another version they may be of others. */
export type ExclusionsRef = { list: number; since: number; version: number };

/**
 * What a reader of answers goes by, all of one moment: the questions and weights, the revision that is read, since when,
 * and its table; null: there is none yet.
 */
export type Answers = Pick<AnswerSet, "id" | "questions" | "weights" | "revision"> & {
  revisedAt: Date | null;
  table: string | null;
  /** Which responses of the table are excluded for quality; null: none ever was. */
  exclusions: ExclusionsRef | null;
};

/**
 * The answers of a project with the table of the visible revision; null when nothing was ever imported. Who asks for
 * them is about to read the table, which therefore counts as used.
 */
export async function findAnswers(connection: Connection, project: ProjectKey): Promise<Answers | null> {
  const { id, questions, weights, revision } = answerSets;
  const { visibleAt, tableName: table } = answerRevisions;
  const [found] = await connection
    .select({
      ...{ id, questions, weights, revision, revisedAt: visibleAt, table, isNoted: NOTED },
      ...{ list: exclusionLists.id, since: SINCE, version: exclusionLists.version },
    })
    .from(answerSets)
    .leftJoin(answerRevisions, eq(answerRevisions.id, answerSets.revision))
    .leftJoin(exclusionLists, ITS_EXCLUSIONS)
    .where(ofProject(project));
  if (!found) return null;
  const { isNoted, list, since, version, ...answers } = found;
  if (!isNoted) await noteUse(connection, answers);
  return { ...answers, exclusions: list === null || version === null ? null : { list, since, version } };
}

/** From which revision on its exclusions hold (`responseExclusions.since`). */
const SINCE = sql`coalesce(${answerRevisions.exclusionsSince}, ${answerRevisions.id}, 0)`.mapWith(Number);

const ITS_EXCLUSIONS = and(
  eq(exclusionLists.connection, answerSets.connection),
  eq(exclusionLists.accountId, answerSets.accountId),
  eq(exclusionLists.projectId, answerSets.projectId),
);

/** The exclusions of a project as this revision of its answers has them; null: there never were any. */
export async function findExclusions(connection: Connection, revision: number): Promise<ExclusionsRef | null> {
  const [found] = await connection
    .select({ list: exclusionLists.id, since: SINCE, version: exclusionLists.version })
    .from(answerRevisions)
    .innerJoin(answerSets, eq(answerSets.id, answerRevisions.answerSet))
    .innerJoin(exclusionLists, ITS_EXCLUSIONS)
    .where(eq(answerRevisions.id, revision));
  return found ?? null;
}

/** Uses within an hour of each other are noted once: reading is to cost no write. */
const NOTED = sql<boolean>`${answerSets.usedAt} > clock_timestamp() - interval '1 hour'`;

/**
 * The plan of the file that was imported last of what a project has now; null: it has none that can be read. An update,
 * which may be of two columns, says nothing of the others: only where there is no other import its plan is taken. How
 * sessions are read says nothing of files.
 */
export async function findPlan(connection: Connection, project: ProjectKey): Promise<ImportPlan | null> {
  const [found] = await connection
    .select({ plan: answerRevisions.plan })
    .from(answerSets)
    .innerJoin(answerRevisions, eq(answerRevisions.answerSet, answerSets.id))
    .where(and(ofProject(project), eq(answerRevisions.state, "visible"), isNull(answerRevisions.sessionsState)))
    .orderBy(desc(inArray(answerRevisions.mode, ["append", "replace"])), desc(answerRevisions.id))
    .limit(1);
  return importPlanSchema.safeParse(found?.plan).data ?? null;
}

/**
 * Notes that a project's answers are used now, before they are. Waits for one who is about to detach its tables: from
 * then on nobody is.
 */
export async function noteUse(connection: Connection, { id }: Pick<AnswerSet, "id">): Promise<void> {
  await connection
    .update(answerSets)
    .set({ usedAt: sql`clock_timestamp()` })
    .where(and(eq(answerSets.id, id), not(NOTED)));
}

/** The same, made empty when there is none, for one who is about to build upon it. */
export async function makeAnswerSet(connection: Connection, project: ProjectKey): Promise<AnswerSet> {
  const { connection: of, accountId, projectId } = project;
  await connection.insert(answerSets).values({ connection: of, accountId, projectId }).onConflictDoNothing();
  const found = await findAnswerSet(connection, project);
  if (!found) throw new Error("A set of answers vanished while it was made.");
  await noteUse(connection, found);
  return found;
}

export type NewRevision = {
  set: Pick<AnswerSet, "id" | "revision">;
  mode: RevisionMode;
  fileName: string;
  plan: ImportPlan;
  questions: Question[];
  weights: Weight[];
  who: string;
  /** It is lost with the process that writes it, which has to say that it is at it. */
  isHeld?: boolean | undefined;
  sessionsState?: string | undefined;
  isAutomatic?: boolean | undefined;
};

/** A revision that nobody reads yet. */
export async function beginRevision(
  connection: Connection,
  { set, isHeld = false, ...rest }: NewRevision,
): Promise<AnswerRevision> {
  const heldAt = isHeld ? sql`clock_timestamp()` : null;
  const { id: answerSet, revision: previous } = set;
  const exclusionsSince = rest.mode === "replace" && previous !== null ? null : exclusionsSinceOf(previous);
  const [made] = await connection
    .insert(answerRevisions)
    .values({
      ...rest,
      ...{ heldAt, answerSet, previous, exclusionsSince, state: "writing", tableName: newTableName() },
    })
    .returning();
  if (!made) throw new Error("A revision was not written.");
  return made;
}

/** What is built upon a revision keeps the exclusions that hold there. */
const exclusionsSinceOf = (id: number | null) =>
  sql<number>`coalesce((select coalesce(v.exclusions_since, v.id) from answer_revisions v where v.id = ${id}::bigint), 0)`;

/** Says that a revision is still being written. */
export async function holdRevision(connection: Connection, id: number): Promise<void> {
  await connection.update(answerRevisions).set({ heldAt: sql`clock_timestamp()` }).where(eq(answerRevisions.id, id));
}

/** Nobody has said for a minute that it is being written: its process has ended. */
const LOST = sql<boolean>`coalesce(${answerRevisions.state} = 'writing'
  and ${answerRevisions.heldAt} < clock_timestamp() - interval '1 minute', false)`;

/** The reason told of a revision that ended without one. */
export const INTERRUPTED = "It was interrupted.";

export async function findRevision(connection: Connection, id: number): Promise<AnswerRevision | null> {
  const [found] = await connection.select().from(answerRevisions).where(eq(answerRevisions.id, id));
  return found ?? null;
}

export const lockedSet = async (transaction: Connection, id: string): Promise<AnswerSet> => {
  const [set] = await transaction.select().from(answerSets).where(eq(answerSets.id, id)).for("update");
  if (!set) throw new Error("A set of answers is gone.");
  return set;
};

type Figures = Pick<AnswerRevision, "rows" | "refused" | "responses"> & Partial<Pick<AnswerRevision, "brought">>;
type Kept = Pick<AnswerSet, "questions" | "weights" | "columnsGiven">;
type Settled = Kept & Partial<Pick<AnswerRevision, "changed">>;

/**
 * Makes a written revision the one that everybody reads, in the transaction given: one UPDATE. `settle` says what the
 * questions are then, from what they are now. False, and nothing happens, when another revision came meanwhile.
 */
export async function makeVisible(
  transaction: Connection,
  revision: AnswerRevision,
  figures: Figures,
  settle: (set: AnswerSet) => Settled,
): Promise<boolean> {
  const set = await lockedSet(transaction, revision.answerSet);
  if (set.revision !== revision.previous) return false;
  const { changed = null, ...kept } = settle(set);
  const { questions, weights } = kept;
  const previous = revision.isAutomatic ? await supersede(transaction, revision.previous) : revision.previous;
  const moved = await transaction
    .update(answerRevisions)
    .set({ ...figures, questions, weights, changed, previous, state: "visible", visibleAt: sql`clock_timestamp()` })
    .where(and(eq(answerRevisions.id, revision.id), eq(answerRevisions.state, "writing")))
    .returning({ id: answerRevisions.id });
  if (moved.length === 0) return false;
  await transaction
    .update(answerSets)
    .set({ ...kept, revision: revision.id, usedAt: sql`clock_timestamp()` })
    .where(eq(answerSets.id, set.id));
  return true;
}

/** What an automatic import goes back to when it is undone: another one right before it is superseded, and passed over. */
async function supersede(transaction: Connection, id: number | null): Promise<number | null> {
  const before = id === null ? null : await findRevision(transaction, id);
  if (!before?.isAutomatic) return id;
  await transaction.update(answerRevisions).set({ state: "superseded" }).where(eq(answerRevisions.id, before.id));
  return before.previous;
}

/** Why a revision cannot be undone; null when it was. */
export type UndoRefusal = "unknown" | "undone already" | "not the newest" | "previous gone";

/** A project as it is, the revision that is undone, and the one that is read again; null: there was none. */
export type Undoing = { set: AnswerSet; undone: AnswerRevision; before: AnswerRevision | null };

/**
 * Goes back to the revision before, in the transaction given; only from the one that is read. `settle` says what the
 * questions and weights are then.
 */
export async function undoRevision(
  transaction: Connection,
  { id: setId }: Pick<AnswerSet, "id">,
  id: number,
  settle: (undoing: Undoing) => Pick<AnswerSet, "questions" | "weights">,
): Promise<UndoRefusal | null> {
  const set = await lockedSet(transaction, setId);
  const undone = await findRevision(transaction, id);
  if (!undone || undone.answerSet !== set.id) return "unknown";
  if (undone.state === "undone") return "undone already";
  if (set.revision !== id) return "not the newest";
  const { previous } = undone;
  const before = previous === null ? null : await findRevision(transaction, previous);
  if (previous !== null && !before?.tableName) return "previous gone";
  const kept = settle({ set, undone, before });
  await transaction
    .update(answerSets)
    .set({ ...kept, revision: previous, usedAt: sql`clock_timestamp()` })
    .where(eq(answerSets.id, set.id));
  if (before) await transaction.update(answerRevisions).set(kept).where(eq(answerRevisions.id, before.id));
  await transaction.update(answerRevisions).set({ state: "undone" }).where(eq(answerRevisions.id, id));
  return null;
}

/** Gives a revision up that was being written; says nothing of one that was not. */
export async function failRevision(connection: Connection, id: number, problem: string): Promise<void> {
  await connection
    .update(answerRevisions)
    .set({ state: "failed", problem: problem.slice(0, 2000) })
    .where(and(eq(answerRevisions.id, id), eq(answerRevisions.state, "writing")));
}

/** Of these tables those of revisions that are known here and not being written. */
export async function tablesNotWritten(connection: Connection, tables: string[]): Promise<string[]> {
  const { tableName, state } = answerRevisions;
  const found = await connection
    .select({ tableName })
    .from(answerRevisions)
    .where(and(inArray(tableName, tables), ne(state, "writing")));
  return found.map((revision) => revision.tableName);
}

/** A revision without its plan and questions, which may be thousands. */
export type ListedRevision = Omit<AnswerRevision, "plan" | "questions" | "weights" | "changed">;

/**
 * A project's revisions, newest first. Those that were lost have failed, also where they are not cleared yet. Of
 * automatic ones, of which there may be hundreds a day, only those that are or were read and can tell something.
 */
export async function listRevisions(connection: Connection, set: string, limit = 100): Promise<ListedRevision[]> {
  const { plan: _, questions: __, weights: ___, changed: ____, ...listed } = getTableColumns(answerRevisions);
  const found = await connection
    .select({ ...listed, isLost: LOST })
    .from(answerRevisions)
    .where(
      and(
        eq(answerRevisions.answerSet, set),
        not(
          and(eq(answerRevisions.isAutomatic, true), inArray(answerRevisions.state, ["superseded", "failed"])) ??
            sql`false`,
        ),
      ),
    )
    .orderBy(desc(answerRevisions.id))
    .limit(limit);
  return found.map(({ isLost, ...revision }) =>
    isLost ? { ...revision, state: "failed", problem: INTERRUPTED } : revision,
  );
}

/** What nobody reads and no undo needs. A revision that has been written for so long has lost its writer. */
const ABANDONED = sql`interval '12 hours'`;

/**
 * Revisions whose tables can go: neither the one that is read nor those that undoing, step by step, goes back to, nor
 * one under way. `kept`: how many imports can be undone, beside automatic ones between them.
 */
export async function leftOverRevisions(
  connection: Connection,
  { kept, one }: { kept: number; one?: number },
): Promise<AnswerRevision[]> {
  const needed = sql`(with recursive back as (
      select v.id, v.previous, v.is_automatic, 0 as steps from answer_revisions v join answer_sets s on s.revision = v.id
        where s.id = ${answerRevisions.answerSet}
      union all
      select v.id, v.previous, v.is_automatic, back.steps + case when back.is_automatic then 0 else 1 end
        from answer_revisions v join back on v.id = back.previous
        where back.steps < ${kept}::int
    ) select id from back)`;
  const isOver = or(
    eq(answerRevisions.state, "failed"),
    eq(answerRevisions.state, "undone"),
    // Who began to build upon it before it was superseded reads it to the end.
    sql`${answerRevisions.state} = 'superseded' and not exists (select from answer_revisions w
      where w.previous = ${answerRevisions.id} and w.state = 'writing')`,
    LOST,
    sql`${answerRevisions.state} = 'writing' and ${answerRevisions.createdAt} < clock_timestamp() - ${ABANDONED}`,
    sql`${answerRevisions.state} = 'visible' and ${answerRevisions.id} not in ${needed}`,
  );
  return connection
    .select()
    .from(answerRevisions)
    .where(and(ne(answerRevisions.tableName, ""), isOver, one === undefined ? undefined : eq(answerRevisions.id, one)))
    .orderBy(answerRevisions.id)
    .limit(100);
}

/**
 * Drops the table of a left-over revision by `drop`, in the transaction given, while nobody can go back to it; its row
 * stays, without a table. False when it is left over no longer, or while a backup runs.
 */
export async function dropLeftOver(
  transaction: Connection,
  { id, answerSet }: AnswerRevision,
  { kept, drop }: { kept: number; drop: (table: string) => Promise<void> },
): Promise<boolean> {
  if (!(await mayDropTables(transaction))) return false;
  await lockedSet(transaction, answerSet);
  const [found] = await leftOverRevisions(transaction, { kept, one: id });
  if (!found) return false;
  await drop(found.tableName);
  const failed = found.state === "writing" && { state: "failed" as const, problem: INTERRUPTED };
  await transaction
    .update(answerRevisions)
    .set({ tableName: "", ...failed })
    .where(eq(answerRevisions.id, id));
  return true;
}

/** Writes edited questions or weights, also to the revision that is read, so that going back to it brings them back. */
export async function writeQuestions(
  transaction: Connection,
  set: Pick<AnswerSet, "id">,
  change: (set: AnswerSet) => Partial<Pick<AnswerSet, "questions" | "weights">>,
): Promise<AnswerSet> {
  const present = await lockedSet(transaction, set.id);
  const { questions = present.questions, weights = present.weights } = change(present);
  const kept = { questions, weights };
  await transaction.update(answerSets).set(kept).where(eq(answerSets.id, set.id));
  if (present.revision !== null) {
    await transaction.update(answerRevisions).set(kept).where(eq(answerRevisions.id, present.revision));
  }
  return { ...present, ...kept };
}

/** The file of the visible revision that first had each of a project's weights, and when it was. */
export async function firstSeenWeights(
  connection: Connection,
  set: string,
): Promise<Map<string, { fileName: string; at: Date }>> {
  const rows = await connection
    .select({ weights: answerRevisions.weights, fileName: answerRevisions.fileName, at: answerRevisions.createdAt })
    .from(answerRevisions)
    .where(and(eq(answerRevisions.answerSet, set), eq(answerRevisions.state, "visible")))
    .orderBy(desc(answerRevisions.id));
  return new Map(rows.flatMap(({ weights, fileName, at }) => weights.map(({ id }) => [id, { fileName, at }])));
}

/** By a person, or from a file. */
const WAS_IMPORTED = sql`exists (select from answer_revisions r
  where r.answer_set = answer_sets.id and r.state = 'visible' and not r.is_automatic)`;

/**
 * The project of these accounts whose answers were used last, of those that have any; null: none has. One that only has
 * sessions which come in by themselves stands after those that somebody imported.
 */
export async function findProjectUsedLast(
  connection: Connection,
  { of, accountIds }: { of: string; accountIds: readonly string[] },
): Promise<string | null> {
  const [found] = await connection
    .select({ projectId: answerSets.projectId })
    .from(answerSets)
    .where(
      and(
        eq(answerSets.connection, of),
        inArray(answerSets.accountId, [...accountIds]),
        isNotNull(answerSets.revision),
      ),
    )
    .orderBy(desc(WAS_IMPORTED), desc(answerSets.usedAt), desc(answerSets.createdAt))
    .limit(1);
  return found?.projectId ?? null;
}
