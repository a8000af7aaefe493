import "server-only";
import { LIMITS } from "@/lib/answers/limits";
import { credentialOf } from "@/lib/contracts/context";
import type { Question, Weight } from "@/lib/contracts/interfaces/answers";
import type { ListedWeight, WeightList } from "@/lib/contracts/ours/weights";
import type { SignedInContext } from "@/lib/gateway/call";
import { ownProject } from "@/lib/gateway/own-project";
import { keyOf } from "@/lib/gateway/project-of";
import { effectiveBase } from "@/lib/stats/effective-base";
import type { Limits } from "@/lib/stores/clickhouse/client";
import { type ExcludedRows, readExcludedRows } from "@/lib/stores/clickhouse/excluded-rows";
import { figuresInTurn } from "@/lib/stores/clickhouse/figures-in-turn";
import { readCells, readWeightFigures, type WeightFigures } from "@/lib/stores/clickhouse/weigh";
import {
  findAnswerSet,
  findExclusions,
  findRevision,
  firstSeenWeights,
  noteUse,
} from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import { takeTurns } from "@/lib/take-turns";
import { askedOf, changedSince, MOST_CELLS, recipeProblems } from "./rake-cells";

type Read = { table: string; questions: readonly Question[]; excluded: ExcludedRows };

/** The weights of a project with what they are over its answers as they are now. */
export async function listWeights(
  context: SignedInContext,
  projectId: string,
  signal: AbortSignal,
): Promise<WeightList> {
  const set = await findAnswerSet(db(), keyOf(context, await ownProject(context, projectId)));
  const revision = set?.revision ? await findRevision(db(), set.revision) : null;
  if (!set || !revision?.tableName) return { weights: [], revision: null };
  await noteUse(db(), set);
  // Those of the revision: what its table has, although another one may be shown by now.
  const { weights, questions, tableName: table } = revision;
  const limits = { ...LIMITS, signal };
  const [first, exclusions] = await Promise.all([firstSeenWeights(db(), set.id), findExclusions(db(), revision.id)]);
  const [figures, changed] = await figuresInTurn(credentialOf(context.viewer), signal, async () => {
    const read = { table, questions, excluded: await readExcludedRows(table, exclusions, limits) };
    return Promise.all([
      readWeightFigures(read, weights, limits),
      Promise.all(weights.map((weight) => changeOf(weight, read, limits))),
    ]);
  });
  return {
    revision: revision.id,
    weights: weights.map((weight, at): ListedWeight => {
      const { id, name, raked } = weight;
      const seen = first.get(id);
      return {
        ...{ id, name, source: raked ? "raked" : "file", file_name: raked ? null : (seen?.fileName ?? null) },
        ...{ who: raked?.who ?? null, at: raked?.at ?? seen?.at.toISOString() ?? null, recipe: raked?.recipe ?? null },
        ...costsOf(figures[at]),
        changed: changed[at] ?? null,
      };
    }),
  };
}

function costsOf(figures: WeightFigures | undefined) {
  const { n, without, sum, squares, low, high } = figures ?? { n: 0, without: 0, sum: 0, squares: 0, low: 0, high: 0 };
  return {
    ...{ n, without, sum },
    range: sum > 0 ? { low, high } : null,
    efficiency: sum > 0 ? effectiveBase(sum, squares) / n : null,
  };
}

async function changeOf({ raked, ...weight }: Weight, read: Read, limits: Limits) {
  if (!raked) return null;
  const { recipe } = raked;
  const { questions } = read;
  const problems = recipeProblems(recipe, questions);
  if (problems.length > 0) return `It can no longer be calculated: ${problems.slice(0, 3).join(" ")}`;
  const cells = await readCells(read, askedOf(recipe, questions), { most: MOST_CELLS, weight }, limits);
  return changedSince(recipe, questions, cells, takeTurns(limits.signal));
}
