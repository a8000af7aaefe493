import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Data and configuration side by side under DATA_DIR. Made when missing, for the owner's eyes only. */
export function engineDirectories(dataDir: string): { data: string; configuration: string } {
  const data = join(dataDir, "clickhouse");
  mkdirSync(data, { recursive: true, mode: 0o700 });
  return { data, configuration: join(dataDir, "clickhouse-configuration") };
}

/** The process that opened the directory last, as ClickHouse notes it there; undefined when it notes none. */
export function lastOpener(directory: string): number | undefined {
  try {
    const pid = /^PID: (\d+)$/m.exec(readFileSync(join(directory, "status"), "utf8"))?.[1];
    return pid ? Number(pid) : undefined;
  } catch {
    return undefined;
  }
}
