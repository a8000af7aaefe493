import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import * as demand from "@/lib/contracts/interfaces/demand";
import { everyPage } from "@/lib/http/every-page";
import { AppError, UNEXPECTED } from "@/lib/http/problem";
import { logger } from "@/lib/logger";
import { db } from "@/lib/stores/postgres/client";
import { rank } from "@/lib/stores/postgres/rate-limits";
import { copyHashes, writeCopyRows } from "@/lib/stores/postgres/survey-copies";
import { type CopyRow, copyHash, copyRow } from "@/lib/stores/postgres/survey-copy-row";
import {
  failRefresh,
  findCopyToken,
  keepLease,
  publishCopy,
  type Refresh,
  returnRefresh,
  SIGN_IN_ENDED,
} from "@/lib/stores/postgres/survey-copy-runs";
import { call, type SignedInContext } from "./call";
import { findConnection } from "./connections";
import { ReplyLost, ServiceDown } from "./errors";
import { unlessAborted } from "./join";

const RENEW_EVERY_MS = 5000;
const PAGE_PATIENCE_MS = 60_000;
/** Part of a credential's rate that a refresh uses; the rest is left to people, who would wait behind it. */
const SHARE = 0.75;

/**
 * Reads all surveys of a credential into its copy. The first copy is written as it is read, because nobody sees it
 * before it is complete; a later one is compared while it is read, and only what differs is written, in one step.
 * When it fails the copy stays as it was. `signal` gives the refresh back for the next worker.
 */
export async function refreshSurveyCopy(refresh: Refresh, signal: AbortSignal): Promise<void> {
  const progress = { read: 0, total: null as number | null };
  const lost = new AbortController();
  const renewal = setInterval(() => {
    keepLease(db(), refresh, progress).then(
      (kept) => kept || lost.abort(),
      (error: unknown) => logger.warn({ err: error }, "a lease could not be renewed"),
    );
  }, RENEW_EVERY_MS);
  try {
    await readCopy(refresh, progress, AbortSignal.any([signal, lost.signal]));
  } catch (error) {
    if (error instanceof LeaseLost || lost.signal.aborted) return;
    if (signal.aborted) return await returnRefresh(db(), refresh);
    logger.warn({ err: error, connection: refresh.connection }, "a copy could not be refreshed");
    await failRefresh(db(), refresh, problemOf(error));
  } finally {
    clearInterval(renewal);
  }
}

/** Another process took the refresh over: what happens to it is that one's business. */
class LeaseLost extends Error {}

function problemOf(error: unknown): string {
  if (!(error instanceof AppError)) return UNEXPECTED;
  if (error.code === "unauthenticated") return SIGN_IN_ENDED;
  // What to do about it is for whoever shows it to say.
  return error instanceof ReplyLost || error instanceof ServiceDown ? error.reason : error.message;
}

type Progress = { read: number; total: number | null };

async function readCopy(refresh: Refresh, progress: Progress, signal: AbortSignal): Promise<void> {
  const gone = await copyHashes(db(), refresh);
  const changed: CopyRow[] = [];
  let position = 0;
  for await (const { items, read, total } of everyPage(await pageReader(refresh, signal))) {
    Object.assign(progress, { read, total });
    const rows: CopyRow[] = [];
    for (const survey of items) {
      position += 1;
      const hash = copyHash(survey, position);
      if (gone.get(survey.id) !== hash) rows.push(copyRow(survey, position, hash));
      gone.delete(survey.id);
    }
    if (refresh.hasCopy) changed.push(...rows);
    else await writeCopyRows(db(), refresh, rows);
    if (!(await keepLease(db(), refresh, progress))) throw new LeaseLost();
    signal.throwIfAborted();
  }
  const result = { changed, gone: [...gone.keys()], read: progress.read };
  if (!(await publishCopy(db(), refresh, result))) throw new LeaseLost();
}

/** Reads one page after the other, no faster than the refresh's share of the rate. */
async function pageReader(refresh: Refresh, signal: AbortSignal) {
  const connection = findConnection(refresh.connection);
  if (!connection) throw new AppError("unavailable", "Its connection is no longer configured.");
  const token = await findCopyToken(db(), refresh);
  if (!token) throw new AppError("unauthenticated", SIGN_IN_ENDED);
  const context = contextOf(refresh, token);
  const pauseMs = 1000 / (connection.demand.requestsPerSecond * SHARE);
  let next = 0;
  return async (query: { page: number; page_size: number }) => {
    await sleep(Math.max(0, next - Date.now()), undefined, { signal });
    next = Date.now() + pauseMs;
    const deadline = Date.now() + Math.max(connection.timeoutMs, PAGE_PATIENCE_MS);
    const ask = { query, rank: rank.job, alone: true, deadline, signal };
    return (await unlessAborted(call(context, demand.listSurveys, ask), signal)).data;
  };
}

function contextOf({ connection, credential }: Refresh, token: string): SignedInContext {
  return {
    viewer: { connection, email: credential, name: credential, role: "analyst", accounts: [], token },
    requestId: crypto.randomUUID(),
    origin: "job",
  };
}
