import "server-only";
import * as z from "zod";
import {
  type Authentication,
  byAuthentication,
  type InterfaceDeclaration,
  type InterfaceName,
  interfaces,
  isInterface,
  isService,
  serviceName,
} from "@/lib/contracts/interface-list";
import { isObject } from "@/lib/contracts/lenient";
import type { Operation } from "@/lib/contracts/operation";
import { env } from "@/lib/env";
import { processWide } from "@/lib/process-wide";
import { BUILT_IN } from "@/lib/stores/postgres/users";

/**
 * Connections: named sets of services. `built-in` exists by itself; remote ones come from the environment variable
 * CONNECTIONS, a JSON array, which may also say where some interfaces of the built-in one are.
 */
const isPlain = (url: string) => {
  const { username, password, search, hash } = new URL(url);
  return `${username}${password}${search}${hash}` === "" && !/[?#]/.test(url);
};

/** A base address; paths of the specification follow it. */
const address = z
  .url({ protocol: /^https?$/ })
  .refine((url) => isPlain(url), { error: "The address must have no user, password, query or fragment." })
  .transform((url) => url.replace(/\/+$/, ""));

/** What an interface's connection has beside its address and keys; `ours`: what our own service can. */
type Options<Shape extends z.ZodRawShape> = { remote: Shape; ours: z.output<z.ZodObject<Shape>> };
const optionsOf = <Shape extends z.ZodRawShape>(remote: Shape, ours: Options<Shape>["ours"]) => ({ remote, ours });

const NO_OPTIONS = { remote: {}, ours: {} };

const interfaceOptions = {
  demand: optionsOf(
    {
      shape: z.enum(["flat", "grouped"]).default("flat"),
      /** The service adds a quota for a PATCH element with `quota_id: null`. */
      addsQuotas: z.boolean().default(false),
      /** The service answers `search`, `sort` and project sums itself, as our built-in one does. */
      searches: z.boolean().default(false),
      /** Survey calls that the service allows a credential in any second. */
      requestsPerSecond: z.number().int().min(1).max(1000).default(10),
    },
    { shape: "flat", addsQuotas: true, searches: true, requestsPerSecond: 10 },
  ),
  activation: optionsOf(
    /** Another installation of this product: counts beforehand, looks up by every identifier, reverses exactly. */
    { extended: z.boolean().default(false) },
    { extended: true },
  ),
  analysis: NO_OPTIONS,
  pivot: NO_OPTIONS,
  quality: optionsOf(
    /** Another installation of this product: gives back what was sent of respondents, so that a survey can be copied. */
    { extended: z.boolean().default(false) },
    { extended: true },
  ),
  fraud: optionsOf(
    {
      /** Another installation of this product: destination platforms, encryption and the age of lists. */
      extended: z.boolean().default(false),
      /** How long a respondent who enters a survey waits for their check. */
      entryTimeoutMs: z.number().int().min(200).max(10_000).default(2000),
    },
    { extended: true, entryTimeoutMs: 2000 },
  ),
} satisfies Record<InterfaceName, DeclaredOptions[string]>;

const key = z.string().min(1).max(500);
const REPLY_KEY_BYTES = 32;
const replyKeySchema = z.string().refine((text) => Buffer.from(text, "base64").length === REPLY_KEY_BYTES, {
  error: `It must be a key of ${REPLY_KEY_BYTES} bytes in base64.`,
});

/** Account id to what calls for it: a key, or one for each part of a path that holds one. */
const keysShape = (authentication: Authentication): z.ZodRawShape =>
  byAuthentication<z.ZodRawShape>(authentication, {
    token: () => ({}),
    key: () => ({ keys: z.record(z.string().min(1), key).default({}) }),
    "path keys": ({ parts, replyKey }) => {
      const ofPath = Object.fromEntries(Object.keys(parts).map((part) => [part, key.optional()]));
      const ofReplies = replyKey === undefined ? {} : { [replyKey]: replyKeySchema.optional() };
      const ofAccount = z.strictObject({ ...ofPath, ...ofReplies });
      return { keys: z.record(z.string().min(1), ofAccount).default({}) };
    },
  });

/** Where an interface is, what calls for its accounts, and what it can; `url: null`: our own service, in-process. */
type Settings = { url: string | null; keys?: Readonly<Record<string, AccountKeys>> };
/** A key that goes into a header, or keys by the part of the path that each goes into, with that of replies. */
type AccountKeys = string | Readonly<Partial<Record<string, string>>>;

type Declared = Readonly<Record<string, InterfaceDeclaration>>;
type DeclaredOptions = Readonly<Record<string, { remote: z.ZodRawShape; ours: object }>>;

/** Whoever signs in does so at a token's interface, so a connection has to name it; the others may be left out. */
const isRequired = ({ authentication }: InterfaceDeclaration) => authentication.by === "token";

function settingsShape(declared: Declared, options: DeclaredOptions): z.ZodRawShape {
  const shapes = Object.entries(declared).map(([name, declaration]) => {
    const settings = remoteSettings(declaration, options[name]?.remote);
    return [name, isRequired(declaration) ? settings : settings.optional()] as const;
  });
  return Object.fromEntries(shapes);
}

const remoteSettings = ({ authentication, hasStage }: InterfaceDeclaration, options: z.ZodRawShape = {}) =>
  z.strictObject({
    ...(hasStage ? { url: address.optional(), stageUrl: address.optional() } : { url: address }),
    ...keysShape(authentication),
    ...options,
  });

const connectionShape = {
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/)
    .refine((name) => name !== BUILT_IN),
  title: z.string().min(1).max(60),
  environment: z.enum(["production", "staging"]),
  /** How long a caller waits for an answer in all, waiting for the rate limit and repeats included. */
  timeoutMs: z.number().int().min(1000).max(120_000).default(30_000),
};
type Base = Omit<z.output<z.ZodObject<typeof connectionShape>>, "environment"> & {
  environment: "production" | "staging" | "built-in";
};

