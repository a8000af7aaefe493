import { afterEach, expect, test } from "vitest";
import {
  demoKeyRefused,
  demoRefused,
  detachDays,
  env,
  isDatabaseHere,
  notifyingAddress,
  ownerAddress,
  readEnv,
} from "./env";

const { HOST, DEMO, PUBLIC_URL, TRUSTED_PROXIES } = env;
const alone = { HOST: "127.0.0.1", DEMO: false, PUBLIC_URL, TRUSTED_PROXIES };
afterEach(() => {
  Object.assign(env, { HOST, DEMO, PUBLIC_URL, TRUSTED_PROXIES });
});

test("what is the demo's counts where others cannot reach the product, or where DEMO says so, and nowhere else", () => {
  const places = [
    { ...alone, refused: false },
    { ...alone, PUBLIC_URL: "http://[::1]:3000", refused: false },
    { ...alone, HOST: "0.0.0.0", refused: true },
    { ...alone, TRUSTED_PROXIES: 1, refused: true },
    { ...alone, PUBLIC_URL: "https://fieldwork.example", refused: true },
    { ...alone, HOST: "0.0.0.0", PUBLIC_URL: "https://fieldwork.example", DEMO: true, refused: false },
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
  for (const name of ["DATABASE_URL", "MIGRATION_DATABASE_URL", "DIRECT_DATABASE_URL"]) {
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

test("behind a pooler no statement is prepared, and what needs a session goes past it", () => {
  const url = "postgres://a:s@pooler:6432/c";
  const direct = "postgres://a:s@server/c";
  const owner = "postgres://owner:s@server/c";
  expect(readEnv({ DATABASE_URL: url }).DATABASE_URL).toBe(url);
  const pooled = readEnv({ DATABASE_URL: url, DATABASE_POOLER: "transaction" });
  expect(pooled.DATABASE_URL).toBe(`${url}?prepare=false`);
  expect(readEnv({ DATABASE_URL: `${url}?sslmode=require`, DATABASE_POOLER: "transaction" }).DATABASE_URL).toBe(
    `${url}?sslmode=require&prepare=false`,
  );
  expect(notifyingAddress(pooled), "a pooler passes no notification on").toBeUndefined();
  expect(notifyingAddress(readEnv({ DATABASE_URL: url }))).toBe(url);
  const both = { ...pooled, DIRECT_DATABASE_URL: direct };
  expect([notifyingAddress(both), ownerAddress(both)]).toEqual([direct, direct]);
  expect(ownerAddress({ ...both, MIGRATION_DATABASE_URL: owner })).toBe(owner);
  expect(() => readEnv({ DATABASE_POOLER: "session" })).toThrow("DATABASE_POOLER=session: must be none or transaction");
});

test("a database is on this machine by its first host, or by a socket", () => {
  const here = [
    "postgres://a:s@127.0.0.1:1/c",
    "postgres://[::1]:1/c",
    "postgres:///c?host=/run",
    "postgres://localhost",
  ];
  const elsewhere = ["postgres://a:s@b:1,127.0.0.1:2/d", "postgres://a:s%40127.0.0.1@b/c"];
  for (const url of here) expect(isDatabaseHere({ DATABASE_URL: url }), url).toBe(true);
  for (const url of elsewhere) expect(isDatabaseHere({ DATABASE_URL: url }), url).toBe(false);
});

test("tables of answers are detached after a week, unless their engine is one whose detached tables others wait for", () => {
  expect(detachDays(readEnv({}))).toBe(7);
  expect(detachDays(readEnv({ CLICKHOUSE_TABLE_ENGINE: "ReplicatedMergeTree" }))).toBe(0);
  expect(detachDays(readEnv({ CLICKHOUSE_TABLE_ENGINE: "ReplicatedMergeTree", CLICKHOUSE_DETACH_DAYS: "30" }))).toBe(
    30,
  );
  expect(detachDays(readEnv({ CLICKHOUSE_DETACH_DAYS: "0" }))).toBe(0);
});

test("a value that cannot be used is shown as it was given, with what it has to be", () => {
  const wrong: Record<string, string> = {
    PORT: "34o2",
    TRUSTED_PROXIES: "",
    DEMO: "yes",
    LOG_LEVEL: "loud",
    PUBLIC_URL: "fieldwork.example",
    IMPORTS_KEPT: "0",
  };
  const sentences = {
    PORT: "PORT=34o2: must be a whole number from 0 to 65535",
    TRUSTED_PROXIES: "TRUSTED_PROXIES=: must be a whole number from 0 to 100",
    DEMO: "DEMO=yes: must be 0 or 1",
    LOG_LEVEL: "LOG_LEVEL=loud: must be one of debug, info, warn, error, silent",
    PUBLIC_URL: "PUBLIC_URL=fieldwork.example: must be an address like https://name.example:8443",
    IMPORTS_KEPT: "IMPORTS_KEPT=0: must be a whole number from 1 to 100",
  };
  for (const [name, sentence] of Object.entries(sentences)) {
    expect(() => readEnv({ [name]: wrong[name] })).toThrow(new Error(`The environment is not usable. ${sentence}`));
  }
  expect(() => readEnv(wrong)).toThrow(Object.values(sentences)[0]);
});

test("a misspelt variable is refused with the one that was meant; others' variables and secrets stay unseen", () => {
  expect(() => readEnv({ DATABSE_URL: "postgres://a:secret@b/c", HOME: "/root", POSTGRES_PORT: "5432" })).toThrow(
    new Error("The environment is not usable. DATABSE_URL is not a setting: did you mean DATABASE_URL?"),
  );
  expect(() => readEnv({ APP_SECRET: "too short" })).toThrow(
    new Error("The environment is not usable. APP_SECRET: must have 32 characters or more"),
  );
  expect(readEnv({ PORT: " 3402 " }).PORT).toBe(3402);
});
