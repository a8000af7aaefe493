import { afterEach, expect, test } from "vitest";
import { demoKeyRefused, demoRefused, detachDays, env, readEnv } from "./env";

const { HOST, DEMO } = env;
afterEach(() => {
  Object.assign(env, { HOST, DEMO });
});

test("what is the demo's counts on loopback, or where DEMO says so, and nowhere else", () => {
  const places = [
    { HOST: "127.0.0.1", DEMO: false, refused: false },
    { HOST: "0.0.0.0", DEMO: false, refused: true },
    { HOST: "0.0.0.0", DEMO: true, refused: false },
  ];
  for (const { refused, ...place } of places) {
    Object.assign(env, place);
    expect(demoKeyRefused("demo-activation-key")).toBe(refused);
    expect(demoRefused("admin@demo.test")).toBe(refused);
    expect(demoKeyRefused("fw_activation_demo-activation-key")).toBe(false);
    expect(demoRefused("admin@example.test")).toBe(false);
  }
});

test("an address of a database that its client cannot read is said to be one, without its password", () => {
  for (const name of ["DATABASE_URL", "MIGRATION_DATABASE_URL"]) {
    for (const address of [
      "",
      "nonsense",
      "http://a:secret@b/c",
      "postgres://a:secret%zz@b/c",
      "postgres://a:secret@b:x",
    ]) {
      const read = () => readEnv({ [name]: address });
      expect(read, address).toThrow(new RegExp(`^The environment is not usable. ${name}: must be an address like`));
      expect(read).not.toThrow(/secret/);
    }
    for (const address of [
      "postgres://b",
      "postgresql://a:s%40,t@b:5432/c?sslmode=require",
      "postgres://a:s@b:1,c:2/d",
      "postgres:///c?host=/run/postgresql",
    ]) {
      expect(readEnv({ [name]: address })).toMatchObject({ [name]: address });
    }
  }
});

test("tables of answers are detached after a week, unless their engine is one whose detached tables others wait for", () => {
  expect(detachDays(readEnv({}))).toBe(7);
  expect(detachDays(readEnv({ CLICKHOUSE_TABLE_ENGINE: "ReplicatedMergeTree" }))).toBe(0);
  expect(detachDays(readEnv({ CLICKHOUSE_TABLE_ENGINE: "ReplicatedMergeTree", CLICKHOUSE_DETACH_DAYS: "30" }))).toBe(
    30,
  );
  expect(detachDays(readEnv({ CLICKHOUSE_DETACH_DAYS: "0" }))).toBe(0);
});
