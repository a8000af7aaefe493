import type { RespondentRow, Review } from "@/lib/contracts/ours/respondents";
import type { ReviewDecision } from "@/lib/contracts/terms/respondents";

/** How a respondent stands as far as a reviewer decides it. */
export type Standing = { decision: ReviewDecision | null; note: string; is_excluded: boolean };

/** One thing that a reviewer did. `undoes`: it brings back what an earlier one changed. */
export type Move = { id: number; respondentId: string; before: Standing; after: Standing; undoes: boolean };

/**
 * Decisions of a review on their way to the server, in the order in which they were made. The first is being sent, unless
 * `problem` says why it could not be saved: then nothing goes until it is tried again or discarded.
 */
export type Outbox = {
  waiting: readonly Move[];
  problem: string | null;
  saved: number;
  /** What can be undone, the last at the end. */
  past: readonly Move[];
  nextId: number;
};

export const emptyOutbox: Outbox = { waiting: [], problem: null, saved: 0, past: [], nextId: 1 };

export const standingOf = (row: Pick<RespondentRow, "review" | "is_excluded">): Standing => ({
  decision: row.review?.decision ?? null,
  note: row.review?.note ?? "",
  is_excluded: row.is_excluded,
});

/** How a respondent stands after a decision: a flag, and taking a decision back, leave the exclusion as it is. */
export function decided(before: Standing, decision: ReviewDecision | null, note: string): Standing {
  const isExcluded = decision === "exclude" ? true : decision === "keep" ? false : before.is_excluded;
  return { decision, note, is_excluded: isExcluded };
}

export function put(outbox: Outbox, move: Pick<Move, "respondentId" | "before" | "after">): Outbox {
  const added: Move = { ...move, id: outbox.nextId, undoes: false };
  return {
    ...outbox,
    waiting: [...outbox.waiting, added],
    past: [...outbox.past, added],
    nextId: outbox.nextId + 1,
  };
}

/**
 * Undoes the last move. One that has not begun to be sent is not sent at all; every other is followed by its reverse,
 * because the server may have it already.
 */
export function undo(outbox: Outbox): { outbox: Outbox; undone: Move | null } {
  const undone = outbox.past.at(-1) ?? null;
  if (!undone) return { outbox, undone };
  const past = outbox.past.slice(0, -1);
  const place = outbox.waiting.findIndex(({ id }) => id === undone.id);
  if (place > 0) {
    return { outbox: { ...outbox, past, waiting: outbox.waiting.filter(({ id }) => id !== undone.id) }, undone };
  }
  const reverse: Move = {
    ...{ id: outbox.nextId, respondentId: undone.respondentId, before: undone.after, after: undone.before },
    undoes: true,
  };
  return {
    outbox: { ...outbox, past, waiting: [...outbox.waiting, reverse], nextId: outbox.nextId + 1 },
    undone,
  };
}

export const saved = (outbox: Outbox): Outbox => ({
  ...outbox,
  waiting: outbox.waiting.slice(1),
  saved: outbox.saved + 1,
});

export const stopped = (outbox: Outbox, problem: string): Outbox => ({ ...outbox, problem });
export const triedAgain = (outbox: Outbox): Outbox => ({ ...outbox, problem: null });

/** Drops the decision that could not be saved, and what was decided of the same respondent after it. */
export function discarded(outbox: Outbox): Outbox {
  const [first] = outbox.waiting;
  const isOf = (move: Move) => move.respondentId === first?.respondentId;
  const dropped = new Set(outbox.waiting.filter(isOf).map(({ id }) => id));
  return {
    ...outbox,
    waiting: outbox.waiting.filter((move) => !isOf(move)),
    past: outbox.past.filter(({ id }) => !dropped.has(id)),
    problem: null,
  };
}

/** A respondent as the moves leave them; `reviewer`: in whose name the newest stands until the server names them. */
export function rowAfter(
  row: RespondentRow,
  standing: Standing | undefined,
  reviewer: string,
  at: string,
): RespondentRow {
  if (!standing) return row;
  const { decision, note, is_excluded } = standing;
  const review: Review | null = decision && { decision, note, by: reviewer, at };
  return { ...row, is_excluded, review };
}
