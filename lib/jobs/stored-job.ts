import "server-only";
import * as z from "zod";
import type { JobItemState } from "@/lib/contracts/terms/jobs";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/jobs";
import type { Opposes } from "@/lib/stores/postgres/opposed-jobs";
import type { Kind, StepRow } from "./kind";

/** The JSON of a stored job does not match its kind: another release or a person wrote it. */
export class UnreadableJob extends Error {}

function read<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new UnreadableJob(`${what} cannot be read: ${z.prettifyError(result.error)}`);
}

/** What all steps of a job share. Throws UnreadableJob. */
export const readInput = <Input>(
  { kind, stored }: Pick<Kind<Input>, "kind" | "stored">,
  job: Pick<store.JobRow, "id" | "input">,
): Input => read(stored.input, job.input, `The input of the job “${kind}” ${job.id}`);

/** A step with its JSON parsed. Throws UnreadableJob. */
export function readStep<Input, Step, Before, After>(
  { stored, kind }: Kind<Input, Step, Before, After>,
  row: store.JobItemRow,
): StepRow<Step, Before, After> {
  const what = (part: string) => `${part} of step ${row.position} of the job “${kind}” ${row.jobId}`;
  return {
    ...row,
    input: read(stored.step, row.input, what("The input")),
    before: row.before === null ? null : read(stored.before, row.before, what("What was noted before")),
    after: row.after === null ? null : read(stored.after, row.after, what("What was left")),
  };
}

/** Steps of a job in given states, in order. Throws UnreadableJob. */
export async function stepsIn<Input, Step, Before, After>(
  kind: Kind<Input, Step, Before, After>,
  jobId: string,
  states: JobItemState[],
): Promise<StepRow<Step, Before, After>[]> {
  return (await store.itemsIn(db(), jobId, states)).map((row) => readStep(kind, row));
}

/** The result of one step, by its place in the job. Throws if it has none, and UnreadableJob. */
export async function leftByStep<Input, Step, Before, After>(
  { kind, stored }: Kind<Input, Step, Before, After>,
  jobId: string,
  position: number,
): Promise<After> {
  const left = await store.leftByStep(db(), jobId, position);
  if (left === null) throw new Error(`Step ${position} of the job “${kind}” ${jobId} left nothing.`);
  return read(stored.after, left, `What was left by step ${position} of the job “${kind}” ${jobId}`);
}

/** Which stored jobs do the opposite of one with this input. One that cannot be parsed will change nothing. */
export function oppositionOf<Input, Step, Before, After>(
  { opposes, stored }: Kind<Input, Step, Before, After>,
  input: Input,
): Opposes | undefined {
  const opposition = opposes?.(input);
  if (!opposition) return undefined;
  const meets = (other: unknown) => {
    const read = stored.input.safeParse(other);
    return read.success && opposition.meets(read.data);
  };
  return { has: opposition.has, meets };
}
