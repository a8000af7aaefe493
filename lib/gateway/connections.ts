import "server-only";
import * as z from "zod";
import type { Operation } from "@/lib/contracts/operation";
import { env } from "@/lib/env";
import { processWide } from "@/lib/process-wide";
import { BUILT_IN } from "@/lib/stores/postgres/users";

/**
 * Connections: named sets of services. `built-in` exists by itself; remote ones come from the environment variable
 * CONNECTIONS, a JSON array.
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

const remoteDemand = z.strictObject({
  url: address,
  shape: z.enum(["flat", "grouped"]).default("flat"),
  /** The service adds a quota for a PATCH element with `quota_id: null`. */
  addsQuotas: z.boolean().default(false),
  /** The service answers `search`, `sort` and project sums itself, as our built-in one does. */
  searches: z.boolean().default(false),
  /** Survey calls that the service allows a credential in any second. */
  requestsPerSecond: z.number().int().min(1).max(1000).default(10),
});

const accountKeys = z.record(z.string().min(1), z.string().min(1).max(500)).default({});

const remoteActivation = z.strictObject({
  /** The production address and the stage one; the connection's environment says which of them is used. */
  url: address.optional(),
  stageUrl: address.optional(),
  /** Account id to the key that calls for it. */
  keys: accountKeys,
  /** Another installation of this product: counts beforehand, looks up by every identifier, reverses exactly. */
  extended: z.boolean().default(false),
});

/** A service of answers: trends or cross tables. */
const remoteAnswers = z.strictObject({
  url: address,
  /** Account id to the key that calls for it. */
  keys: accountKeys,
});

const remoteConnection = z
  .strictObject({
    name: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,39}$/)
      .refine((name) => name !== BUILT_IN),
    title: z.string().min(1).max(60),
    environment: z.enum(["production", "staging"]),
    /** How long a caller waits for an answer in all, waiting for the rate limit and repeats included. */
    timeoutMs: z.number().int().min(1000).max(120_000).default(30_000),
    demand: remoteDemand,
    /** Left out: our own duplicate check, under the same accounts. */
    activation: remoteActivation.optional(),
    /** Left out: our own trends, of answers imported here. */
    analysis: remoteAnswers.optional(),
    /** Left out: our own cross tables, of the same. */
    pivot: remoteAnswers.optional(),
  })
  .superRefine(({ environment, activation }, context) => {
    if (!activation || activationAddress(environment, activation)) return;
    const member = environment === "staging" ? "stageUrl" : "url";
    context.addIssue({
      code: "custom",
      path: ["activation", member],
      message: `A ${environment} connection needs it.`,
    });
  });

/** The stage address is for staging alone, and nothing else is used there. */
const activationAddress = (environment: string, { url, stageUrl }: z.output<typeof remoteActivation>) =>
  environment === "staging" ? stageUrl : url;

type DemandSettings = Omit<z.output<typeof remoteDemand>, "url"> & { url: string | null };

export type Connection = {
  name: string;
  title: string;
  environment: "production" | "staging" | "built-in";
  timeoutMs: number;
  /** `url: null`: our own service, called in-process. */
  demand: DemandSettings;
  activation: ActivationSettings;
  analysis: KeyedSettings;
  pivot: KeyedSettings;
};

/** An interface that takes an account's key: where it is, and account id to key. */
export type KeyedSettings = { url: string | null; keys: Record<string, string> };
type ActivationSettings = KeyedSettings & { extended: boolean };

const ownActivation: ActivationSettings = { url: null, keys: {}, extended: true };
const ownAnswers: KeyedSettings = { url: null, keys: {} };

const builtIn: Connection = {
  name: BUILT_IN,
  title: "Built-in",
  environment: "built-in",
  timeoutMs: 30_000,
  demand: { url: null, shape: "flat", addsQuotas: true, searches: true, requestsPerSecond: 10 },
  activation: ownActivation,
  analysis: ownAnswers,
  pivot: ownAnswers,
};

/** Reads CONNECTIONS; throws a sentence that names the member that is wrong, without any value of it. */
export function readConnections(json: string): Connection[] {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new Error("CONNECTIONS is not valid JSON. It is an array of connections, see the README.");
  }
  const result = z.array(remoteConnection).safeParse(value);
  if (!result.success) {
    const problems = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`CONNECTIONS is not usable. ${problems.join("; ")}`);
  }
  const names = result.data.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`CONNECTIONS names “${twice}” twice.`);
  return [builtIn, ...result.data.map(settled)];
}

function settled({ activation, ...connection }: z.output<typeof remoteConnection>): Connection {
  const { analysis = ownAnswers, pivot = ownAnswers } = connection;
  const rest = { ...connection, analysis, pivot };
  if (!activation) return { ...rest, activation: ownActivation };
  const { keys, extended } = activation;
  const url = activationAddress(rest.environment, activation) ?? null;
  return { ...rest, activation: { url, keys, extended } };
}

/** The settings of an interface that takes keys; null for one that takes a person's token. */
export function keyedSettings(connection: Connection, of: Operation["interface"]): KeyedSettings | null {
  return of === "activation" || of === "analysis" || of === "pivot" ? connection[of] : null;
}

/** The connection with our own service in the place of one that takes keys. */
export const withOurs = (connection: Connection, of: Operation["interface"]): Connection =>
  of === "analysis" || of === "pivot" ? { ...connection, [of]: ownAnswers } : connection;

/** Where a connection's interface is; null: our own service, called in-process. */
export const addressOf = (connection: Connection, of: Operation["interface"]): string | null =>
  (keyedSettings(connection, of) ?? connection.demand).url;

export const connections = (): Connection[] => processWide("connections", () => readConnections(env.CONNECTIONS));

export const findConnection = (name: string): Connection | undefined =>
  connections().find((connection) => connection.name === name);
