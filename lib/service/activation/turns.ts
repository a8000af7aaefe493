import "server-only";
import { tooManyRequests } from "@/lib/http/problem";
import { inTurn as inTurnOf, type TurnsOf } from "@/lib/in-turn";
import { processWide } from "@/lib/process-wide";

/**
 * So many of an account are under way at once in a process: what they would take from others is its connections to the
 * database, of which no other instance has any use. Changes wait for one another in the database anyway.
 */
const AT_ONCE = { change: 1, preCheck: 3, question: 2 } as const;
const MOST_WAITING = 200;

const turns = () => processWide("activation.turns", (): TurnsOf => new Map());

/** Runs what costs a database connection in its account's turn. @throws AppError busy when too many wait already */
export const inTurn = <T>(account: number, what: keyof typeof AT_ONCE, work: () => Promise<T>): Promise<T> =>
  inTurnOf(
    turns(),
    {
      key: `${account} ${what}`,
      atOnce: AT_ONCE[what],
      mostWaiting: MOST_WAITING,
      refusal: () => tooManyRequests(1000),
    },
    work,
  );
