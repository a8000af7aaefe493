import type { Role } from "./rules/permissions";

/** Someone whose identity is proven: by a session (pages, our API) or by a token (the built-in services). */
export type Viewer = {
  /** Connection name; `built-in` for our own services. */
  connection: string;
  email: string;
  name: string;
  role: Role;
  accounts: { id: string; name: string }[];
};

/** Whoever has the same connection and credential shares its rate and may share a read under way; figures are asked in its turn. */
export const credentialOf = ({ connection, email }: Pick<Viewer, "connection" | "email">) => `${connection}:${email}`;

/** The header in which a page says whose it is: a browser's one session may have become somebody else's since. */
export const VIEWER_HEADER = "x-viewer";

/** The header in which our own server says who called; what a client sends under this name is removed. */
export const CLIENT_ADDRESS_HEADER = "x-client-address";

/** Where a call came from, kept with every audit entry. */
export type Origin = "page" | "service" | "job" | "system";

/** Travels beside every call of a service or feature function, never inside a request that a client could write. */
export type Context<V extends Viewer = Viewer> = {
  viewer: V;
  requestId: string;
  origin: Origin;
  /** Aborted when nobody waits for the answer any more; only where all that is asked for is to read. */
  signal?: AbortSignal;
};

/** What a page shows of the viewer's connection: never an address or a key. */
export type ConnectionView = {
  name: string;
  title: string;
  environment: "production" | "staging" | "built-in";
  addsQuotas: boolean;
  /** Answers search and sort itself; otherwise they are answered from a copy. */
  searches: boolean;
  /** Why sessions and suppliers of its surveys are not kept here, a sentence; null: they are. */
  fieldedElsewhere: string | null;
  /** How another service checks respondents at entry, a sentence; null: our own fraud checks do. */
  checkedElsewhere: string | null;
};
