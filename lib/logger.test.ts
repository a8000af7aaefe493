import { Writable } from "node:stream";
import { pino } from "pino";
import { expect, test } from "vitest";
import { redactedPaths } from "./logger";

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
