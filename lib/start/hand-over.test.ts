import { expect, test } from "vitest";
import { readEnv } from "@/lib/env";
import { handOver, localUrl } from "./hand-over";

test("a child reads back exactly what the supervisor settled", () => {
  const databaseUrl = "postgres://postgres:x@127.0.0.1:5433/fieldwork";
  const appSecret = "s".repeat(40);
  const given = { mode: "production" as const, dataDir: "/data", port: 4000, appSecret, databaseUrl };
  expect(readEnv({ PORT: "0", DATA_DIR: ".data", ...handOver(given) })).toMatchObject({
    NODE_ENV: "production",
    DATA_DIR: "/data",
    PORT: 4000,
    APP_SECRET: appSecret,
    DATABASE_URL: databaseUrl,
  });
});

test("names an address that a browser on this machine can open", () => {
  expect(localUrl("127.0.0.1", 3000)).toBe("http://localhost:3000");
  expect(localUrl("0.0.0.0", 3000)).toBe("http://localhost:3000");
  expect(localUrl("10.0.0.7", 80)).toBe("http://10.0.0.7:80");
  expect(localUrl("fd00::7", 80)).toBe("http://[fd00::7]:80");
});
