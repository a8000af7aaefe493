/**
 * The interfaces of the product, a line each. Connections, credentials, the descriptions and the pages that list
 * interfaces are built from this. A new line does not compile until the tables by interface have it, such as its
 * operations (`openapi.ts`) and its service (`lib/service/router.ts`); `lib/README.md` lists them.
 */

/** Kinds of key: a private one is kept secret; the others stand where anybody can read them, such as in a page. */
export const keyKinds = ["private", "public", "publishable"] as const;
export type KeyKind = (typeof keyKinds)[number];

/** How a caller proves who they are. */
export type Authentication =
  /** A person's own token, bare in `Authorization`. */
  | { by: "token" }
  /** A key of an account in this header, of one of these kinds; an operation accepts the first unless it says more. */
  | { by: "key"; header: string; kinds: readonly [KeyKind, ...KeyKind[]] }
  /**
   * Keys of an account in the path: the parts that each hold one, and its kind. An operation has one of them. `replyKey`
   * names the key that replies may be encrypted with, which stands in no path.
   */
  | { by: "path keys"; parts: Readonly<Record<string, KeyKind>>; replyKey?: string };

export type InterfaceDeclaration = {
  title: string;
  /** What messages call its service, of a connection's name; null: by that name alone. */
  serviceOf: string | null;
  purpose: string;
  authentication: Authentication;
  /** It has an address of its own for staging, and nothing else is used there. */
  hasStage: boolean;
  /** Whether the built-in connection may name another service for it. Requires that its requests need no data of ours. */
  mayReplaceOurs: boolean;
  /**
   * What the viewer is proven to own before it is called: with their own token a person sees no more than is theirs; an
   * account's key would show all of the account, so that the account, or the project or survey asked for, is proven.
   */
  owner: "person" | "account" | "project" | "survey";
};

export const interfaces = {
  demand: {
    title: "Survey demand",
    serviceOf: null,
    purpose: "Projects, surveys, quotas and responses",
    authentication: { by: "token" },
    hasStage: false,
    mayReplaceOurs: false,
    owner: "person",
  },
  activation: {
    title: "Activation",
    serviceOf: "Duplicate check",
    purpose: "Duplicate check: what it looks at for which surveys",
    authentication: { by: "key", header: "x-api-key", kinds: ["private"] },
    hasStage: true,
    mayReplaceOurs: false,
    owner: "account",
  },
  analysis: {
    title: "Analysis",
    serviceOf: "Trends",
    purpose: "Trends of answers over time",
    authentication: { by: "key", header: "authorization", kinds: ["private"] },
    hasStage: false,
    mayReplaceOurs: false,
    owner: "project",
  },
  pivot: {
    title: "Pivot",
    serviceOf: "Tables",
    purpose: "Cross tables of answers",
    authentication: { by: "key", header: "authorization", kinds: ["private"] },
    hasStage: false,
    mayReplaceOurs: false,
    owner: "project",
  },
  quality: {
    title: "Respondent quality",
    serviceOf: "Respondent quality",
    purpose: "Scores of respondents, and who is excluded",
    authentication: { by: "key", header: "api-key", kinds: ["private", "public"] },
    hasStage: false,
    mayReplaceOurs: false,
    owner: "survey",
  },
  fraud: {
    title: "Fraud checks",
    serviceOf: "Fraud check",
    purpose: "Whether a respondent was seen before, and whether a person typed a text",
    authentication: {
      by: "path keys",
      parts: { private_key: "private", publishable_key: "publishable" },
      replyKey: "encryption_key",
    },
    hasStage: false,
    mayReplaceOurs: true,
    owner: "account",
  },
} as const satisfies Record<string, InterfaceDeclaration>;

/** Services that are only built in: no connection names another one for them. */
const ownServices = {
  fielding: {
    title: "Fielding",
    serviceOf: "Fielding",
    purpose: "Sessions of respondents, suppliers and tests",
    authentication: { by: "key", header: "x-api-key", kinds: ["private"] },
    hasStage: false,
    mayReplaceOurs: false,
    owner: "account",
  },
} as const satisfies Record<string, InterfaceDeclaration>;

/** Everything that is served at `/service`. */
export const services = { ...interfaces, ...ownServices };
export type ServiceName = keyof typeof services;

export type InterfaceName = keyof typeof interfaces;
type AuthenticationOf<Name extends ServiceName> = (typeof services)[Name]["authentication"];

/** Services that are called with a key of an account. */
export type KeyedService = {
  [Name in ServiceName]: AuthenticationOf<Name> extends { by: "token" } ? never : Name;
}[ServiceName];

// Safe: the list has these keys alone.
export const interfaceNames = Object.keys(interfaces) as InterfaceName[];
export const isInterface = (name: string): name is InterfaceName => Object.hasOwn(interfaces, name);
export const serviceNames = Object.keys(services) as ServiceName[];
export const isService = (name: string): name is ServiceName => Object.hasOwn(services, name);
const isKeyed = (name: ServiceName): name is KeyedService => services[name].authentication.by !== "token";
const keyedServices = serviceNames.filter(isKeyed);

/** How messages name an interface's service of a connection: "Production", "Trends of Production". */
export function serviceName(name: InterfaceName, connection: string): string {
  const { serviceOf }: InterfaceDeclaration = interfaces[name];
  return serviceOf === null ? connection : `${serviceOf} of ${connection}`;
}

type ByKind<Result> = {
  [By in Authentication["by"]]: (authentication: Extract<Authentication, { by: By }>) => Result;
};

/** What each kind of authentication comes to, all of them handled. */
export function byAuthentication<Result>(authentication: Authentication, cases: ByKind<Result>): Result {
  // Safe: the case of a kind is handed authentication of that kind.
  const handle = cases[authentication.by] as (given: Authentication) => Result;
  return handle(authentication);
}

/** The kinds of key that an interface has, its main one first. */
const keyKindsOf = (authentication: Authentication): readonly KeyKind[] =>
  byAuthentication<readonly KeyKind[]>(authentication, {
    token: () => [],
    key: ({ kinds }) => kinds,
    "path keys": ({ parts }) => [...new Set(Object.values(parts))],
  });

/** What keys are for beside the interfaces that take one. */
const otherScopes = ["demand", "scim"] as const;

/**
 * What a key is for: an interface that is called with one, the survey demand interface (`demand`: a service account,
 * which is no person), or another system that adds and disables users (`scim`).
 */
export type KeyScope = KeyedService | (typeof otherScopes)[number];
export const keyScopes: KeyScope[] = [...keyedServices, ...otherScopes];

/** The kinds of key that a scope has, its main one first. */
export const keyKindsFor = (scope: KeyScope): readonly KeyKind[] =>
  scope === "demand" || scope === "scim" ? ["private"] : keyKindsOf(services[scope].authentication);

/** The kinds of key that may call an operation of an interface. */
export const acceptedKeyKinds = (
  authentication: Authentication,
  { path, acceptsKeys }: { path: string; acceptsKeys?: readonly KeyKind[] },
): readonly KeyKind[] =>
  byAuthentication<readonly KeyKind[]>(authentication, {
    token: () => [],
    key: ({ kinds: [main] }) => acceptsKeys ?? [main],
    "path keys": ({ parts }) => partsOf(path).flatMap((part) => parts[part] ?? []),
  });

/** The names of the `{name}` parts of a path. */
const partsOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
