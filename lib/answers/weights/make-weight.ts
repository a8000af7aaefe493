import "server-only";
import { whileHeld } from "@/lib/answers/abandon-revision";
import { LIMITS } from "@/lib/answers/limits";
import { changedMeanwhile, ownSet, refuse } from "@/lib/answers/questions/questions";
import { credentialOf } from "@/lib/contracts/context";
import type { Question, Weight, WeightRecipe } from "@/lib/contracts/interfaces/answers";
import type { SavedWeight, SavedWeightList, WeightList, WeightReport } from "@/lib/contracts/ours/weights";
import { withSources } from "@/lib/contracts/rules/question-sources";
import type { SignedInContext } from "@/lib/gateway/call";
import { AppError } from "@/lib/http/problem";
import { WRITING } from "@/lib/stores/clickhouse/answer-rows";
import type { Limits } from "@/lib/stores/clickhouse/client";
import { type ExcludedRows, readExcludedRows } from "@/lib/stores/clickhouse/excluded-rows";
import { figuresInTurn } from "@/lib/stores/clickhouse/figures-in-turn";
import { readTableState } from "@/lib/stores/clickhouse/table-state";
import { readCells, writeWeight } from "@/lib/stores/clickhouse/weigh";
import {
  type AnswerRevision,
  type AnswerSet,
  beginRevision,
  findAnswers,
  findExclusions,
  findRevision,
  makeVisible,
  noteUse,
  type ProjectKey,
  writeQuestions,
} from "@/lib/stores/postgres/answer-sets";
import { addAudit } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import { takeTurns } from "@/lib/take-turns";
import { listWeights } from "./list-weights";
import { askedOf, MOST_CELLS, questionIdsOf, rakeCells, recipeProblems } from "./rake-cells";

const noAnswers = () => new AppError("not_found", "This project has no answers yet: import some first.");

/** What raking by a recipe gives; nothing is kept. */
export async function tryWeight(
  context: SignedInContext,
  { project_id, recipe }: { project_id: string; recipe: WeightRecipe },
  signal: AbortSignal,
): Promise<WeightReport> {
  const { key } = await ownSet(context, project_id);
  const answers = await findAnswers(db(), key);
  if (!answers?.table) throw noAnswers();
  const { table, questions, exclusions } = answers;
  const limits = { ...LIMITS, signal };
  const raked = await figuresInTurn(credentialOf(context.viewer), signal, async () => {
    const excluded = await readExcludedRows(table, exclusions, limits);
    return rakeAnswers({ table, questions, excluded }, recipe, limits);
  });
  return raked.report;
}

type Read = { table: string; questions: readonly Question[]; excluded: ExcludedRows };

async function rakeAnswers(read: Read, recipe: WeightRecipe, limits: Limits) {
  const { questions } = read;
  refuse(recipeProblems(recipe, questions));
  const asked = askedOf(recipe, questions);
  const [cells, { responses, excluded }] = await Promise.all([
    readCells(read, asked, { most: MOST_CELLS }, limits),
    readTableState(read, null, limits),
  ]);
  const raked = await rakeCells(recipe, questions, cells, takeTurns(limits.signal));
  if ("problems" in raked) {
    refuse(raked.problems);
    throw new Error("A raking failed without a reason.");
  }
  return { asked, weights: raked.weights, report: { responses, excluded, ...raked.report } };
}

type Own = { key: ProjectKey; set: AnswerSet };
type Task = { asked: SavedWeight; weight: Weight; signal: AbortSignal };

/**
 * Rakes by a recipe and keeps the weight with it: the project's table is written aside with one column more and shown
 * in one step, which undoing takes back whole. `conflict` when answers came, or one of the questions was edited,
 * meanwhile.
 */
export async function saveWeight(
  context: SignedInContext,
  asked: SavedWeight,
  signal: AbortSignal,
): Promise<SavedWeightList> {
  const own = await ownSet(context, asked.project_id);
  const { weights } = own.set;
  refuse(nameProblems(asked, weights));
  const raked = { recipe: asked.recipe, who: context.viewer.email, at: new Date().toISOString() };
  const before = weights.find(({ id }) => id === asked.name);
  const column = before?.column ?? `w${1 + Math.max(0, ...weights.map((each) => Number(each.column.slice(1))))}`;
  const weight = { id: asked.name, name: asked.name, column, raked };
  const made = await write(context, own, { asked, weight, signal });
  return { ...(await listWeights(context, asked.project_id, signal)), made };
}

const sameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

