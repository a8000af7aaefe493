import "server-only";
import { listQuestions } from "@/lib/answers/questions/questions";
import type { SignedInContext } from "@/lib/gateway/call";
import { fetchSpecs } from "@/lib/gateway/pivot";
import { fieldsOf } from "@/lib/pivots/fields";

/** Who reads, and what ends the reading. */
export type Reader = { context: SignedInContext; signal?: AbortSignal };

/** The questions and weights of a project, and what tables can be made of. */
export async function readProject({ context, ...ending }: Reader, projectId: string) {
  const [{ questions, weights }, specs] = await Promise.all([
    listQuestions(context, projectId),
    fetchSpecs(context, { projectId, body: { projectId }, ...ending }),
  ]);
  return { questions, weights, specs, fields: fieldsOf(specs, questions) };
}

export type KnownProject = Awaited<ReturnType<typeof readProject>>;
