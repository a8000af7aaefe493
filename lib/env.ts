import * as z from "zod";
import { misspelt } from "@/lib/misspelt";

/** Everything the product reads from the environment; nothing else reads `process.env`. */
const flag = z
  .enum(["0", "1", ""], { error: "must be 0 or 1" })
  .optional()
  .transform((value) => value === "1");

const list = z
  .string()
  .default("")
  .transform((value) => value.split(/[\s,]+/).filter(Boolean));

/** Whether the database's client can read it. Of several hosts, parted by commas, the first stands for all. */
function isDatabaseAddress(text: string): boolean {
  try {
    const [, before = "", hosts = "", after = ""] = /^(\w+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/.exec(text) ?? [];
    const { protocol, username, password } = new URL(`${before}${hosts.split(",")[0]}${after}`);
    decodeURIComponent(username + password);
    return protocol === "postgres:" || protocol === "postgresql:";
  } catch {
    return false;
  }
}

const databaseAddress = z.string().refine(isDatabaseAddress, {
  error: "must be an address like postgres://user:password@host:5432/name, where a password has %40 for @",
});

/** A whole number. An empty variable is a mistake, not the number 0. */
const wholeNumber = (least: number, most = Number.MAX_SAFE_INTEGER) => {
  const error = most < Number.MAX_SAFE_INTEGER ? `from ${least} to ${most}` : `of ${least} or more`;
  return z
    .string()
    .transform((text) => (/^\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN))
    .refine((value) => value >= least && value <= most, { error: `must be a whole number ${error}` });
};

const webAddress = z.url({ protocol: /^https?$/, error: "must be an address like https://name.example:8443" });
const notEmpty = z.string().min(1, "must not be empty; leave it out for the default");
const processNames = ["web", "worker"] as const;
const logLevels = ["debug", "info", "warn", "error", "silent"] as const;

const variables = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).catch("production"),
  HOST: notEmpty.default("127.0.0.1"),
  PORT: wholeNumber(0, 65535).default(3000),
  /** Address under which respondents and colleagues reach this product; never taken from a request. */
  PUBLIC_URL: webAddress.optional(),
  DATA_DIR: notEmpty.default(".data"),
  DATABASE_URL: databaseAddress.optional(),
  /** The owner's address of the same database, for migrations and commands; DATABASE_URL's role is then restricted. */
  MIGRATION_DATABASE_URL: databaseAddress.optional(),
  /** The same database past its pooler, as the role of DATABASE_URL: for notifications, which need a session. */
  DIRECT_DATABASE_URL: databaseAddress.optional(),
  /** `transaction`: DATABASE_URL is PgBouncer, or its like, which gives each transaction another connection. */
  DATABASE_POOLER: z.enum(["none", "transaction"], { error: "must be none or transaction" }).default("none"),
  /** Connections that the web process and the worker each open at most. */
  DATABASE_CONNECTIONS: wholeNumber(2, 1000).default(10),
  /** A ClickHouse server, or what `npm start` hands on: the address of the embedded engine. */
  CLICKHOUSE_URL: webAddress.optional(),
  CLICKHOUSE_USER: notEmpty.default("default"),
  CLICKHOUSE_PASSWORD: z.string().default(""),
  CLICKHOUSE_DATABASE: z
    .string()
    .regex(/^[A-Za-z_]\w*$/, "must be a name of letters, digits and underscores")
    .default("fieldwork"),
  /** As it stands behind ENGINE: `ReplicatedMergeTree` in a replicated database. */
  CLICKHOUSE_TABLE_ENGINE: notEmpty.default("MergeTree"),
  /** Days after which unused tables of answers are detached, 0: never; see `detachDays`. */
  CLICKHOUSE_DETACH_DAYS: wholeNumber(0, 3650).optional(),
  /** Connections to the answer store that the web process and the worker each open at most. */
  CLICKHOUSE_CONNECTIONS: wholeNumber(2, 1000).default(10),
  /** Figures that all instances ask of the answer store at once, and statements that the embedded engine runs; more wait. */
  CLICKHOUSE_QUERIES: wholeNumber(1, 64).default(8),
  /** What the embedded engine's statements may use together, in megabytes. */
  CLICKHOUSE_MEMORY_MB: wholeNumber(256).default(2048),
  /** `1`: demo data and demo accounts even where others can reach the product. */
  DEMO: flag,
  ADMIN_EMAILS: list.transform((emails) => emails.map((email) => email.toLowerCase())),
  TOKENS_PER_HOUR: wholeNumber(1).default(60),
  /** Days after which IP address, cookie, e-mail hash and user agent of the duplicate check's records are removed. */
  IDENTIFIER_DAYS: wholeNumber(1, 3650).default(90),
  /** Days after which audit entries are removed, 0: never. */
  AUDIT_DAYS: wholeNumber(0, 36_500).default(0),
  /** Where sealed audit entries are handed on to: an address (http, https) or the path of a file. */
  AUDIT_EXPORT: notEmpty.optional(),
  /** The `Authorization` header of that address. */
  AUDIT_EXPORT_AUTHORIZATION: notEmpty.optional(),
  /** A folder with lists of addresses that respondents are checked by, see `lib/service/fraud/README.md`. */
  FRAUD_LISTS: notEmpty.optional(),
  /** Imports of a project that can be undone, one after the other; each keeps its answers once more. */
  IMPORTS_KEPT: wholeNumber(1, 100).default(5),
  /** The server that sends e-mail, such as `smtps://user:password@mail.example:465`; without it links are shown. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be an address like smtps://user:password@host:465" }).optional(),
  /** Who e-mail is from: `Fieldwork <no-reply@company.example>`. */
  MAIL_FROM: z.string().includes("@", { error: "must be an e-mail address, with a name before it or not" }).optional(),
  /** JSON array of remote connections, see `lib/gateway/connections.ts`. */
  CONNECTIONS: z.string().default("[]"),
  /** JSON array of identity providers, see `lib/identity/providers.ts`. */
  IDENTITY_PROVIDERS: z.string().default("[]"),
  /** Number of proxies in front whose `X-Forwarded-For` entry is believed. */
  TRUSTED_PROXIES: wholeNumber(0, 100).default(0),
  /** What this start runs of the two; instances that share a database may divide them. */
  PROCESSES: list
    .transform((names) => (names.length > 0 ? names : [...processNames]))
    .pipe(z.array(z.enum(processNames, { error: "must be web, worker, or web,worker" }))),
  /** Where the worker answers health and metrics, on HOST; nowhere unless set. */
  WORKER_PORT: wholeNumber(1, 65535).optional(),
  /** Who sends it reads the metrics; without one this machine alone does. */
  METRICS_KEY: z.string().min(16, "must have 16 characters or more").optional(),
  /** Where traces are sent as OTLP over HTTP; none are made unless set. */
  TRACES_URL: webAddress.optional(),
  /** Seconds for which a process that is told to stop says "not ready" and still takes requests. */
  DRAIN_SECONDS: wholeNumber(0, 300).default(0),
  /** Seconds that requests and steps of jobs may then take to finish. */
  FINISH_SECONDS: wholeNumber(1, 3600).default(5),
  /** The worker's regular rounds come so many times as often: tests wait for them. */
  WORKER_SPEED: z.coerce.number().min(1).max(100).default(1),
  LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(", ")}` }).default("info"),
  /** Signs session cookies and tokens and encrypts what is stored; made into DATA_DIR/secrets.json when absent. */
  APP_SECRET: z.string().min(32, "must have 32 characters or more").optional(),
});

const environment = variables
  .refine(({ SMTP_URL, MAIL_FROM }) => SMTP_URL === undefined || MAIL_FROM !== undefined, {
    path: ["MAIL_FROM"],
    error: "is needed with SMTP_URL: who e-mail is from, such as Fieldwork <no-reply@company.example>",
  })
  .transform((read) => ({ ...read, DATABASE_URL: pooledAddress(read) }));

/** Behind such a pooler the client prepares no statements: the next one may meet a connection that has none of them. */
function pooledAddress({ DATABASE_URL: url, DATABASE_POOLER }: z.output<typeof variables>): string | undefined {
  if (url === undefined || DATABASE_POOLER === "none" || url.includes("prepare=false")) return url;
  return `${url}${url.includes("?") ? "&" : "?"}prepare=false`;
}

export type Env = z.output<typeof environment>;

type Source = Record<string, string | undefined>;

/** Their values are shown to nobody, wrong ones neither, and the engine gets none of them. */
export const SECRET_SETTINGS: ReadonlySet<string> = new Set([
  "APP_SECRET",
  "DATABASE_URL",
  "MIGRATION_DATABASE_URL",
  "DIRECT_DATABASE_URL",
  "CLICKHOUSE_URL",
  "CLICKHOUSE_PASSWORD",
  "CONNECTIONS",
  "SMTP_URL",
  "METRICS_KEY",
  "TRACES_URL",
  "IDENTITY_PROVIDERS",
  "AUDIT_EXPORT",
  "AUDIT_EXPORT_AUTHORIZATION",
]);

/** A variable as the person wrote it, so that they find it again. */
const asGiven = (name: string, source: Source) => (SECRET_SETTINGS.has(name) ? name : `${name}=${source[name] ?? ""}`);

/** What is wrong with an environment, a phrase each. A misspelt name would start the product with a default instead. */
function problemsOf(source: Source, issues: readonly z.core.$ZodIssue[]): string[] {
  const names = Object.keys(source).filter((name) => source[name] !== undefined);
  const unknown = misspelt(names, Object.keys(variables.shape));
  return [
    ...unknown.map(([name, meant]) => `${name} is not a setting: did you mean ${meant}?`),
    ...issues.map(({ path, message }) => `${asGiven(path.join("."), source)}: ${message}`),
  ];
}

export function readEnv(source: Source): Env {
  const result = environment.safeParse(source);
  const problems = problemsOf(source, result.error?.issues ?? []);
  if (result.success && problems.length === 0) return result.data;
  throw new Error(`The environment is not usable. ${problems.join("; ")}`);
}

export const env = readEnv(process.env);

/**
 * Days after which unused tables of answers are detached; 0: never. Where nothing is set and the table engine is
 * another than the plain one, never: a detached replicated table stops replicating on every server while its replicas
 * wait for it, and a cloud service refuses to detach permanently.
 */
export const detachDays = ({
  CLICKHOUSE_DETACH_DAYS,
  CLICKHOUSE_TABLE_ENGINE,
}: Pick<Env, "CLICKHOUSE_DETACH_DAYS" | "CLICKHOUSE_TABLE_ENGINE"> = env): number =>
  CLICKHOUSE_DETACH_DAYS ?? (CLICKHOUSE_TABLE_ENGINE === "MergeTree" ? 7 : 0);

/** The address of the owner, else the one past the pooler: what migrates, restores and copies needs a session. */
export const ownerAddress = ({
  DATABASE_URL,
  MIGRATION_DATABASE_URL,
  DIRECT_DATABASE_URL,
}: Pick<Env, "DATABASE_URL" | "MIGRATION_DATABASE_URL" | "DIRECT_DATABASE_URL"> = env): string | undefined =>
  MIGRATION_DATABASE_URL ?? DIRECT_DATABASE_URL ?? DATABASE_URL;

/** Where notifications are heard; undefined: a pooler is in between, which passes none on. */
export const notifyingAddress = ({
  DATABASE_URL,
  DIRECT_DATABASE_URL,
  DATABASE_POOLER,
}: Pick<Env, "DATABASE_URL" | "DIRECT_DATABASE_URL" | "DATABASE_POOLER"> = env): string | undefined =>
  DIRECT_DATABASE_URL ?? (DATABASE_POOLER === "none" ? DATABASE_URL : undefined);

/** Whether the database is on this machine: then its files are on this machine's disk. */
export function isDatabaseHere({ DATABASE_URL = "" }: Pick<Env, "DATABASE_URL"> = env): boolean {
  const [, host = ""] = /^\w+:\/\/(?:[^@/?]*@)?(\[[^\]]*\]|[^:,/?]*)/.exec(DATABASE_URL) ?? [];
  return host === "" || isLoopback(host.replace(/^\[|\]$/g, ""));
}

const LOOPBACK = new Set(["127.0.0.1", "::1", "localhost"]);

/** Whether a host's name is this machine's own. */
export const isLoopback = (host: string): boolean => LOOPBACK.has(host);

type Reach = Pick<Env, "HOST" | "DEMO" | "TRUSTED_PROXIES" | "PUBLIC_URL">;

/**
 * Demo data, accounts and keys exist and are accepted only where others cannot reach the product, or when DEMO=1 says
 * so. Behind a proxy of this machine it listens on loopback, too.
 */
export function demoAllowed({ HOST, DEMO, TRUSTED_PROXIES, PUBLIC_URL }: Reach = env): boolean {
  const publicHost = PUBLIC_URL === undefined ? "localhost" : new URL(PUBLIC_URL).hostname.replace(/^\[|\]$/g, "");
  return DEMO || (isLoopback(HOST) && TRUSTED_PROXIES === 0 && isLoopback(publicHost));
}

/** The demo's passwords are known to everybody: its accounts count only where demo data may be. */
export const demoRefused = (email: string): boolean => email.endsWith("@demo.test") && !demoAllowed();

/** The demo's keys are in the README: they count only where demo data may be. No key that is made here begins so. */
export const demoKeyRefused = (key: string): boolean => key.startsWith("demo-") && !demoAllowed();

/** Base address for links that leave the product, without a trailing slash. */
export function publicUrl({ PUBLIC_URL, PORT }: Pick<Env, "PUBLIC_URL" | "PORT"> = env): string {
  return (PUBLIC_URL ?? `http://localhost:${PORT}`).replace(/\/+$/, "");
}

/** The secret that `npm start` hands to its processes; a process started without it has no business with secrets. */
export function appSecret(): string {
  if (!env.APP_SECRET) throw new Error("APP_SECRET is missing. Start with `npm start`, or set it in the environment.");
  return env.APP_SECRET;
}
