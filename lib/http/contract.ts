import type { Call, Reading } from "@/lib/contracts/call";
import type { Operation, ReplyOf } from "@/lib/contracts/operation";
import { whenNeeded } from "./when-needed";

declare const called: unique symbol;

/** A call of an operation, which only the compiler knows. */
export type CallOf<O extends Operation> = Omit<Call, "read"> & {
  /** What the page makes of a reply's JSON; null: nothing can be made of it. */
  read: (json: unknown) => unknown;
  readonly [called]?: O;
};

/** Operations by their names. Those that pass on what another service is to judge are called by their namesakes. */
type Operations<M> = {
  [Name in keyof M as Name extends `passedOn${string}` ? never : M[Name] extends Operation ? Name : never]: M[Name];
};

type IsReadAsSent<O extends Operation> = O["reply"]["_zod"]["input"] extends ReplyOf<O> ? true : false;

/** Where a reply's type is not that of its JSON, the call has to say how it is read. */
type Declared<O> = O extends Operation ? (IsReadAsSent<O> extends true ? Call : Call & { read: Reading }) : never;

type Calls<M> = { readonly [Name in keyof Operations<M>]: M[Name] extends Operation ? CallOf<M[Name]> : never };

/**
 * The operations of a contract as pages call them: `contract<typeof Jobs>(calls)`. No schema is loaded for them, except
 * that of a reply that is read by its contract: `load` is for those.
 */
export function contract<M extends object>(
  calls: { readonly [Name in keyof Operations<M>]: Declared<M[Name]> },
  load?: () => Promise<M>,
): Calls<M> {
  const loadOnce = load && whenNeeded(load);
  const made = Object.entries<Call>(calls).map(([name, { read = "as sent", ...call }]) => [
    name,
    { ...call, read: typeof read === "function" ? read : readers[read](name, loadOnce) },
  ]);
  return Object.fromEntries(made);
}

/** The call of an operation whose contract is loaded. */
export const callOf = <O extends Operation>({ reply, ...call }: O): CallOf<O> => ({
  ...call,
  read: (json) => reply.safeParse(json).data ?? null,
});

type Reader = (name: string, load: (() => Promise<object>) | undefined) => (json: unknown) => unknown;

const readers: Record<Extract<Reading, string>, Reader> = {
  "as sent": () => (json) => json,
  "by contract": (name, load) => {
    if (!load) throw new Error(`The reply of ${name} is read by its contract, which has to be named.`);
    return async (json) => {
      const operation = (await load())[name as never] as Operation;
      return callOf(operation).read(json);
    };
  },
};
