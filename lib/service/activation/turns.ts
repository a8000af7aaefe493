import "server-only";
import { tooManyRequests } from "@/lib/http/problem";
import { processWide } from "@/lib/process-wide";

/** So many of an account are under way at once; changes wait for one another in the database anyway. */
const AT_ONCE = { change: 1, preCheck: 3, question: 2 } as const;
/** More than these are told to come again: whoever waited that long has given up. */
const MOST_WAITING = 200;

type Turns = { underWay: number; waiting: (() => void)[] };
const turns = () => processWide("activation.turns", () => new Map<string, Turns>());

/**
 * Runs what costs a database connection in its account's turn: however much one account asks, it never holds all
 * connections, and nobody else waits for it. @throws AppError busy when too many wait already
 */
export async function inTurn<T>(account: number, what: keyof typeof AT_ONCE, work: () => Promise<T>): Promise<T> {
  const key = `${account} ${what}`;
  const own = turns().get(key) ?? { underWay: 0, waiting: [] };
  turns().set(key, own);
  if (own.underWay >= AT_ONCE[what]) {
    if (own.waiting.length >= MOST_WAITING) throw tooManyRequests(1000);
    await new Promise<void>((resolve) => own.waiting.push(resolve));
  } else own.underWay += 1;
  try {
    return await work();
  } finally {
    const next = own.waiting.shift();
    // Whoever waited takes over the turn; the last one leaves nothing behind.
    if (next) next();
    else own.underWay -= 1;
    if (own.underWay === 0) turns().delete(key);
  }
}