function nameProblems({ name, replace }: SavedWeight, weights: readonly Weight[]): string[] {
  const found = weights.find(({ id }) => (replace ? id === name : sameName(id, name)));
  if (replace && !found) return [`This project has no weight “${name}” to calculate again.`];
  if (replace && !found?.raked) return [`The weight “${name}” came with a file: give the new one another name.`];
  if (!replace && found) return [`This project has a weight “${found.id}” already: choose another name.`];
  return [];
}

async function write(context: SignedInContext, own: Own, task: Task): Promise<number> {
  const { set } = own;
  const revision = set.revision === null ? null : await findRevision(db(), set.revision);
  if (!revision?.tableName) throw noAnswers();
  await noteUse(db(), set);
  const { asked, weight, signal } = task;
  const { questions } = set;
  const { tableName: table } = revision;
  const limits = { ...LIMITS, signal };
  const exclusions = await findExclusions(db(), revision.id);
  const { excluded, ...raked } = await figuresInTurn(credentialOf(context.viewer), signal, async () => {
    const of = await readExcludedRows(table, exclusions, limits);
    return { excluded: of, ...(await rakeAnswers({ table, questions, excluded: of }, asked.recipe, limits)) };
  });
  const weights = withWeight(set.weights, weight);
  const begun = await beginRevision(db(), {
    ...{ set, mode: "weight", fileName: `Weight “${weight.name}”`, plan: revision.plan },
    ...{ questions, weights, who: context.viewer.email, isHeld: true },
  });
  return whileHeld(begun, async () => {
    const from = { table, questions, excluded };
    const to = { table: begun.tableName, weights };
    const cells = { asked: raked.asked, cells: raked.weights };
    await figuresInTurn(credentialOf(context.viewer), signal, () =>
      writeWeight({ from, to, weight, ...cells }, { ...WRITING, signal }),
    );
    await show(context, own, { ...task, before: revision, begun, report: raked.report });
    return begun.id;
  });
}

/** Where it stood, or behind the others. */
const withWeight = (weights: readonly Weight[], weight: Weight): Weight[] =>
  weights.some(({ id }) => id === weight.id)
    ? weights.map((each) => (each.id === weight.id ? weight : each))
    : [...weights, weight];

type Shown = Task & { before: AnswerRevision; begun: AnswerRevision; report: WeightReport };

async function show(context: SignedInContext, { key, set }: Own, shown: Shown): Promise<void> {
  const { asked, weight, before, begun, report } = shown;
  const figures = { rows: 0, refused: 0, responses: before.responses };
  const isShown = await db().transaction(async (transaction) => {
    const isVisible = await makeVisible(transaction, begun, figures, (now) => {
      refuse(nameProblems(asked, now.weights));
      const [edited] = editedSince(questionIdsOf(asked.recipe), set.questions, now.questions);
      if (edited !== undefined) throw changedMeanwhile(edited);
      return { questions: now.questions, weights: withWeight(now.weights, weight), columnsGiven: now.columnsGiven };
    });
    if (!isVisible) return false;
    const { n, efficiency } = report;
    await addAudit(transaction, context, {
      ...{ accountId: key.accountId, action: "saveWeight", thing: "weights", thingId: key.projectId, outcome: "done" },
      before: set.weights.find(({ id }) => id === weight.id) ?? null,
      after: { ...weight, n, efficiency, revision: begun.id },
    });
    return true;
  });
  if (!isShown) {
    throw new AppError("conflict", "Answers of this project were imported or undone meanwhile. Make the weight again.");
  }
}

/** Of these questions and what they are made of, those that are not as they were. */
function editedSince(ids: readonly string[], before: readonly Question[], now: readonly Question[]): string[] {
  const versions = new Map(now.map(({ id, version }) => [id, version]));
  return withSources(ids, before)
    .filter(({ id, version }) => versions.get(id) !== version)
    .map(({ id }) => id);
}

/** Deletes a weight that was made here; what it was made of stays in the audit. */
export async function removeWeight(
  context: SignedInContext,
  { project_id, id }: { project_id: string; id: string },
  signal: AbortSignal,
): Promise<WeightList> {
  const { key, set } = await ownSet(context, project_id);
  await db().transaction(async (transaction) => {
    let before: Weight | undefined;
    await writeQuestions(transaction, set, ({ weights }) => {
      before = weights.find((weight) => weight.id === id);
      if (!before) throw new AppError("not_found", "This weight could not be found.");
      if (!before.raked) {
        throw new AppError("invalid", `The weight “${id}” came with a file: only weights made here can be deleted.`);
      }
      return { weights: weights.filter((weight) => weight.id !== id) };
    });
    await addAudit(transaction, context, {
      ...{ accountId: key.accountId, action: "removeWeight", thing: "weights", thingId: key.projectId },
      ...{ outcome: "done", before },
    });
  });
  return listWeights(context, project_id, signal);
}
