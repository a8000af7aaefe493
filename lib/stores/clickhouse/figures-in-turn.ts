import "server-only";
import { AppError } from "@/lib/http/problem";
import { inTurn, type TurnsOf } from "@/lib/in-turn";
import { processWide } from "@/lib/process-wide";

/** A page asks for several figures at once; the store serves somebody else beside so many. */
const AT_ONCE = 3;
const MOST_WAITING = 100;

const tooManyFigures = () =>
  new AppError("busy", "You ask for very many figures at once. Wait until some of them are there, then ask again.", {
    headers: { "retry-after": "5" },
  });

/**
 * Runs what asks the answer store for figures in the turn of whoever asks, a person or a key: connections and places
 * in the store are given to who comes first, and one of hundreds of questions would keep everybody else waiting.
 * Each process keeps its own turns: what they share out are its own connections, and a store that several instances use
 * has limits of its own. Never within another turn of the same: it would wait for itself.
 * @throws AppError busy when too many wait already
 */
export const figuresInTurn = <T>(who: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> =>
  inTurn(
    processWide("clickhouse.turns", (): TurnsOf => new Map()),
    { key: who, atOnce: AT_ONCE, mostWaiting: MOST_WAITING, refusal: tooManyFigures, signal },
    work,
  );
