import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    databaseDispenser: string;
  }
}

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Gives test files databases of their own (`lib/test-database.ts`), each a copy of one that was migrated once. The
 * PostgreSQL behind them starts when the first file asks, so that runs without such files don't pay for it.
 */
export default async function globalSetup(project: TestProject): Promise<() => Promise<void>> {
  let server: Server | undefined;
  let made = 0;
  let turn: Promise<unknown> = Promise.resolve();
  const dispenser = createServer((_, response) => {
    server ??= startServer();
    const { url } = server;
    const name = `test_${++made}`;
    // One after the other: a database cannot be copied while another copy is being made of it.
    turn = turn.then(async () => {
      try {
        response.end(await copyDatabase(await url, name));
      } catch (error) {
        response.writeHead(500).end(String(error));
      }
    });
  });
  await new Promise<void>((listening) => dispenser.listen(0, "127.0.0.1", listening));
  const address = dispenser.address();
  project.provide("databaseDispenser", `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`);
  return async () => {
    dispenser.close();
    await server?.stop();
  };
}

type Server = { url: Promise<string>; stop: () => Promise<void> };

function startServer(): Server {
  const args = ["--conditions", "react-server", "--import", "tsx", "lib/test-database-server.ts"];
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const exited = new Promise<void>((done) => child.once("exit", () => done()));
  const url = new Promise<string>((resolve, reject) => {
    child.once("message", (message) => resolve(String(message)));
    void exited.then(() => reject(new Error("PostgreSQL for the tests did not start.")));
  });
  url.catch(() => {});
  const stop = () => {
    if (child.connected) child.disconnect();
    return exited;
  };
  return { url, stop };
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
