import type * as z from "zod";
import type { JobResult } from "@/lib/contracts/ours/jobs";
import type { Permission } from "@/lib/contracts/rules/permissions";
import type { SignedInContext } from "@/lib/gateway/call";
import type { JobItemRow, JobRow } from "@/lib/stores/postgres/jobs";
import type { OpposedWork } from "@/lib/stores/postgres/opposed-jobs";

/** A step as a new job has it: `key` is unique in its job, `label` is what a person reads. */
type NewStep<Step> = { key: string; label: string; input: Step };

/** A stored step, its JSON read by its kind. `before`: what it noted before it changed anything; `after`: what it left. */
export type StepRow<Step, Before, After> = Omit<JobItemRow, "input" | "before" | "after"> & {
  input: Step;
  before: Before | null;
  after: After | null;
};

/** Writes down, before a step changes anything, what it is about to do; `words` is what a person reads. */
export type Begin<Before> = (before: Before | null, words: string) => Promise<void>;

/**
 * How a step that was begun ended: its worker was killed, perhaps with a request under way; it failed in passing; it did
 * so as often as it is tried; or the job was cancelled meanwhile. Nobody will carry on the last two.
 */
export type Ended = "killed" | "failed" | "given up" | "cancelled";

/**
 * `left`: cancelled when only a part of it had happened; that part is written down, and the rest can be tried again.
 * `unknown`: what to do where nobody can know, if looking is not it.
 */
export type Settled<Before> = "done" | "not done" | "unknown" | { unknown: string } | { left: Before; words: string };

/** The job that a step belongs to, and whose it is. `mayGoOn`: asked between the parts of a long step, which halts when it says no. */
type StepJob<Input> = Pick<JobRow, "personId"> & { input: Input; mayGoOn: () => Promise<boolean> };

/** A job as the file of its result is made from it. */
type ResultJob<Input> = Pick<JobRow, "id" | "title" | "createdAt"> & { input: Input };

/** Jobs that do the opposite: the input of each has `has`, and `meets` says whether both can concern the same things. */
type Opposition<Input> = { has: Record<string, string>; meets(other: Input): boolean };

/**
 * How a kind of job carries out its steps. `Input` is what all steps share, `Step` what one of them is given, `Before`
 * what it notes before it changes anything, `After` what it leaves. The members are methods, whose parameters TypeScript
 * compares both ways: so a kind of any types stands in a table of `AnyKind`. Whoever calls one hands it only what its
 * own schemas have read (`stored-job.ts`).
 */
export type Kind<Input = unknown, Step = unknown, Before = unknown, After = unknown> = {
  /** The name in the rows. */
  kind: string;
  /** Asked again before every step: a role may be taken away while a job runs. */
  permission: Permission;
  /** How the JSON of stored jobs is read. Jobs outlive releases: what older ones lack is optional. */
  stored: {
    input: z.ZodType<Input>;
    step: z.ZodType<Step>;
    before: z.ZodType<Before>;
    after: z.ZodType<After>;
  };
  /** Days after which a job that ended is deleted, with its result; kept where it is missing. */
  keptDays?: number;
  /** Carries a step out; gives what it left. Throws StepEnded when there is nothing to do or it may not be done. */
  step(
    context: SignedInContext,
    item: StepRow<Step, Before, After>,
    begin: Begin<Before>,
    job: StepJob<Input>,
  ): Promise<After | null>;
  /** A step that was begun and whose end is not known: has it happened? Changes nothing that others see. */
  settle(
    context: SignedInContext,
    item: StepRow<Step, Before, After>,
    ended: Ended,
    input: Input,
  ): Promise<Settled<Before>>;
  /** A step that is taken up again goes on from what it wrote down, which therefore stays. */
  goesOn?: true;
  /**
   * Jobs that would change back what this one changes, and so on without end, where both go on for the same thing at
   * once: the later is refused.
   */
  opposes?(input: Input): Opposition<Input>;
  /** The step that undoes one that was done; missing: jobs of this kind cannot be undone. */
  reverse?(item: StepRow<Step, Before, After>): NewStep<Step>;
  /** The input of the job that undoes this one; the same where it is missing. */
  reverseInput?(input: Input, steps: readonly NewStep<Step>[]): Input;
  /** What undoing does, where a person is asked before; or why it may not be done, whatever its steps left. */
  undoing?(context: SignedInContext, input: Input): Undoing;
  /** Which steps left something to undo; those that were done where it is missing. */
  leftSomething?(item: StepRow<Step, Before, After>): boolean;
  /** What a person takes away; each step's outcome where it is missing. */
  result?: JobResult;
  /** What the result is called and made of, where it is more than each step's outcome. */
  resultFile?(job: ResultJob<Input>, context: SignedInContext): Promise<ResultFile>;
  /** Whether there is anything in the result; there always is where it is missing. */
  hasResult?(job: Pick<JobRow, "id">): Promise<boolean>;
};

/** A kind whose types nobody needs to know. */
export type AnyKind = Kind;

/** Every kind of job by its name, as the rows have it: the runner is given this table and knows no kind itself. */
export type Kinds = Readonly<Record<string, AnyKind>>;

export const findKind = (kinds: Kinds, name: string): AnyKind | undefined =>
  Object.hasOwn(kinds, name) ? kinds[name] : undefined;

export type Undoing = { says: string } | { refused: string };

/** A file that a browser saves; `content` may be written while it is read. */
export type ResultFile = { name: string; type: string; content: string | Uint8Array<ArrayBuffer> | ReadableStream };

/** What a person starts: its steps are known from the beginning. `id`: the starter's own, the same for a repeat. */
export type NewJob<Input = unknown, Step = unknown> = {
  id?: string | undefined;
  title: string;
  input: Input;
  items: NewStep<Step>[];
};

/** A job to start with the kind that carries it out: `newJob` proves that both are of the same types. */
export type JobToStart = NewJob & { kind: AnyKind };

export const newJob = <Input, Step, Before, After>(
  kind: Kind<Input, Step, Before, After>,
  job: NewJob<Input, Step>,
): JobToStart => ({ ...job, kind });

/** What a step wrote down before it changed anything. Only asked of one that was done, which always has. */
export function noted<Before>(before: Before | null): Before {
  if (before === null) throw new Error("A step that was done had noted nothing.");
  return before;
}

/** Why work may not begin or go on while other work does the opposite. */
export const opposed = ({ title, who }: OpposedWork) =>
  `“${title}”, started by ${who}, is under way and does the opposite for records that this may match too: each could undo the other without end. Wait until it has ended, or have it paused or cancelled; then try again.`;

/** A step that ends without having changed anything, and says why; one that was cancelled can be tried again. */
export class StepEnded extends Error {
  constructor(
    readonly state: "unchanged" | "refused" | "cancelled",
    message: string,
  ) {
    super(message);
  }
}

/** A step whose outcome is not known, and after which no other may be tried: the job is paused and says why. */
export class JobStopped extends Error {}

/** A step that ends between two of its parts, because its work may not go on now; what it wrote down says how far. */
export class StepHalted extends Error {}
