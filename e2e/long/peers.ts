import { readFileSync } from "node:fs";
import type { Instance } from "../instance";

/** What web and worker of an instance are told, and any other instance on its stores has to be. */
const SHARED = ["DATABASE_URL", "APP_SECRET", "CLICKHOUSE_URL", "CLICKHOUSE_USER", "CLICKHOUSE_PASSWORD"];

/** The settings of an instance that works beside another, on the stores that the other one runs. */
export function peerSettings(of: Instance, ownerUrl: string): Record<string, string> {
  const told = new Map(
    readFileSync(`/proc/${of.pids().web}/environ`, "utf8")
      .split("\0")
      .map((line): [string, string] => {
        const end = line.indexOf("=");
        return [line.slice(0, end), line.slice(end + 1)];
      }),
  );
  const shared = SHARED.map((name) => [name, told.get(name) ?? ""]);
  return { ...Object.fromEntries(shared), MIGRATION_DATABASE_URL: ownerUrl, DEMO: "1" };
}
