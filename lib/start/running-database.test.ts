import { expect, it } from "vitest";
import { parsePostmaster } from "./running-database";

it("reads process and port of a running server from its postmaster.pid", () => {
  expect(parsePostmaster("4711\n/data/postgres\n1764000000\n54321\n\n127.0.0.1\n 123 4\nready\n")).toEqual({
    pid: 4711,
    port: 54_321,
  });
});

it("finds none in a file that is not written to the end", () => {
  expect(parsePostmaster("")).toBeUndefined();
  expect(parsePostmaster("4711\n/data/postgres\n")).toBeUndefined();
});
