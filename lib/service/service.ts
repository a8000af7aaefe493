import "server-only";
import type { Context, Origin, Viewer } from "@/lib/contracts/context";
import type { KeyKind } from "@/lib/contracts/interface-list";
import type { Operation } from "@/lib/contracts/operation";
import type { FieldProblems } from "@/lib/http/problem";
import type { Input } from "@/lib/http/read-request";

/** A user of the built-in services, proven by a token or key. */
export interface Caller extends Viewer {
  userId: string;
  accounts: { id: string; name: string; replyShape: "flat" | "grouped" }[];
  /** Of whoever called with a key. */
  keyKind?: KeyKind;
  /** How many calls the key may make in a minute, beside the rate of each operation; null: as many as those allow. */
  mostPerMinute?: number | null;
}

/** What an implementation gets: who calls, where from, and the request as its operation read it. */
export type Call<O extends Operation> = Context<Caller> &
  Input<O> & {
    headers: Headers;
    clientAddress: string;
    /** The `{name}` parts of the path. */
    params: Record<string, string>;
    /** Ends when the caller has gone. */
    signal: AbortSignal;
  };

export const accountIdsOf = ({ accounts }: { accounts: readonly { id: string }[] }): string[] =>
  accounts.map(({ id }) => id);

export type Answer = { body: unknown; headers?: Record<string, string> };

/** A body that is written as it is read, for lists of any length: JSON in pieces. Over HTTP alone. */
export class StreamedBody {
  constructor(readonly pieces: AsyncIterable<string>) {}
}

/** What the gateway passes beside an in-process request; over HTTP there is none of it. */
export type InProcess = {
  requestId: string;
  origin: Origin;
  clientAddress: string;
  /** For an interface that takes a key: whom the gateway has proven, with the one account he acts for. */
  caller?: Caller | undefined;
};

/** What stands beside the request of a caller: the operation, and the parts of its path, some of which may be keys. */
export type Beside = {
  operation: Operation;
  params: Record<string, string>;
  inProcess?: InProcess | undefined;
};

export type Implementation = {
  operation: Operation;
  handle: (call: Call<Operation>) => Promise<Answer>;
};

/** Joins an operation with the function that carries it out; the types of its input follow from the operation. */
export function implement<O extends Operation>(
  operation: O,
  handle: (call: Call<O>) => Promise<Answer>,
): Implementation {
  // Safe: the router calls `handle` only with the input that `operation` itself has read.
  return { operation, handle: handle as unknown as Implementation["handle"] };
}

export type Service = {
  implementations: Implementation[];
  /** The caller a request proves to be, or an AppError 401. */
  authenticate: (request: Request, beside: Beside) => Promise<Caller>;
  /** Refusals of methods that the interface words itself, by path. */
  refuseMethod?: (method: string, path: string) => string | undefined;
  /** What its refusals are on the wire, where the interface has more than `message`. */
  errorBody?: (message: string, fields: FieldProblems) => unknown;
};
