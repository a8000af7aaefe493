import { expect, test } from "vitest";
import { readConnections } from "./connections";

const panel = { name: "panel", title: "Panel", environment: "staging", demand: { url: "https://api.panel.test/v1/" } };
const read = (...connections: unknown[]) => readConnections(JSON.stringify(connections));

test("the built-in connection is always there, and first", () => {
  expect(readConnections("[]").map(({ name }) => name)).toEqual(["built-in"]);
  expect(read(panel).map(({ name }) => name)).toEqual(["built-in", "panel"]);
});

test("what a connection leaves out has the careful value", () => {
  expect(read(panel)[1]).toEqual({
    ...panel,
    timeoutMs: 30_000,
    demand: {
      url: "https://api.panel.test/v1",
      shape: "flat",
      addsQuotas: false,
      searches: false,
      requestsPerSecond: 10,
    },
  });
});

test("an unusable setting is refused by a sentence that names it and shows no value", () => {
  const wrong: [unknown, RegExp][] = [
    [{ ...panel, name: "built-in" }, /0\.name/],
    [{ ...panel, name: "Panel A" }, /0\.name/],
    [{ ...panel, timeoutMs: 5 }, /0\.timeoutMs/],
    [{ ...panel, demand: { url: "ftp://api.panel.test" } }, /0\.demand\.url/],
    [{ ...panel, demand: { ...panel.demand, shape: "deep" } }, /0\.demand\.shape/],
    [{ ...panel, surprise: 1 }, /surprise/],
  ];
  for (const [connection, name] of wrong) expect(() => read(connection)).toThrow(name);
  expect(() => readConnections("{")).toThrow("CONNECTIONS is not valid JSON");
  expect(() => read(panel, panel)).toThrow("CONNECTIONS names “panel” twice.");
});

test("an address carries no password, query or fragment", () => {
  for (const url of [
    "https://me:hunter22@api.panel.test",
    "https://api.panel.test/?key=hunter22",
    "https://a.test/#x",
  ]) {
    expect(() => read({ ...panel, demand: { url } })).toThrow("must have no user, password, query or fragment");
    expect(() => read({ ...panel, demand: { url } })).not.toThrow("hunter22");
  }
});
