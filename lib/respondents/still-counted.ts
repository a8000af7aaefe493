import "server-only";
import { answersKey } from "@/lib/gateway/answers-of-respondents";
import { findAnswers } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import { excludedAmong } from "@/lib/stores/postgres/response-exclusions";
import type { Applied } from "./apply-thresholds";
import type { Snapshot } from "./snapshot";

/**
 * Those whom the quality service excludes, before the thresholds and after them, and whose answers the project does not
 * leave out yet: another service excluded them, or it happened before exclusions reached answers.
 */
export async function stillCounted(
  { survey, scores }: Pick<Snapshot, "survey" | "scores">,
  { now, after }: Applied,
): Promise<string[]> {
  const excluded = [...after].filter((at) => now.has(at)).map((at) => scores.ids[at] ?? "");
  const project = answersKey(survey);
  if (project === null || excluded.length === 0) return [];
  const answers = await findAnswers(db(), project);
  if (!answers?.table) return [];
  const out = new Set(await excludedAmong(db(), project, excluded));
  return excluded.filter((id) => !out.has(id));
}