type Remote = { url?: string | undefined; stageUrl?: string | undefined };
/** The member that holds an interface's address in an environment; the stage's is for staging alone. */
const addressMember = ({ hasStage }: InterfaceDeclaration, environment: string) =>
  hasStage && environment === "staging" ? "stageUrl" : "url";

function ownSettings({ authentication }: InterfaceDeclaration, ours: object = {}): Settings {
  const keys = byAuthentication<object>(authentication, {
    token: () => ({}),
    key: () => ({ keys: {} }),
    "path keys": () => ({ keys: {} }),
  });
  return { url: null, ...keys, ...ours };
}

/**
 * Reads connections of whatever interfaces are declared. Our own comes first: all of its interfaces are ours, except
 * those that may be elsewhere and have an address. In a remote one, an interface that is left out is ours, with the same
 * accounts.
 * Throws a sentence that names the member that is wrong, without any value of it.
 */
export function connectionReader(declared: Declared, options: DeclaredOptions = {}) {
  const ours = (name: string, declaration: InterfaceDeclaration) => ownSettings(declaration, options[name]?.ours);
  const all = Object.entries(declared);
  const remoteConnection = z
    .strictObject({ ...connectionShape, ...settingsShape(declared, options) })
    .superRefine((connection, context) => {
      for (const [name, declaration] of all) {
        // Safe: `settingsShape` has read it so.
        const settings = connection[name as keyof typeof connection] as Remote | undefined;
        const member = addressMember(declaration, connection.environment);
        if (!settings || settings[member]) continue;
        const message = `A ${connection.environment} connection needs it.`;
        context.addIssue({ code: "custom", path: [name, member], message });
      }
    });
  const builtIn = { name: BUILT_IN, title: "Built-in", environment: "built-in", timeoutMs: 30_000 } as const;
  const withOurs = Object.fromEntries(all.map(([name, declaration]) => [name, ours(name, declaration)]));
  const elsewhere = all.filter(([, { mayReplaceOurs }]) => mayReplaceOurs);
  const ofBuiltIn = z.strictObject({
    name: z.literal(BUILT_IN),
    ...Object.fromEntries(
      elsewhere.map(([name, declaration]) => [name, remoteSettings(declaration, options[name]?.remote).optional()]),
    ),
  });
  const schemaOf = (value: unknown) => (isNamedBuiltIn(value) ? ofBuiltIn : remoteConnection);

  const settled = (connection: z.output<typeof remoteConnection>): Base & Record<string, unknown> => {
    const given = connection as Record<string, unknown>;
    const settings = all.map(([name, declaration]): [string, unknown] => {
      const remote = given[name] as (Remote & object) | undefined;
      if (!remote) return [name, ours(name, declaration)];
      const { stageUrl: _, ...rest } = remote;
      return [name, { ...rest, url: remote[addressMember(declaration, connection.environment)] ?? null }];
    });
    return { ...connection, ...Object.fromEntries(settings) };
  };

  return (json: string): (Base & Record<string, unknown>)[] => {
    let value: unknown;
    try {
      value = JSON.parse(json);
    } catch {
      throw new Error("CONNECTIONS is not valid JSON. It is an array of connections, see the README.");
    }
    const list = usable(z.array(z.unknown()).safeParse(value));
    const names = list.flatMap((each) => nameOf(each) ?? []);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    const read = list.map((each, at) => usable<object>(schemaOf(each).safeParse(each), at));
    if (twice) throw new Error(`CONNECTIONS names “${twice}” twice.`);
    // Safe: whatever is not named so was read as a remote connection.
    const remote = read.filter((each) => !isNamedBuiltIn(each)) as z.output<typeof remoteConnection>[];
    return [{ ...builtIn, ...withOurs, ...read.find(isNamedBuiltIn) }, ...remote.map(settled)];
  };
}

