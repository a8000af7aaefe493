import type { Permission } from "@/lib/contracts/permissions";
import type { SignedInContext } from "@/lib/gateway/call";
import type { JobItemRow, NewItem } from "@/lib/stores/postgres/jobs";

/** Writes down, before a step changes anything, what it is about to do; `words` is what a person reads. */
type Begin = (before: unknown, words: string) => Promise<void>;

/** How a kind of job carries out its steps. */
export type Kind = {
  kind: string;
  /** Asked again before every step: a role may be taken away while a job runs. */
  permission: Permission;
  /** Carries a step out; gives what it left. Throws StepEnded when there is nothing to do or it may not be done. */
  step: (context: SignedInContext, item: JobItemRow, begin: Begin) => Promise<unknown>;
  /** A step that was under way when its worker was killed: has it happened? Decides without changing anything. */
  settle: (context: SignedInContext, item: JobItemRow) => Promise<"done" | "not done" | "unknown">;
  /** The step that undoes one that was done. */
  reverse: (item: JobItemRow) => NewItem;
};

/** A step that ends without having changed anything, and says why. */
export class StepEnded extends Error {
  constructor(
    readonly state: "unchanged" | "refused",
    message: string,
  ) {
    super(message);
  }
}
