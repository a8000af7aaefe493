import { expect, test } from "vitest";
import { mayReadMetrics } from "./metrics-server";

const KEY = "a key for the tests alone";

test("with a key only its holder reads the metrics, wherever they ask from", () => {
  const from = (authorization: string | undefined, remoteAddress = "10.0.0.7") =>
    mayReadMetrics({ headers: { authorization }, remoteAddress }, KEY);
  expect(from(`Bearer ${KEY}`)).toBe(true);
  for (const given of [undefined, "", "Bearer ", `Bearer ${KEY}x`, KEY, `Basic ${KEY}`])
    expect(from(given)).toBe(false);
  expect(from(undefined, "127.0.0.1")).toBe(false);
});

test("without a key this machine reads them, and nobody behind a proxy on it", () => {
  const from = (remoteAddress: string | undefined, headers = {}) =>
    mayReadMetrics({ headers, remoteAddress }, undefined);
  for (const address of ["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"]) expect(from(address)).toBe(true);
  for (const address of ["10.0.0.7", "::ffff:10.0.0.7", "", undefined]) expect(from(address)).toBe(false);
  for (const name of ["x-forwarded-for", "forwarded", "x-real-ip", "via"]) {
    expect(from("127.0.0.1", { [name]: "127.0.0.1" })).toBe(false);
  }
});
