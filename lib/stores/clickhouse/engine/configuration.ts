import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type ServerOptions = {
  /** Where ClickHouse keeps its data, and where its configuration is written. */
  directories: { data: string; configuration: string };
  port: number;
  credentials: { user: string; password: string };
  /** The product's database. */
  database: string;
  /** What the server says at `OPENED_PATH` to everybody: nobody else on this port can know it. */
  token: string;
  /** How many statements run at once; the others wait. */
  queries: number;
  /** What all of them together may use. */
  memoryBytes: number;
};

/** The statement that keeps the server open is one, too. */
const KEEPING_OPEN = 1;
/** Whoever waits gives up by a limit of their own. */
const WAIT_MS = 3_600_000;
/** How long a sender or a receiver may pause: an import reads its file, an export is written to a slow disk. */
const PAUSE_SECONDS = 3600;

export const OPENED_PATH = "/opened";

/** What one field of a request may hold. */
const STATEMENT_BYTES = 64 * 1024 * 1024;

const xml = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const elements = (values: Record<string, string | number>) =>
  Object.entries(values)
    .map(([name, value]) => `<${name}>${xml(String(value))}</${name}>`)
    .join("\n");

/**
 * A request without the key's own header reaches nothing that could run a statement. ClickHouse's users alone would not
 * do: the local session that opens the server is always `default`, without a password, and with it everybody on
 * loopback would be.
 */
const handlers = ({ credentials, token }: ServerOptions) => `<http_handlers>
<rule>
<headers>${elements({ Authorization: authorization(credentials) })}</headers>
<handler>${elements({ type: "dynamic_query_handler", query_param_name: "query" })}</handler>
</rule>
<rule>${elements({ url: OPENED_PATH })}
<handler>${elements({ type: "static", status: 200, response_content: token })}</handler>
</rule>
<rule>
<handler>${elements({ type: "static", status: 401, response_content: REFUSED })}</handler>
</rule>
</http_handlers>`;

/** As a server says it, so that clients know it. */
const REFUSED = "Code: 516. DB::Exception: The user or the password is wrong. (AUTHENTICATION_FAILED)";

export const authorization = ({ user, password }: ServerOptions["credentials"]): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;

const serverConfig = (options: ServerOptions, usersFile: string) => `<clickhouse>
${elements({
  path: options.directories.data,
  http_port: options.port,
  listen_host: "127.0.0.1",
  users_config: usersFile,
  max_server_memory_usage: options.memoryBytes,
  max_concurrent_queries: options.queries + KEEPING_OPEN,
  database_catalog_unused_dir_cleanup_period_sec: 0, // data of a parked table belong to none that it knows
})}
<user_directories><users_xml>${elements({ path: usersFile })}</users_xml></user_directories>
${handlers(options)}
</clickhouse>
`;

/** What holds for a statement whose caller asked for nothing else. */
const profile = ({ memoryBytes }: ServerOptions) =>
  elements({
    implicit_select: 0, // it would take any word for a SELECT
    queue_max_wait_ms: WAIT_MS,
    max_execution_time: 60,
    max_memory_usage: Math.floor(memoryBytes / 2),
    // A second thread would be had only where a gigabyte is free for each, which is all that there is.
    max_threads_min_free_memory_per_thread: 0,
    http_receive_timeout: PAUSE_SECONDS,
    http_send_timeout: PAUSE_SECONDS,
    http_max_field_value_size: STATEMENT_BYTES, // lists of ids are sent as one parameter
  });

/** What the product may do: everything with tables, nothing with files, addresses and users. */
const GRANTS = [
  "GRANT SELECT, INSERT, ALTER, CREATE DATABASE, CREATE TABLE, DROP, TRUNCATE, OPTIMIZE, SHOW, KILL QUERY ON *.*",
  "GRANT TABLE ENGINE ON *",
];

const loopback = "<networks><ip>127.0.0.1</ip></networks>";

const usersConfig = (options: ServerOptions) => {
  const { user, password } = options.credentials;
  return `<clickhouse>
<profiles><default>${profile(options)}</default></profiles>
<quotas><default></default></quotas>
<users>
<default>
<no_password/>${loopback}<profile>default</profile>
<grants><query>GRANT SYSTEM LISTEN ON *.*</query><query>GRANT SELECT ON system.numbers</query></grants>
</default>
<${user}>
<password_sha256_hex>${createHash("sha256").update(password).digest("hex")}</password_sha256_hex>${loopback}
<profile>default</profile>
<grants>${GRANTS.map((query) => `<query>${query}</query>`).join("")}</grants>
</${user}>
</users>
</clickhouse>
`;
};

/** Writes the configuration, for the owner's eyes only, in place of any; the file that ClickHouse is started with. */
export function writeConfiguration(options: ServerOptions): string {
  const folder = options.directories.configuration;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [serverFile, usersFile] = [join(folder, "config.xml"), join(folder, "users.xml")];
  writeFileSync(usersFile, usersConfig(options), { mode: 0o600 });
  writeFileSync(serverFile, serverConfig(options, usersFile), { mode: 0o600 });
  return serverFile;
}
