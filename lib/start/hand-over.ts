import type { Env } from "@/lib/env";

/** Where the embedded engine answers, and as whom it knows us. */
export type ClickhouseAddress = { url: string; user: string; password: string };

export type HandedOver = {
  mode: "production" | "development";
  dataDir: string;
  port: number;
  appSecret: string;
  databaseUrl: string;
  /** Undefined where the environment itself names a server. */
  clickhouse: ClickhouseAddress | undefined;
};

/** What the supervisor settled, as environment variables for its children: they then read one complete environment and settle nothing. */
export function handOver(settled: HandedOver): Record<string, string> {
  const { mode, dataDir, port, appSecret, databaseUrl, clickhouse } = settled;
  return {
    NODE_ENV: mode,
    NEXT_TELEMETRY_DISABLED: "1",
    __NEXT_PROCESSED_ENV: "true", // the supervisor has read .env; Next must not read it again by rules of its own
    DATA_DIR: dataDir,
    PORT: String(port),
    APP_SECRET: appSecret,
    DATABASE_URL: databaseUrl,
    ...(clickhouse && {
      CLICKHOUSE_URL: clickhouse.url,
      CLICKHOUSE_USER: clickhouse.user,
      CLICKHOUSE_PASSWORD: clickhouse.password,
    }),
  };
}

const ANY_ADDRESS = new Set(["127.0.0.1", "::1", "localhost", "0.0.0.0", "::"]);

/** The address to open in a browser on this machine. */
export function localUrl(host: Env["HOST"], port: number): string {
  if (ANY_ADDRESS.has(host)) return `http://localhost:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
