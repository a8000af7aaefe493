import "server-only";
import { whileHeld } from "@/lib/answers/abandon-revision";
import { LIMITS } from "@/lib/answers/limits";
import { credentialOf } from "@/lib/contracts/context";
import type { Question } from "@/lib/contracts/interfaces/answers";
import type { ChangedQuestions, QuestionChanges } from "@/lib/contracts/ours/question-changes";
import type { CountedQuestion } from "@/lib/contracts/ours/questions";
import type { SignedInContext } from "@/lib/gateway/call";
import { AppError } from "@/lib/http/problem";
import { countable, readCounts } from "@/lib/stores/clickhouse/answer-counts";
import { WRITING } from "@/lib/stores/clickhouse/answer-rows";
import { readExcludedRows } from "@/lib/stores/clickhouse/excluded-rows";
import { figuresInTurn } from "@/lib/stores/clickhouse/figures-in-turn";
import { rewriteColumns } from "@/lib/stores/clickhouse/rewrite-column";
import {
  type AnswerRevision,
  beginRevision,
  findAnswers,
  findRevision,
  makeVisible,
} from "@/lib/stores/postgres/answer-sets";
import { addAudit } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import { applyChanges, type Changed, type Facts } from "./apply-changes";
import { changesInWords } from "./changes-in-words";
import { converted } from "./convert-answers";
import { changedMeanwhile, ownSet, refuse, unknownQuestion } from "./questions";
import { leftBy } from "./undone-changes";

type Own = Awaited<ReturnType<typeof ownSet>>;

/**
 * Changes many questions as one revision, which undoing takes back whole. A dry run, and a change that cannot be carried
 * out, answer what would change and why not. `conflict` when questions were edited, or answers came, meanwhile.
 */
export async function changeQuestions(
  context: SignedInContext,
  asked: QuestionChanges,
  signal: AbortSignal,
): Promise<ChangedQuestions> {
  const own = await ownSet(context, asked.project_id);
  const versions = new Map(own.set.questions.map(({ id, version }) => [id, version]));
  const other = asked.seen.find(({ id, version }) => versions.get(id) !== version);
  if (other) throw changedMeanwhile(other.id);
  const answers = await findAnswers(db(), own.key);
  if (!answers?.table) throw new AppError("not_found", "This project has no answers yet: import some first.");
  const from = { table: answers.table, questions: own.set.questions };
  const limits = { ...LIMITS, signal };
  const { changed, pairs, reply } = await figuresInTurn(credentialOf(context.viewer), signal, async () => {
    const excluded = await readExcludedRows(from.table, answers.exclusions, limits);
    const countIn = async (questions: readonly Question[], ids: ReadonlySet<string>, sources: Changed["sources"]) => {
      const some = countable({ ...from, questions }).filter(({ id }) => ids.has(id));
      return readCounts({ ...from, excluded, questions, asked: some, sources }, limits);
    };
    const facts: Facts = {
      converted: (question, kind) => converted(from, question, kind),
      counts: async (question) => {
        const read = await readCounts({ ...from, excluded, asked: [question] }, limits);
        return new Map(read.questions[0]?.counts.map(({ code, n }) => [code, n]));
      },
      elsewhere: (projectId, id) => questionElsewhere(context, projectId, id),
    };
    const changed = await applyChanges(own.set, asked.changes, facts);
    const pairs = pairsOf(own.set.questions, changed.questions);
    const ids = (side: keyof Pair) => new Set(pairs.flatMap((pair) => pair[side]?.id ?? []));
    const { problems, notices } = changed;
    const before = await countIn(own.set.questions, ids("before"), new Map());
    const after = problems.length > 0 ? null : await countIn(changed.questions, ids("after"), changed.sources);
    const questions = pairs.map((pair) => ({
      before: pair.before && { question: pair.before, counted: countsOf(before, pair.before) },
      after: pair.after && { question: pair.after, counted: after && countsOf(after, pair.after) },
    }));
    return { changed, pairs, reply: { problems, notices, responses: before.responses, revision: null, questions } };
  });
  if (asked.dry_run) return reply;
  refuse(changed.problems);
  if (pairs.length === 0) throw new AppError("invalid", "These changes leave every question as it is.");
  return { ...reply, revision: await carryOut(context, own, { asked, changed, signal }) };
}