const nameOf = (value: unknown): unknown => (isObject(value) ? value.name : undefined);
const isNamedBuiltIn = (value: unknown): boolean => nameOf(value) === BUILT_IN;

/** What was read of the setting, or of the connection at a place of it. */
function usable<T>(result: z.ZodSafeParseResult<T>, at?: number): T {
  if (result.success) return result.data;
  const place = at === undefined ? [] : [at];
  const problems = result.error.issues.map((issue) => `${[...place, ...issue.path].join(".")}: ${issue.message}`);
  throw new Error(`CONNECTIONS is not usable. ${problems.join("; ")}`);
}

type KeysOf<A extends Authentication> = A extends { by: "key" }
  ? { keys: Readonly<Record<string, string>> }
  : A extends { by: "path keys"; parts: infer Parts; replyKey: infer ReplyKey extends string }
    ? { keys: Readonly<Record<string, Readonly<Partial<Record<keyof Parts | ReplyKey, string>>>>> }
    : object;

/** The settings of one interface in a connection. */
type InterfaceSettings<Name extends InterfaceName> = { url: string | null } & KeysOf<
  (typeof interfaces)[Name]["authentication"]
> &
  (typeof interfaceOptions)[Name]["ours"];

export type Connection = Base & { [Name in InterfaceName]: InterfaceSettings<Name> };

const readDeclared = connectionReader(interfaces, interfaceOptions);
// Safe: the schema and the type are made of the same declarations.
export const readConnections = (json: string): Connection[] => readDeclared(json) as Connection[];

/** Where a connection has what it is asked; our own service beside the interfaces is the same for all of them. */
function settingsOf(connection: Connection, of: Operation["interface"]): Settings {
  if (isInterface(of)) return connection[of];
  if (isService(of)) return { url: null };
  throw new Error(`“${of}” is no service.`);
}

/** The keys that call an interface for an account; undefined where it has none. */
export function accountKeys(
  connection: Connection,
  of: Operation["interface"],
  account: { id: string } | undefined,
): AccountKeys | undefined {
  const { keys = {} } = settingsOf(connection, of);
  return account && Object.hasOwn(keys, account.id) ? keys[account.id] : undefined;
}

/** The connection with our own service where it is asked about projects: their answers may be imported here. */
export function withOurs(connection: Connection, of: Operation["interface"]): Connection {
  if (!isInterface(of)) return connection;
  const declaration: InterfaceDeclaration = interfaces[of];
  return declaration.owner === "project" ? { ...connection, [of]: ownSettings(declaration) } : connection;
}

/** Where a connection's interface is; null: our own service, called in-process. */
export const addressOf = (connection: Connection, of: Operation["interface"]): string | null =>
  settingsOf(connection, of).url;

/** How messages name the service that answers for an interface; our own by the product's name. */
export function serviceOf(connection: Connection, of: Operation["interface"]): string {
  const isOurs = addressOf(connection, of) === null || !isInterface(of);
  if (isOurs) return "Fieldwork";
  return serviceName(of, connection.name === BUILT_IN ? "this installation" : connection.title);
}

export const connections = (): Connection[] => processWide("connections", () => readConnections(env.CONNECTIONS));

export const findConnection = (name: string): Connection | undefined =>
  connections().find((connection) => connection.name === name);
