import "server-only";
import {
  type DehydratedState,
  defaultShouldDehydrateQuery,
  dehydrate,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { cache } from "react";
import type * as z from "zod";
import { currentViewer } from "@/lib/auth/viewer";
import { connectionOf, type SignedInContext } from "@/lib/gateway/call";
import { type Held, type Keeping, keptWhole } from "@/lib/gateway/last-reads";
import { FIRST_PAINT_MS } from "@/lib/gateway/own-account";
import { type Packed, pack } from "@/lib/http/packed";
import { asStreamed } from "@/lib/http/streamed";
import { logger } from "@/lib/logger";

export type Prefetched<T = unknown> = {
  queryKey: QueryKey;
  read: () => Promise<T>;
  /** Where the value was kept when it was last read from a remote service; null: it is never kept. */
  kept?: Keeping<T> | null;
  /** The answer store says it, which may have much to do: the page does not wait for it any longer than for a remote service. */
  isFigure?: boolean;
};

type Remembered<T> = Pick<Prefetched<T>, "queryKey" | "read"> & {
  /** Reads the value back from where it was stored. */
  stored: z.ZodType<T>;
};

/** A read whose value is shown to the same credential while the service is slow or away. */
export const remembered = <T>(context: SignedInContext, { stored, ...query }: Remembered<T>) => ({
  ...query,
  kept: keptWhole(context, query.queryKey, stored),
});

/**
 * Reads for a page's first paint, under the keys that the browser's queries have. One that fails is left to the
 * browser, which asks again and shows the error where the data would stand: a page never falls for one part of it.
 *
 * Nothing waits for a remote service, nor for figures: what has not been said by then is taken from its last read, which
 * the browser then reads anew, and otherwise streams in behind the page.
 */
export async function prefetch(...queries: Prefetched[]): Promise<Packed<DehydratedState>> {
  const client = new QueryClient({ defaultOptions: { dehydrate: { shouldDehydrateQuery: isWorthSending } } });
  const reads = queries.map((query) => ({ queryKey: query.queryKey, ...begin(query) }));
  if (!queries.some(({ isFigure }) => isFigure) && !(await callsRemotely())) {
    await Promise.all(reads.map(({ queryKey, reading }) => client.prefetchQuery({ queryKey, queryFn: () => reading })));
    return pack(dehydrate(client));
  }
  // What has settled before all others are in would be taken for the value itself.
  let sendOn = () => {};
  const allAreIn = new Promise<void>((resolve) => {
    sendOn = resolve;
  });
  await Promise.all(
    reads.map(async ({ queryKey, reading, held }) => {
      const first = await firstOf(reading, held);
      if (first) client.setQueryData(queryKey, first.value, { updatedAt: first.readAt.getTime() });
      // One that has failed by now streams its failure, which is shown at once.
      else void client.prefetchQuery({ queryKey, queryFn: () => allAreIn.then(() => asStreamed(reading)) });
    }),
  );
  const state = pack(dehydrate(client));
  sendOn();
  return state;
}

const isWorthSending: typeof defaultShouldDehydrateQuery = (query) =>
  defaultShouldDehydrateQuery(query) || query.state.status === "pending";

/** For what a page decides by: the same, and null where neither is there in time. */
export async function readSoon<T>(query: Prefetched<T>): Promise<T | null> {
  const { reading, held } = begin(query);
  if (!(await callsRemotely())) return reading.catch(() => null);
  return (await firstOf(reading, held))?.value ?? null;
}

async function callsRemotely(): Promise<boolean> {
  const viewer = await currentViewer();
  return viewer !== null && connectionOf(viewer).demand.url !== null;
}

type Begun<T> = { reading: Promise<T>; held: Promise<Held<T> | null> };
/** A page that decides by a read also sends it: both are one. */
const begun = new WeakMap<object, Begun<unknown>>();

function begin<T>(query: Prefetched<T>): Begun<T> {
  // Safe: what is kept for a query was begun by it.
  const present = begun.get(query) as Begun<T> | undefined;
  if (present) return present;
  const one = beginRead(query);
  begun.set(query, one);
  return one;
}

/** Begins a read and the look for the former one beside it; what is read is kept, also after the page has been sent. */
function beginRead<T>({ queryKey, read, kept }: Prefetched<T>): Begun<T> {
  const readAt = new Date();
  const reading = read();
  reading
    .then((value) => kept?.keep(value, readAt))
    .catch((error: unknown) => logger.debug({ err: error, queryKey }, "a page's read failed"));
  const held = (kept?.find() ?? Promise.resolve(null)).catch(() => null);
  return { reading, held };
}

/** What a page that has used its time up still gives a read that only now could begin. */
const LEAST_MS = 20;

/** When the page being rendered began to read: all that it reads shares one wait. */
const pageBegan = cache(() => Date.now());

const patienceMs = () => Math.max(LEAST_MS, FIRST_PAINT_MS - (Date.now() - pageBegan()));

/** What is read in time, else what is held; null when it is neither: it is still being read, or has failed. */
async function firstOf<T>(reading: Promise<T>, held: Promise<Held<T> | null>): Promise<Held<T> | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, patienceMs(), null);
  });
  const inTime = reading.then((value) => ({ value, readAt: new Date() })).catch(() => null);
  try {
    return (await Promise.race([inTime, late])) ?? (await held);
  } finally {
    clearTimeout(timer);
  }
}
