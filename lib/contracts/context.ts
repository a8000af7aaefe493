import type { Role } from "./rules/permissions";

/** Somebody whose identity is verified: by a session (pages, our API) or by a token (the built-in services). */
export type Viewer = {
  /** Connection name; `built-in` for our own services. */
  connection: string;
  email: string;
  name: string;
  role: Role;
  accounts: { id: string; name: string }[];
};

/** Callers with the same connection and credential share its rate limit, its reads in flight and its turn for figures. */
export const credentialOf = ({ connection, email }: Pick<Viewer, "connection" | "email">) => `${connection}:${email}`;

/** The header in which a page names its person: the browser's session may have become somebody else's since. */
export const VIEWER_HEADER = "x-viewer";

/** The header in which our own server passes the client's address; what a client sends under this name is removed. */
export const CLIENT_ADDRESS_HEADER = "x-client-address";

/** Where a call came from, stored in every audit entry. */
export type Origin = "page" | "service" | "job" | "system";

/** Passed beside every call of a service or feature function, never inside a request that a client could write. */
export type Context<V extends Viewer = Viewer> = {
  viewer: V;
  requestId: string;
  origin: Origin;
};

/** What a page shows of the viewer's connection: never an address or a key. */
export type ConnectionView = {
  name: string;
  title: string;
  environment: "production" | "staging" | "built-in";
  addsQuotas: boolean;
  /** The service searches and sorts itself; otherwise a copy does. */
  searches: boolean;
};
