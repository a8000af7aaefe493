import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { installDebianPackage } from "../install";
import { startInstance } from "../instance";
import { ownerUrlOf } from "../remote/store";
import { freePort } from "./free-port";
import { startJudging } from "./judge";
import { peerSettings } from "./peers";
import { walkProduct } from "./walk";

/**
 * Web and worker behind PgBouncer in transaction mode, with fewer connections than they open: with notifications past
 * the pooler, and without.
 */
const SERVER_CONNECTIONS = 4;
const { judge, end } = startJudging();

const hasPgbouncer = () => spawnSync("pgbouncer", ["--version"], { stdio: "ignore" }).status === 0;
if (!hasPgbouncer()) installDebianPackage("pgbouncer");
if (!hasPgbouncer()) {
  process.stdout.write("PgBouncer is missing and could not be installed.\n\n0 passed, 1 failed\n");
  process.exit(1);
}

const stores = mkdtempSync(join(tmpdir(), "fieldwork-pooler-"));
chmodSync(stores, 0o711);
/** It runs the stores; what is walked through is its peer. */
const first = await startInstance({ dataDir: stores, env: { PROCESSES: "web" } });
const peer = peerSettings(first, ownerUrlOf(stores));
const direct = new URL(peer.DATABASE_URL ?? "");
const { pooler, url, said } = await startPgbouncer(direct);

for (const hears of [true, false]) {
  const instance = await startInstance({
    env: {
      ...peer,
      ...{ DATABASE_URL: url, DATABASE_POOLER: "transaction", DATABASE_CONNECTIONS: "20", PROCESSES: "web,worker" },
      ...(hears && { DIRECT_DATABASE_URL: direct.href }),
    },
  });
  process.stdout.write(
    `\n${hears ? "With DIRECT_DATABASE_URL" : "Without it: the worker looks every three seconds"}\n`,
  );
  await walkProduct(instance.url, judge);
  // The walk has jobs: by now the worker, which starts after the pages, has tried to listen.
  const cannotListen = instance.logs().includes("looks every few seconds instead");
  judge(hears ? "the worker is notified" : "the worker says that it is not notified", cannotListen !== hears);
  const sessions = /prepared statement|unsupported startup parameter|no such (portal|cursor)/i.exec(
    instance.logs() + said(),
  );
  judge(`nothing asked for a session (${sessions?.[0] ?? "nothing"})`, sessions === null);
  judge("it stops with exit code 0", (await instance.stop()) === 0);
}
const refused = await startInstance({
  env: { ...peer, DATABASE_URL: url, DATABASE_POOLER: "transaction", MIGRATION_DATABASE_URL: "" },
}).catch(String);
judge("an address for migrations is asked for", String(refused).includes("MIGRATION_DATABASE_URL"));

pooler.kill("SIGTERM");
judge("the first stops with exit code 0", (await first.stop()) === 0);
rmSync(stores, { recursive: true, force: true });
end();

/** A pooler that lets anybody in as the role of an address: it listens on this machine alone. */
async function startPgbouncer(to: URL): Promise<{ pooler: ChildProcess; url: string; said: () => string }> {
  const port = await freePort();
  const file = join(stores, "pgbouncer.ini");
  const database = `host=127.0.0.1 port=${to.port} dbname=fieldwork user=${to.username} password=${decodeURIComponent(to.password)}`;
  writeFileSync(
    file,
    [
      "[databases]",
      `fieldwork = ${database}`,
      "[pgbouncer]",
      `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
      `auth_type = any\npool_mode = transaction\ndefault_pool_size = ${SERVER_CONNECTIONS}\nmax_client_conn = 200`,
      "",
    ].join("\n"),
    { mode: 0o644 },
  );
  // As root it would refuse to run.
  const asOther = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const pooler = spawn("pgbouncer", [...asOther, file], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [pooler.stdout, pooler.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const url = `postgres://${to.username}@127.0.0.1:${port}/fieldwork`;
  for (let tries = 0; ; tries += 1) {
    const sql = postgres(url, { max: 1, connect_timeout: 2, prepare: false });
    try {
      await sql`select 1`;
      return { pooler, url, said: () => output };
    } catch (error) {
      if (tries > 50 || pooler.exitCode !== null)
        throw new Error(`PgBouncer did not start.\n${output}`, { cause: error });
      await sleep(100);
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
}
