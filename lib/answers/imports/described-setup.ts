import "server-only";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { changePlanSetup, questionsOfPlan } from "@/lib/answers/columns/change-plan-setup";
import { readTripleS } from "@/lib/answers/files/triple-s";
import { type Description, describedChanges, descriptionsOf } from "@/lib/answers/questions/describe-questions";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import { copiedParts } from "@/lib/contracts/terms/question-changes";
import { guessFile } from "./look-at-file";

const NOTHING = { questions: [], weights: [], columnsGiven: 0, before: null, table: null };

/** How a file describes its questions: Triple-S, or the dictionary of any file of answers. */
async function describedBy(path: string): Promise<Description[]> {
  if (/\.(xml|sss)$/i.test(path)) return readTripleS(await readFile(path, "utf8"));
  const { plan } = await guessFile({ path, name: basename(path), project: NOTHING });
  return descriptionsOf(plan);
}

/** A plan whose questions are set up as a file describes those of the same ids, and sentences of what became of it. */
export async function withDescribedSetup(
  plan: ImportPlan,
  path: string,
): Promise<{ plan: ImportPlan; sentences: string[] }> {
  const questions = questionsOfPlan(plan);
  const described = describedChanges(questions, await describedBy(path), ["text", ...copiedParts]);
  const looked = { columns: [], sample: [] };
  const { plan: next, sentences } = await changePlanSetup(plan, described.changes, looked);
  const count = (value: number) => value.toLocaleString("en");
  return {
    plan: next,
    sentences: [
      `${basename(path)} describes ${count(described.matched)} of ${count(questions.length)} questions.`,
      ...described.notices,
      ...sentences,
    ],
  };
}
