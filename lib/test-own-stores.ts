import { AsyncLocalStorage } from "node:async_hooks";
import { relative } from "node:path";
import { aroundAll, expect } from "vitest";

/** Kept for the whole process, as files that share it may each load this module anew. */
type Watch = {
  /** The file of tests that whatever runs was begun by, also where it goes on after the file's end. */
  readonly begunBy: AsyncLocalStorage<string>;
  /** What other files left running and asked for a store of the file that runs now. */
  strangers: Error[];
};
const WATCH = Symbol.for("fieldwork-tests.watch");
const holder = globalThis as unknown as Record<symbol, Watch | undefined>;
holder[WATCH] ??= { begunBy: new AsyncLocalStorage(), strangers: [] };
export const watch: Watch = holder[WATCH];

const STORES = ["postgres", "clickhouse"];

/**
 * For files that share a process: each begins without what `processWide` keeps, and its stores are its own. What a file
 * before it left running (a worker, a lease, a read given up) would else go on in this one's database, or open its own
 * again as the one that everybody uses: it is refused, and this file fails with the other's name.
 */
export function withOwnStores(): void {
  for (const key of Object.getOwnPropertySymbols(globalThis)) {
    if (key.description?.startsWith("fieldwork.")) Reflect.deleteProperty(globalThis, key);
  }
  const file = relative(process.cwd(), expect.getState().testPath ?? "");
  for (const name of STORES) {
    let store: unknown;
    const own = () => {
      const other = watch.begunBy.getStore();
      if (other === file) return;
      const stranger = new Error(`${other ?? "Something"} was left running and asked for the ${name} of ${file}.`);
      watch.strangers.push(stranger);
      throw stranger;
    };
    Object.defineProperty(globalThis, Symbol.for(`fieldwork.${name}`), {
      configurable: true,
      get() {
        own();
        return store;
      },
      set(value) {
        own();
        store = value;
      },
    });
  }
  aroundAll(async (runSuite) => {
    watch.strangers = [];
    await watch.begunBy.run(file, runSuite);
    const [stranger] = watch.strangers;
    if (stranger) throw stranger;
  });
}
