type Turns = { underWay: number; waiting: Set<() => void> };
/** Who has work under way or waits for it, by whatever tells callers apart. */
export type TurnsOf = Map<string, Turns>;

type Rule = {
  key: string;
  /** So many of a key are under way at once. */
  atOnce: number;
  /** More than these are refused: whoever waited that long has given up. */
  mostWaiting: number;
  refusal: () => Error;
  /** Ends a wait whose caller has gone; what is under way listens to it itself. */
  signal?: AbortSignal | undefined;
};

/**
 * Runs work in its key's turn, in the order that it came: however much one caller asks, he never holds all of what is
 * shared, and nobody else waits for it. @throws what `refusal` makes when too many wait already, or the signal's reason
 */
export async function inTurn<T>(all: TurnsOf, rule: Rule, work: () => Promise<T>): Promise<T> {
  const { key, atOnce, mostWaiting, refusal, signal } = rule;
  signal?.throwIfAborted();
  const own = all.get(key) ?? { underWay: 0, waiting: new Set() };
  all.set(key, own);
  if (own.underWay < atOnce) own.underWay += 1;
  else if (own.waiting.size < mostWaiting) await myTurn(own.waiting, signal);
  else throw refusal();
  try {
    return await work();
  } finally {
    const [next] = own.waiting;
    // Whoever waited takes over the turn; the last one leaves nothing behind.
    if (next) next();
    else own.underWay -= 1;
    if (own.underWay === 0) all.delete(key);
  }
}

function myTurn(waiting: Turns["waiting"], signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      waiting.delete(go);
      signal?.removeEventListener("abort", leave);
    };
    const go = () => {
      end();
      resolve();
    };
    const leave = () => {
      end();
      reject(signal?.reason);
    };
    waiting.add(go);
    signal?.addEventListener("abort", leave);
  });
}
