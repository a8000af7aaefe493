import type * as z from "zod";
import type { JobResult, UndoQuestion } from "@/lib/contracts/ours/jobs";
import type { Permission } from "@/lib/contracts/rules/permissions";
import type { SignedInContext } from "@/lib/gateway/call";
import type { JobItemRow, JobRow } from "@/lib/stores/postgres/jobs";
import type { OpposedWork } from "@/lib/stores/postgres/opposed-jobs";
import type { UndoableSteps } from "@/lib/stores/postgres/undoable-steps";

/** A step of a new job: `key` is unique in its job, `label` is shown to people. */
type NewStep<Step> = { key: string; label: string; input: Step };

/** A stored step, its JSON parsed by its kind. `before`: what it recorded before any change; `after`: its result. */
export type StepRow<Step, Before, After> = Omit<JobItemRow, "input" | "before" | "after"> & {
  input: Step;
  before: Before | null;
  after: After | null;
};

/** Records, before a step changes anything, what it is about to do; `words` is shown to people. */
export type Begin<Before> = (before: Before | null, words: string) => Promise<void>;

/**
 * How a step that was begun ended: its worker was killed, perhaps during a request; it failed temporarily; it failed at
 * every attempt; or the job was cancelled meanwhile. The last two are not continued.
 */
export type Ended = "killed" | "failed" | "given up" | "cancelled";

/**
 * `left`: cancelled when only a part of it had happened; that part is recorded, and the rest can be retried.
 * `unknown`: what a person should do where the outcome cannot be known, if not the usual check.
 */
export type Settled<Before> = "done" | "not done" | "unknown" | { unknown: string } | { left: Before; words: string };

/** The job of a step, and its owner. `mayGoOn`: called between the parts of a long step, which halts if it is false. */
type StepJob<Input> = Pick<JobRow, "personId"> & { input: Input; mayGoOn: () => Promise<boolean> };

/** What the file of a job's result is built from. */
type ResultJob<Input> = Pick<JobRow, "id" | "title" | "createdAt"> & { input: Input };

/** A member of what a step records; any name where the kind is not known. */
type MemberOf<Before> = unknown extends Before ? string : Extract<keyof Before, string>;

/** Jobs that do the opposite: the input of each has `has`, and `meets` says whether both can concern the same things. */
type Opposition<Input> = { has: Record<string, string>; meets(other: Input): boolean };

/**
 * How a kind of job carries out its steps. `Input` is shared by all steps, `Step` is one step's own input, `Before` is
 * what it records before it changes anything, `After` its result. The members are methods, whose parameters TypeScript
 * compares both ways, so that a kind of any types fits a table of `AnyKind`. Callers pass only what the kind's own
 * schemas have parsed (`stored-job.ts`).
 */
export type Kind<Input = unknown, Step = unknown, Before = unknown, After = unknown> = {
  /** The name in the rows. */
  kind: string;
  /** Checked again before every step: a role may be taken away while a job runs. */
  permission: Permission;
  /** The schemas of stored JSON. Jobs outlive releases: what older ones lack is optional. */
  stored: {
    input: z.ZodType<Input>;
    step: z.ZodType<Step>;
    before: z.ZodType<Before>;
    after: z.ZodType<After>;
  };
  /** Days after which an ended job is deleted, with its result; never if missing. */
  keptDays?: number;
  /** Carries a step out and returns its result. Throws StepEnded if there is nothing to do or it is not allowed. */
  step(
    context: SignedInContext,
    item: StepRow<Step, Before, After>,
    begin: Begin<Before>,
    job: StepJob<Input>,
  ): Promise<After | null>;
  /** Finds out whether a step happened that was begun and whose end is not known. Changes nothing that others see. */
  settle(
    context: SignedInContext,
    item: StepRow<Step, Before, After>,
    ended: Ended,
    input: Input,
  ): Promise<Settled<Before>>;
  /** Its steps build on each other: one begins when the one before it has ended. */
  inOrder?: true;
  /** A retried step continues from what it recorded, which therefore stays. */
  goesOn?: true;
  /**
   * Jobs that would change back what this one changes, without end, if both ran for the same thing at once: the later
   * is refused.
   */
  opposes?(input: Input): Opposition<Input>;
  /** The step that undoes a done one; if missing, jobs of this kind cannot be undone. */
  reverse?(item: StepRow<Step, Before, After>): NewStep<Step>;
  /** The input of the job that undoes this one; the same if missing. */
  reverseInput?(input: Input, steps: readonly NewStep<Step>[]): Input;
  /**
   * What a person has to confirm before an undo; or why it is not allowed, whatever its steps left. Called for every
   * job of a list: it reads the input, which may be large, only if it needs it.
   */
  undoing?(context: SignedInContext, readInput: () => Input): Undoing;
  /** Which steps left something to undo; the done ones if missing. */
  undoable?: readonly UndoableSteps<MemberOf<Before>>[];
  /** Pages read answers and figures of them again when a job has run. */
  changesFigures?: true;
  /** The file that a person downloads; each step's outcome if missing. */
  result?: JobResult;
  /** What the result is called and contains, if it is more than each step's outcome. */
  resultFile?(job: ResultJob<Input>, context: SignedInContext): Promise<ResultFile>;
  /** Whether the result contains anything; always if missing. */
  hasResult?(job: Pick<JobRow, "id">): Promise<boolean>;
};

/** A kind without its types. */
export type AnyKind = Kind;

/** Every kind of job by its name, as the rows have it: the runner is given this table and knows no kind itself. */
export type Kinds = Readonly<Record<string, AnyKind>>;

export const findKind = (kinds: Kinds, name: string): AnyKind | undefined =>
  Object.hasOwn(kinds, name) ? kinds[name] : undefined;

export type Undoing = { question: UndoQuestion } | { refused: string };

/** A file that a browser saves; `content` may be a stream. */
export type ResultFile = { name: string; type: string; content: string | Uint8Array<ArrayBuffer> | ReadableStream };

/** A job to be started, all its steps known. `id`: chosen by the person's page, the same for a repeat. */
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

/** What a step recorded before it changed anything. Only for done steps, which always have it. */
export function noted<Before>(before: Before | null): Before {
  if (before === null) throw new Error("A step that was done had noted nothing.");
  return before;
}

/** Why a job may not begin or go on while another does the opposite. */
export const opposed = ({ title, who }: OpposedWork) =>
  `“${title}”, started by ${who}, is under way and does the opposite for records that this may match too: each could undo the other without end. Wait until it has ended, or have it paused or cancelled; then try again.`;

/** A step that ends without having changed anything, and why; a cancelled one can be retried. */
export class StepEnded extends Error {
  constructor(
    readonly state: "unchanged" | "refused" | "cancelled",
    message: string,
  ) {
    super(message);
  }
}

/** A step whose outcome is not known, and after which no other may run: the job is paused and says why. */
export class JobStopped extends Error {}

/** A step that halts between two of its parts, because its job may not go on now; it has recorded how far it got. */
export class StepHalted extends Error {}
