import { once } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { endsAfter } from "./ends-after";

setFlagsFromString("--expose_gc");
const collectGarbage = runInNewContext("gc") as () => void;

test("a signal ends after its time, though all that nobody holds is collected meanwhile", async () => {
  const signal = endsAfter(50, new AbortController().signal);
  const ended = once(signal, "abort");
  // What was read in one turn of the event loop is held until its end.
  await new Promise((next) => setImmediate(next));
  collectGarbage();
  await ended;
  expect(signal.reason).toMatchObject({ name: "TimeoutError" });
});

test("a signal ends with the one that it is given, and for its reason", () => {
  const given = new AbortController();
  const signal = endsAfter(60_000, given.signal);
  given.abort(new Error("The caller has gone."));
  expect(signal.reason).toEqual(new Error("The caller has gone."));
});
