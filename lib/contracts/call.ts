import type { Operation } from "./operation";

/**
 * How an operation is called: all that a page needs to call it. It stands apart from the operation's schemas, so that no
 * page loads those.
 *
 * `read`: what the page makes of the reply. Our own server has read what it answers: pages take it `as sent`, which is
 * also what an absent one means. A function reads a list or thing that is sent in an interface's own form; null: it is
 * none. `by contract`: the operation's own schema, loaded with the reply.
 */
export type Call = Readonly<Pick<Operation, "name" | "interface" | "method" | "path" | "permission">> & {
  readonly read?: Reading;
};

export type Reading = "as sent" | "by contract" | ((json: unknown) => unknown);
