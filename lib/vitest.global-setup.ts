import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:http";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { scriptArguments } from "@/lib/test-script";

declare module "vitest" {
  export interface ProvidedContext {
    storeDispenser: string;
  }
}

/**
 * Gives test files stores to work with: `/database` a database of its own (`lib/test-database.ts`), a copy of one that
 * was migrated once, `/engine` the engine that all share (`lib/test-engine.ts`). Each server behind them starts when the
 * first file asks, so that runs without such files don't pay for it.
 */
export default async function globalSetup(project: TestProject): Promise<() => Promise<void>> {
  const servers: Record<string, Server> = {};
  const serverOf = (name: "database" | "engine") => {
    servers[name] ??= startServer(`./lib/test-${name}-server.ts`);
    return servers[name].message;
  };
  let made = 0;
  let turn: Promise<unknown> = Promise.resolve();
  const newDatabase = () => {
    const name = `test_${++made}`;
    // One after the other: a database cannot be copied while another copy is being made of it.
    const copied = turn.then(async () => copyDatabase(await serverOf("database"), name));
    turn = copied.catch(() => {});
    return copied;
  };
  const dispenser = createServer((request, response) => {
    const store = request.url === "/engine" ? serverOf("engine") : newDatabase();
    store.then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((listening) => dispenser.listen(0, "127.0.0.1", listening));
  const address = dispenser.address();
  project.provide("storeDispenser", `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`);
  return async () => {
    dispenser.close();
    await Promise.all(Object.values(servers).map((server) => server.stop()));
  };
}

type Server = { message: Promise<string>; stop: () => Promise<void> };

/** A process that says one thing when it is ready, and ends when it is let go of. */
function startServer(file: string): Server {
  const child: ChildProcess = spawn(process.execPath, scriptArguments(`import "${file}";`), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const exited = new Promise<void>((done) => child.once("exit", () => done()));
  const message = new Promise<string>((resolve, reject) => {
    child.once("message", (text) => resolve(String(text)));
    void exited.then(() => reject(new Error(`${file} did not start.`)));
  });
  message.catch(() => {});
  const stop = () => {
    if (child.connected) child.disconnect();
    return exited;
  };
  return { message, stop };
}

async function copyDatabase(url: string, name: string): Promise<string> {
  const inDatabase = (database: string) => url.replace(/\/[^/]+$/, `/${database}`);
  const admin = postgres(inDatabase("postgres"), { max: 1, onnotice: () => {} });
  try {
    await admin.unsafe(`create database ${name} template ${new URL(url).pathname.slice(1)}`);
    return inDatabase(name);
  } finally {
    await admin.end({ timeout: 1 });
  }
}
