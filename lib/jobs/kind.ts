import type { JobResult } from "@/lib/contracts/jobs";
import type { Permission } from "@/lib/contracts/permissions";
import type { SignedInContext } from "@/lib/gateway/call";
import type { JobItemRow, JobRow, NewItem } from "@/lib/stores/postgres/jobs";
import type { OpposedWork, Opposes } from "@/lib/stores/postgres/opposed-jobs";

/** Writes down, before a step changes anything, what it is about to do; `words` is what a person reads. */
type Begin = (before: unknown, words: string) => Promise<void>;

/**
 * How a step that was begun ended: its worker was killed, perhaps with a request under way; it failed in passing; it did
 * so as often as it is tried; or the work was cancelled meanwhile. Nobody will carry on the last two.
 */
type Ended = "killed" | "failed" | "given up" | "cancelled";

/**
 * `left`: cancelled when only a part of it had happened; that part is written down, and the rest can be tried again.
 * `unknown`: what to do where nobody can know, if looking is not it.
 */
type Settled = "done" | "not done" | "unknown" | { unknown: string } | { left: unknown; words: string };

/** The work that a step belongs to, and whose it is. `mayGoOn`: asked between the parts of a long step, which halts when it says no. */
type Work = Pick<JobRow, "input" | "personId"> & { mayGoOn: () => Promise<boolean> };

/** How a kind of job carries out its steps. */
export type Kind = {
  kind: string;
  /** Asked again before every step: a role may be taken away while a job runs. */
  permission: Permission;
  /** Carries a step out; gives what it left. Throws StepEnded when there is nothing to do or it may not be done. */
  step: (context: SignedInContext, item: JobItemRow, begin: Begin, job: Work) => Promise<unknown>;
  /** A step that was begun and whose end is not known: has it happened? Changes nothing that others see. */
  settle: (context: SignedInContext, item: JobItemRow, ended: Ended, input?: unknown) => Promise<Settled>;
  /** A step that is taken up again goes on from what it wrote down, which therefore stays. */
  goesOn?: true;
  /**
   * Work that would change back what this one changes, and so on without end, where both go on for the same thing at
   * once: the later is refused.
   */
  opposes?: (input: unknown) => Opposes;
  /** The step that undoes one that was done; null: there is nothing to undo. */
  reverse: ((item: JobItemRow) => NewItem) | null;
  /** What the work that undoes it is given, where its steps need more than what they say themselves. */
  reverseInput?: (input: unknown, steps: readonly NewItem[]) => unknown;
  /** What undoing does, where a person is asked before; or why it may not be done, whatever its steps left. */
  undoing?: (context: SignedInContext, input: unknown) => Undoing;
  /** Which steps left something to undo; those that were done where it is missing. */
  leftSomething?: (item: JobItemRow) => boolean;
  /** What a person takes away; each step's outcome where it is missing. */
  result?: JobResult;
  /** What the result is called and made of, where it is more than each step's outcome. */
  resultFile?: (
    job: Pick<JobRow, "id" | "title" | "input" | "createdAt">,
    context: SignedInContext,
  ) => Promise<ResultFile>;
  /** Whether there is anything in the result; there always is where it is missing. */
  hasResult?: (job: Pick<JobRow, "id">) => Promise<boolean>;
};

export type Undoing = { says: string } | { refused: string };

/** A file that a browser saves; `content` may be written while it is read. */
export type ResultFile = { name: string; type: string; content: string | Uint8Array<ArrayBuffer> | ReadableStream };

/** What a person starts: its steps are known from the beginning. `id`: the starter's own, the same for a repeat. */
export type NewWork = { id?: string | undefined; kind: string; title: string; input: unknown; items: NewItem[] };

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
