import { createServer } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { env } from "@/lib/env";
import { withEngine } from "@/lib/test-engine";
import { createAnswerDatabase } from "./prepare";

withEngine();

let present: Pick<typeof env, "CLICKHOUSE_URL" | "CLICKHOUSE_PASSWORD">;
beforeEach(() => {
  present = { CLICKHOUSE_URL: env.CLICKHOUSE_URL, CLICKHOUSE_PASSWORD: env.CLICKHOUSE_PASSWORD };
});
afterEach(() => void Object.assign(env, present));

test("a refused password is told at once, without the password", async () => {
  env.CLICKHOUSE_PASSWORD = "not-this-one";
  const waits: string[] = [];
  const refused = createAnswerDatabase({ onWait: (place) => waits.push(place) });
  await expect(refused).rejects.toThrow(
    new Error(
      `ClickHouse at ${env.CLICKHOUSE_URL} refuses the user ${env.CLICKHOUSE_USER}. Correct CLICKHOUSE_USER and CLICKHOUSE_PASSWORD.`,
    ),
  );
  expect(waits).toEqual([]);
});

test("a server that is away is waited for, told once, and given up in a sentence", async () => {
  env.CLICKHOUSE_URL = "http://127.0.0.1:1";
  const waits: string[] = [];
  const waiting = createAnswerDatabase({ patienceMs: 600, onWait: (place) => waits.push(place) });
  await expect(waiting).rejects.toThrow(
    /^ClickHouse at http:\/\/127\.0\.0\.1:1 cannot be reached: .*ECONNREFUSED.*\. Start it, or correct CLICKHOUSE_URL\.$/,
  );
  expect(waits).toEqual(["http://127.0.0.1:1"]);
});

test("a wait ends when the start is given up", async () => {
  const deaf = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await new Promise((done) => deaf.once("listening", done));
  const place = deaf.address();
  env.CLICKHOUSE_URL = `http://127.0.0.1:${typeof place === "object" && place ? place.port : 0}`;
  const stop = new AbortController();
  const waiting = createAnswerDatabase({ onWait: () => stop.abort(), signal: stop.signal });
  await expect(waiting).rejects.toThrow();
  deaf.close();
});
