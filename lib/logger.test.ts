import { Writable } from "node:stream";
import { DrizzleQueryError } from "drizzle-orm";
import { pino } from "pino";
import { expect, test } from "vitest";
import { describeError, redactedPaths } from "./logger";

test("never writes a secret, wherever in an event it stands", () => {
  let written = "";
  const sink = new Writable({
    write(chunk, _encoding, done) {
      written += chunk;
      done();
    },
  });
  const log = pino({ redact: { paths: redactedPaths, censor: "[redacted]" } }, sink);
  log.info({
    password: "hush-1",
    headers: { authorization: "hush-2", cookie: "hush-3", "x-api-key": "hush-4", accept: "kept" },
    request: { headers: { "api-key": "hush-5" }, body: { token: "hush-6" } },
  });
  expect(written).not.toContain("hush");
  expect(written).toContain("kept");
});

test("says which statement failed and why, but none of its values", () => {
  const cause = new Error("deadlock detected");
  const error = new DrizzleQueryError("update t set hash = $1", ["scrypt$hush-1\nhush-2"], cause);
  const written = JSON.stringify(describeError(error));
  expect(written).toContain("update t set hash = $1");
  expect(written).toContain("deadlock detected");
  expect(written).toContain("logger.test.ts");
  expect(written).not.toContain("hush");
});
