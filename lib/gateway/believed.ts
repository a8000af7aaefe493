import "server-only";
import { createHash } from "node:crypto";
import { AppError } from "@/lib/http/problem";
import { processWide } from "@/lib/process-wide";
import type { SignedInContext } from "./call";

/**
 * How long a remote service's word that something is the viewer's stands: what a page asks for at once rests on one
 * call, and what somebody loses there they lose here within seconds, on every instance.
 */
export const OWNERSHIP_MS = 5000;

/** `last`: what the newest read that succeeded said. */
type Believed<T> = { until: number; value: Promise<T>; last: T | undefined };
/** In the asker's context without its signal: others wait for the same, and go on to when the asker leaves. */
type Read<T> = (context: SignedInContext) => Promise<T>;
type Beliefs<T> = {
  /** What is believed of a thing for the asker's token, or what is read now. A failure is believed by nobody. */
  get: (context: SignedInContext, id: string, read: Read<T>) => Promise<T>;
  /** Reads it now; that is believed from then on. */
  renew: (context: SignedInContext, id: string, read: Read<T>) => Promise<T>;
  /** What was last said, however long ago, for whoever cannot wait; undefined: nothing, or the token was refused since. */
  last: (context: SignedInContext, id: string) => T | undefined;
};

/**
 * What a service said to one token about what seldom changes, believed for a while: whoever asks the same meanwhile
 * waits for no call. `most`: how many are held at once.
 */
export function beliefs<T>(name: string, { forMs, most }: { forMs: number; most: number }): Beliefs<T> {
  const held = () => processWide(`gateway.${name}`, () => new Map<string, Believed<T>>());
  const renew: Beliefs<T>["renew"] = (context, id, read) => {
    const key = keyOf(context, id);
    if (held().size >= most) held().clear();
    const value = read(shared(context));
    const one: Believed<T> = { until: Date.now() + forMs, value, last: held().get(key)?.last };
    held().set(key, one);
    value.then(
      (said) => {
        one.last = said;
      },
      (error: unknown) => {
        one.until = 0;
        if (error instanceof AppError && error.code === "unauthenticated") one.last = undefined;
      },
    );
    return value;
  };
  return {
    renew,
    last: (context, id) => held().get(keyOf(context, id))?.last,
    get: (context, id, read) => {
      const present = held().get(keyOf(context, id));
      return present && Date.now() < present.until ? present.value : renew(context, id, read);
    },
  };
}

/** A context for what several wait for: no one of them can give it up. */
export function shared<C extends SignedInContext>({ signal: _, ...context }: C): Omit<C, "signal"> {
  return context;
}

/** Who asks, by the token that they ask with: what it may be refused for is nobody else's. */
export const credentialHash = ({ viewer: { connection, token } }: SignedInContext) =>
  createHash("sha256")
    .update(JSON.stringify([connection, token]))
    .digest("base64");

const keyOf = (context: SignedInContext, id: string) => `${credentialHash(context)} ${id}`;
