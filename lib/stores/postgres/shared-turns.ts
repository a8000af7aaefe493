import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { logger } from "@/lib/logger";
import { answeredWithin } from "./answered-within";
import type { Connection } from "./client";
import { executePrepared } from "./prepared";

/** Where a turn that has come is told to other processes: ids with spaces between them. */
export const TURNS_CHANNEL = "figure_turns";

type Options = {
  connection: () => Connection;
  /** So many are under way at once, of one and of all together, on every process of this database. */
  most: () => { ofOne: number; ofAll: number };
  /** Begins to listen to the channel; null: there is no address to listen at. */
  hear: ((heard: (ids: string) => void) => Promise<() => Promise<void>>) | null;
  /** A turn of a process that was killed comes free after so long. */
  leaseMs?: number;
};

export type SharedTurns = {
  /** Runs work in the turn of who asks, or ends with the signal's reason while it waits. */
  run<T>(who: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /** Leaves what is under way to its lease, as a process does that is killed. */
  stop(): Promise<void>;
};

type Turn = { id: string; who: string; isUnderWay: boolean; begin: () => void };

const LEASE_MS = 15_000;
/** A database that does not answer for so long decides nothing. */
const PATIENCE_MS = 1000;
/** Whoever waits looks now and then: a turn that ended by its lease is told to nobody. */
const LOOK_MS = 1000;
const LOOK_UNHEARD_MS = 250;

/**
 * Turns that all processes on a database share (`share_figure_turns`). Each process tells the whole of what it has in
 * one statement: when it asks, when a turn ends, and while it has any. So a statement that is lost is made good by the
 * next one. Where the database fails or is silent, whoever waits goes on at once: what bounds the process itself is all
 * that bounds it then.
 */
export function sharedTurns({ connection, most, hear, leaseMs = LEASE_MS }: Options): SharedTurns {
  const holder = randomUUID();
  const turns = new Map<string, Turn>();
  let [isSharing, isStale, isFailing, isStopped] = [false, false, false, false];
  let timer: NodeJS.Timeout | undefined;
  let listening: Promise<() => Promise<void>> | undefined;
  let isHearing = false;

  /** One statement at a time: what came meanwhile goes with the next one. */
  function share(): void {
    isStale = true;
    if (isSharing || isStopped) return;
    isSharing = true;
    clearTimeout(timer);
    void Promise.resolve()
      .then(shareAll)
      .finally(() => {
        isSharing = false;
        if (isStale) share();
        else lookAgain();
      });
  }

  async function shareAll(): Promise<void> {
    isStale = false;
    const own = [...turns.values()];
    try {
      const asked = tell(connection(), { holder, own, ...most(), leaseMs });
      const underWay = new Set(await answeredWithin(PATIENCE_MS, asked));
      for (const turn of own) if (underWay.has(turn.id)) begin(turn);
      isFailing = false;
    } catch (error) {
      if (!isFailing) logger.warn({ err: error }, "turns cannot be shared with other instances");
      isFailing = true;
      for (const turn of own) begin(turn);
    }
  }

  function begin(turn: Turn | undefined): void {
    if (!turn || turn.isUnderWay || !turns.has(turn.id)) return;
    turn.isUnderWay = true;
    turn.begin();
  }

  function lookAgain(): void {
    if (isStopped || turns.size === 0) return;
    const doesWait = [...turns.values()].some(({ isUnderWay }) => !isUnderWay);
    if (doesWait) listenOnce();
    timer = setTimeout(share, doesWait ? (isHearing ? LOOK_MS : LOOK_UNHEARD_MS) : leaseMs / 3).unref();
  }

  function listenOnce(): void {
    if (!hear || listening) return;
    listening = hear((ids) => {
      for (const id of ids.split(" ")) begin(turns.get(id));
    });
    listening.then(
      () => {
        isHearing = true;
      },
      (error: unknown) => logger.warn({ err: error }, "turns cannot be heard of and are looked for instead"),
    );
  }

  function take(who: string, signal: AbortSignal): Promise<Turn> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const leave = () => {
        end(turn);
        reject(signal.reason);
      };
      const come = () => {
        signal.removeEventListener("abort", leave);
        resolve(turn);
      };
      const turn: Turn = { id: randomUUID(), who, isUnderWay: false, begin: come };
      signal.addEventListener("abort", leave, { once: true });
      turns.set(turn.id, turn);
      share();
    });
  }

  function end(turn: Turn): void {
    turns.delete(turn.id);
    share();
  }

  return {
    async run(who, signal, work) {
      const turn = await take(who, signal);
      try {
        return await work();
      } finally {
        end(turn);
      }
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await listening?.then(
        (stop) => stop(),
        () => {},
      );
    },
  };
}

type Told = { holder: string; own: readonly Turn[]; ofOne: number; ofAll: number; leaseMs: number };

/** The turns of a process that are under way. Nobody waits for the disk: the table does not outlive a crash anyway. */
async function tell(connection: Connection, { holder, own, ofOne, ofAll, leaseMs }: Told): Promise<string[]> {
  const begun = own.filter(({ isUnderWay }) => isUnderWay);
  const [row] = await executePrepared<{ ids: string[] }>(
    connection,
    sql`select share_figure_turns(${holder}::uuid, ${sql.param(own.map(({ id }) => id))}::uuid[],
      ${sql.param(own.map(({ who }) => who))}::text[], ${sql.param(begun.map(({ id }) => id))}::uuid[],
      ${ofOne}::int, ${ofAll}::int, ${leaseMs}::float8 * interval '1 millisecond') as ids
      from set_config('synchronous_commit', 'off', true)`,
  );
  if (!row) throw new Error("share_figure_turns answered no row.");
  return row.ids;
}
