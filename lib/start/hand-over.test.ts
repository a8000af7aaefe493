import { expect, test } from "vitest";
import { readEnv } from "@/lib/env";
import { handOver, localUrl } from "./hand-over";

test("a child reads back exactly what the supervisor settled", () => {
  const databaseUrl = "postgres://postgres:x@127.0.0.1:5433/fieldwork";
  const appSecret = "s".repeat(40);
  const clickhouse = { url: "http://127.0.0.1:8123", user: "fieldwork", password: "key" };
  const given = { mode: "production" as const, dataDir: "/data", port: 4000, appSecret, databaseUrl, clickhouse };
  expect(readEnv({ PORT: "0", DATA_DIR: ".data", ...handOver(given) })).toMatchObject({
    NODE_ENV: "production",
    DATA_DIR: "/data",
    PORT: 4000,
    APP_SECRET: appSecret,
    DATABASE_URL: databaseUrl,
    CLICKHOUSE_URL: "http://127.0.0.1:8123",
    CLICKHOUSE_USER: "fieldwork",
    CLICKHOUSE_PASSWORD: "key",
  });
});

test("leaves a server that the environment names to the environment", () => {
  const given = { mode: "production" as const, dataDir: "/data", port: 1, appSecret: "s", databaseUrl: "d" };
  expect(Object.keys(handOver({ ...given, clickhouse: undefined })).join()).not.toContain("CLICKHOUSE");
});

test("names an address that a browser on this machine can open", () => {
  expect(localUrl("127.0.0.1", 3000)).toBe("http://localhost:3000");
  expect(localUrl("0.0.0.0", 3000)).toBe("http://localhost:3000");
  expect(localUrl("10.0.0.7", 80)).toBe("http://10.0.0.7:80");
  expect(localUrl("fd00::7", 80)).toBe("http://[fd00::7]:80");
});
