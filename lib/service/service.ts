import "server-only";
import type { Context, Origin, Viewer } from "@/lib/contracts/context";
import type { Operation } from "@/lib/contracts/operation";
import type { Input } from "@/lib/http/read-request";

/** A user of the built-in services, proven by a token or key. */
export interface Caller extends Viewer {
  userId: string;
  accounts: { id: string; name: string; replyShape: "flat" | "grouped" }[];
}

/** What an implementation gets: the caller, where the request came from, and its input as the operation parsed it. */
export type Call<O extends Operation> = Context<Caller> &
  Input<O> & {
    headers: Headers;
    clientAddress: string;
    /** The `{name}` parts of the path. */
    params: Record<string, string>;
    /** Aborted when the caller has disconnected. */
    signal: AbortSignal;
  };

export type Answer = { body: unknown; headers?: Record<string, string> };

/** What the gateway passes beside an in-process request. Requests over HTTP have none of it. */
export type InProcess = {
  requestId: string;
  origin: Origin;
  clientAddress: string;
  /** For an interface that is called with a key: the person whom the gateway has verified, with one account. */
  caller?: Caller | undefined;
};

/** What the router passes beside a request: its operation, and the parts of its path, some of which may be keys. */
export type Beside = {
  operation: Operation;
  params: Record<string, string>;
  inProcess?: InProcess | undefined;
};

export type Implementation = {
  operation: Operation;
  handle: (call: Call<Operation>) => Promise<Answer>;
};

/** Joins an operation with the function that implements it; the types of its input follow from the operation. */
export function implement<O extends Operation>(
  operation: O,
  handle: (call: Call<O>) => Promise<Answer>,
): Implementation {
  // Safe: the router calls `handle` only with the input that `operation` itself has read.
  return { operation, handle: handle as unknown as Implementation["handle"] };
}

export type Service = {
  implementations: Implementation[];
  /** The verified caller of a request. @throws AppError 401, or 403 for a key of another kind */
  authenticate: (request: Request, beside: Beside) => Promise<Caller>;
  /** The interface's own message for a method that a path does not have. */
  refuseMethod?: (method: string, path: string) => string | undefined;
};
