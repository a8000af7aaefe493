import "server-only";
import { z } from "zod";
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

const remoteDemand = z.strictObject({
  /** Base address; paths of the specification follow it. */
  url: z
    .url({ protocol: /^https?$/ })
    .refine((url) => isPlain(url), { error: "The address must have no user, password, query or fragment." })
    .transform((url) => url.replace(/\/+$/, "")),
  shape: z.enum(["flat", "grouped"]).default("flat"),
  /** The service adds a quota for a PATCH element with `quota_id: null`. */
  addsQuotas: z.boolean().default(false),
  /** The service answers `search`, `sort` and project sums itself, as our built-in one does. */
  searches: z.boolean().default(false),
  /** Survey calls that the service allows a credential in any second. */
  requestsPerSecond: z.number().int().min(1).max(1000).default(10),
});

const remoteConnection = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/)
    .refine((name) => name !== BUILT_IN),
  title: z.string().min(1).max(60),
  environment: z.enum(["production", "staging"]),
  /** How long a caller waits for an answer in all, waiting for the rate limit and repeats included. */
  timeoutMs: z.number().int().min(1000).max(120_000).default(30_000),
  demand: remoteDemand,
});

type DemandSettings = Omit<z.output<typeof remoteDemand>, "url"> & { url: string | null };

export type Connection = {
  name: string;
  title: string;
  environment: "production" | "staging" | "built-in";
  timeoutMs: number;
  /** `url: null`: our own service, called in-process. */
  demand: DemandSettings;
};

const builtIn: Connection = {
  name: BUILT_IN,
  title: "Built-in",
  environment: "built-in",
  timeoutMs: 30_000,
  demand: { url: null, shape: "flat", addsQuotas: true, searches: true, requestsPerSecond: 10 },
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
  return [builtIn, ...result.data];
}

export const connections = (): Connection[] => processWide("connections", () => readConnections(env.CONNECTIONS));

export const findConnection = (name: string): Connection | undefined =>
  connections().find((connection) => connection.name === name);
