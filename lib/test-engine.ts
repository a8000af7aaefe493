import { afterAll, beforeAll, inject } from "vitest";
import { env } from "@/lib/env";
import { clickhouse, closeClickhouse } from "@/lib/stores/clickhouse/client";
import { createAnswerDatabase } from "@/lib/stores/clickhouse/prepare";
import { newDataDir, removeDataDir, startTestEngine, type TestEngine } from "@/lib/test-engine-process";

type EngineAddress = Pick<TestEngine, "url" | "user" | "password">;

async function useEngine({ url, user, password }: EngineAddress, database: string): Promise<void> {
  env.CLICKHOUSE_URL = url;
  env.CLICKHOUSE_USER = user;
  env.CLICKHOUSE_PASSWORD = password;
  env.CLICKHOUSE_DATABASE = database;
  await createAnswerDatabase();
}

/** Gives the test file that calls this a database of its own in the engine that all files of a run share. */
export function withEngine(): void {
  beforeAll(async () => {
    const reply = await fetch(`${inject("storeDispenser")}/engine`);
    const text = await reply.text();
    if (!reply.ok) throw new Error(text);
    await useEngine(JSON.parse(text) as EngineAddress, `test_${crypto.randomUUID().replaceAll("-", "")}`);
    return async () => {
      await clickhouse().command({ query: `DROP DATABASE ${env.CLICKHOUSE_DATABASE}` });
      await closeClickhouse();
    };
  });
}

/**
 * Gives the test file that calls this an engine of its own, for tests that end it or look at the whole of it, with
 * the product's database in it, as the one that the process's client asks. Who ends it puts the next one in its place.
 */
export function withOwnEngine(database = env.CLICKHOUSE_DATABASE): {
  current: () => TestEngine;
  replace: (engine: TestEngine) => void;
} {
  let engine: TestEngine | undefined;
  const current = () => {
    if (!engine) throw new Error("The engine is started before the first test.");
    return engine;
  };
  beforeAll(async () => {
    engine = await startTestEngine(newDataDir());
    await useEngine(engine, database);
  });
  afterAll(async () => {
    await closeClickhouse();
    await current().end("SIGTERM");
    removeDataDir(current().dataDir);
  });
  return {
    current,
    replace: (next) => {
      engine = next;
    },
  };
}
