type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };

type Rule<Item, Result> = {
  /** So many go into one batch at most. */
  most: number;
  /** More than these of a key are refused: whoever waited that long has given up. */
  mostWaiting: number;
  /** More of all keys together are refused: who asks for ever new keys would never meet the bound of one. */
  mostInAll: number;
  refusal: () => Error;
  /** Answers a batch in its order. When it fails, all of the batch fail with it. */
  run: (key: string, items: Item[]) => Promise<Result[]>;
};

/**
 * Carries items of a key out together: one batch at a time, which takes everything that came while the one before it
 * was under way. Whoever comes alone waits for nobody.
 */
export function inBatches<Item, Result>(rule: Rule<Item, Result>) {
  const queues = new Map<string, Waiting<Item, Result>[]>();
  let inAll = 0;

  async function work(key: string, queue: Waiting<Item, Result>[]): Promise<void> {
    // Requests that arrived in one go are read one after the other: they share the first batch.
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.length > 0) await runBatch(key, queue.splice(0, rule.most));
    queues.delete(key);
  }

  async function runBatch(key: string, batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await rule.run(
        key,
        batch.map(({ item }) => item),
      );
      for (const [place, { resolve, reject }] of batch.entries()) {
        const result = results[place];
        if (result === undefined) reject(new Error("A batch left an item without a result."));
        else resolve(result);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      inAll -= batch.length;
    }
  }

  return (key: string, item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      const waiting = { item, resolve, reject };
      const queue = queues.get(key);
      if (inAll >= rule.mostInAll || (queue && queue.length >= rule.mostWaiting)) {
        reject(rule.refusal());
        return;
      }
      inAll += 1;
      if (queue) queue.push(waiting);
      else {
        const started = [waiting];
        queues.set(key, started);
        void work(key, started);
      }
    });
}
