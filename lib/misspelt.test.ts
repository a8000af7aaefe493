import { expect, test } from "vitest";
import { misspelt } from "./misspelt";

const KNOWN = ["HOST", "PORT", "DEMO", "DATA_DIR", "PUBLIC_URL", "DATABASE_URL", "CLICKHOUSE_URL", "CLICKHOUSE_USER"];

test("a name with letters missing, added, swapped or in small letters is told with the one that was meant", () => {
  const names = ["DATABSE_URL", "DATABASE_ULR", "DATABASE_URI", "database_url", "DATADIR", "PROT", "CLICKHOUS_URL"];
  expect(Object.fromEntries(misspelt(names, KNOWN))).toEqual({
    DATABSE_URL: "DATABASE_URL",
    DATABASE_ULR: "DATABASE_URL",
    DATABASE_URI: "DATABASE_URL",
    database_url: "DATABASE_URL",
    DATADIR: "DATA_DIR",
    PROT: "PORT",
    CLICKHOUS_URL: "CLICKHOUSE_URL",
  });
});

test("what other programs keep in an environment is left alone", () => {
  const others = [
    ...[
      "HOSTNAME",
      "HOSTTYPE",
      "POST",
      "MODE",
      "PORTS",
      "DEMOS",
      "TEST_DATABASE_URL",
      "DATABASE_HOST",
      "DATABASE_NAME",
    ],
    ...["POSTGRES_URL", "REDIS_URL", "BASE_URL", "PUBLIC_IP", "CLICKHOUSE_HOST", "CLICKHOUSE_PORT", "CLICKHOUSE_DB"],
    ...["CLICKHOUSE_SERVICE_HOST", "CLICKHOUSE_PORT_8123_TCP", "XDG_DATA_DIRS", "npm_config_user_agent", "PATH", "PWD"],
    ...["HOME", "host", "no_proxy", "KUBERNETES_PORT", "PGPORT", "PGHOST", "LOG_DIR", "TERM", "LANG"],
  ];
  expect(misspelt(others, KNOWN)).toEqual([]);
});

test("a known name is never taken for another one", () => {
  expect(misspelt(KNOWN, KNOWN)).toEqual([]);
});