/** A question of another project, which has to be the viewer's too. */
async function questionElsewhere(context: SignedInContext, projectId: string, id: string): Promise<Question> {
  const { set } = await ownSet(context, projectId);
  const found = set.questions.find((question) => question.id === id);
  if (!found) throw unknownQuestion();
  return found;
}

type Counts = { questions: readonly CountedQuestion[] };

const countsOf = ({ questions }: Counts, { id }: Question) => questions.find((each) => each.id === id) ?? null;

type Pair = { before: Question | null; after: Question | null };

/** Questions that are not as they were, in their order; those that go stand at the end. */
function pairsOf(before: readonly Question[], after: readonly Question[]): Pair[] {
  const earlier = new Map(before.map((question) => [question.id, question]));
  const now = new Set(after.map(({ id }) => id));
  return [
    ...after.flatMap((question): Pair[] => {
      const was = earlier.get(question.id) ?? null;
      return was === question ? [] : [{ before: was, after: question }];
    }),
    ...before.filter(({ id }) => !now.has(id)).map((question): Pair => ({ before: question, after: null })),
  ];
}

type Task = { asked: QuestionChanges; changed: Changed; signal: AbortSignal };

/** Writes the table aside with the columns that change, and shows it in one step; gives the revision. */
async function carryOut(context: SignedInContext, own: Own, { asked, changed, signal }: Task): Promise<number> {
  const { set } = own;
  const revision = set.revision === null ? null : await findRevision(db(), set.revision);
  if (!revision?.tableName) throw new AppError("not_found", "This project has no answers yet: import some first.");
  const { questions, sources } = changed;
  const begun = await beginRevision(db(), {
    ...{ set, mode: "setup", fileName: changesInWords(asked.changes), plan: revision.plan },
    ...{ questions, weights: set.weights, who: context.viewer.email, isHeld: true },
  });
  const from = { table: revision.tableName, questions: set.questions };
  return whileHeld(begun, async () => {
    const to = { table: begun.tableName, questions };
    await figuresInTurn(credentialOf(context.viewer), signal, () =>
      rewriteColumns({ from, to, weights: set.weights, sources }, { ...WRITING, signal }),
    );
    return show(context, own, { before: revision, begun, changed, asked });
  });
}

type Shown = Pick<Task, "asked" | "changed"> & { before: AnswerRevision; begun: AnswerRevision };

/** In one step, unless answers came or any question was edited since. */
async function show(context: SignedInContext, { key, set }: Own, { before, begun, changed, asked }: Shown) {
  const figures = { rows: before.responses, refused: 0, responses: before.responses };
  const { questions, columnsGiven } = changed;
  const isVisible = await db().transaction(async (transaction) => {
    const shown = await makeVisible(transaction, begun, figures, (now) => {
      if (versionsOf(now.questions) !== versionsOf(set.questions)) throw MEANWHILE;
      return {
        ...{ questions, weights: now.weights, columnsGiven: Math.max(now.columnsGiven, columnsGiven) },
        changed: leftBy(set.questions, questions),
      };
    });
    if (!shown) return false;
    const touched = pairsOf(set.questions, questions);
    const named = (side: keyof Pair) => touched.flatMap((pair) => pair[side]?.id ?? []).slice(0, 100);
    await addAudit(transaction, context, {
      ...{ accountId: key.accountId, action: "changeQuestions", thing: "questions", thingId: key.projectId },
      ...{ outcome: "done", before: { questions: named("before") } },
      after: { changes: changesInWords(asked.changes), questions: named("after"), revision: begun.id },
    });
    return true;
  });
  if (!isVisible) throw MEANWHILE;
  return begun.id;
}

const versionsOf = (questions: readonly Question[]) =>
  JSON.stringify(questions.map(({ id, version }) => [id, version]));

const MEANWHILE = new AppError(
  "conflict",
  "Questions or answers of this project were changed meanwhile. Preview the changes again.",
);
