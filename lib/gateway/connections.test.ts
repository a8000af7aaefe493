import { expect, test } from "vitest";
import { addressOf, readConnections, withOurs } from "./connections";

const panel = { name: "panel", title: "Panel", environment: "staging", demand: { url: "https://api.panel.test/v1/" } };
const read = (...connections: unknown[]) => readConnections(JSON.stringify(connections));

test("the built-in connection is always there, and first", () => {
  expect(readConnections("[]").map(({ name }) => name)).toEqual(["built-in"]);
  expect(read(panel).map(({ name }) => name)).toEqual(["built-in", "panel"]);
});

test("settings that a connection leaves out have the careful value", () => {
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
    activation: { url: null, keys: {}, extended: true },
    analysis: { url: null, keys: {} },
    pivot: { url: null, keys: {} },
    quality: { url: null, keys: {}, extended: true },
    fraud: { url: null, keys: {}, extended: true, entryTimeoutMs: 2000 },
  });
});

test("the duplicate check is asked at the address of the connection's environment, with a key for each account", () => {
  const activation = { url: "https://check.test/", stageUrl: "https://stage.check.test/", keys: { "7": "secret" } };
  const addressIn = (environment: string, settings: object = activation) =>
    read({ ...panel, environment, activation: settings })[1]?.activation;
  expect(addressIn("staging")).toEqual({ url: "https://stage.check.test", keys: { "7": "secret" }, extended: false });
  expect(addressIn("production")?.url).toBe("https://check.test");
  expect(() => addressIn("staging", { url: "https://check.test" })).toThrow(/activation\.stageUrl/);
  expect(() => addressIn("production", { ...activation, keys: { "7": 12345 } })).toThrow(/activation\.keys\.7/);
  expect(() => addressIn("production", { ...activation, keys: { "7": 12345 } })).not.toThrow("12345");
});

test.each([
  ["analysis", "pivot"],
  ["pivot", "analysis"],
] as const)("%s is asked at its own address, with a key for each account", (own, other) => {
  const settings = { url: "https://answers.test/", keys: { "7": "secret" } };
  const found = read({ ...panel, [own]: settings })[1];
  expect(found?.[own]).toEqual({ url: "https://answers.test", keys: { "7": "secret" } });
  if (!found) return;
  expect(addressOf(found, own)).toBe("https://answers.test");
  for (const of of [other, "activation"] as const) expect(addressOf(found, of)).toBeNull();
  expect(addressOf(found, "demand")).toBe("https://api.panel.test/v1");
  expect(addressOf(withOurs(found, own), own)).toBeNull();
  expect(() => read({ ...panel, [own]: { keys: {} } })).toThrow(`${own}.url`);
});

test("an unusable setting is refused by a sentence that names it and shows no value", () => {
  const wrong: [unknown, RegExp][] = [
    [{ ...panel, name: "built-in" }, /0: .*demand/],
    [{ name: "built-in", quality: { url: "https://a.test" } }, /0: .*quality/],
    [{ name: "built-in", fraud: { url: "https://a.test", entryTimeoutMs: 60_000 } }, /0\.fraud\.entryTimeoutMs/],
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

test("the built-in connection may have its fraud checks elsewhere, with a key that replies are encrypted with", () => {
  const encryption_key = Buffer.alloc(32, 7).toString("base64");
  const keys = { a: { publishable_key: "p", private_key: "s", encryption_key } };
  const fraud = { url: "https://checks.test/", keys };
  const [builtIn, ...others] = read({ name: "built-in", fraud });
  expect(others).toEqual([]);
  expect(builtIn).toMatchObject({ name: "built-in", environment: "built-in", demand: { url: null } });
  expect(builtIn?.fraud).toEqual({ url: "https://checks.test", keys, extended: false, entryTimeoutMs: 2000 });
  expect(read(panel, { name: "built-in", fraud }).map(({ name }) => name)).toEqual(["built-in", "panel"]);
  expect(() => read({ name: "built-in" }, { name: "built-in" })).toThrow("CONNECTIONS names “built-in” twice.");
  const short = { a: { encryption_key: "c2hvcnQ=" } };
  expect(() => read({ name: "built-in", fraud: { ...fraud, keys: short } })).toThrow(
    /0\.fraud\.keys\.a\.encryption_key/,
  );
  expect(() => read({ name: "built-in", fraud: { ...fraud, keys: short } })).not.toThrow("c2hvcnQ=");
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
