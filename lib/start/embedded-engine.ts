import { resolve } from "node:path";
import { SECRET_SETTINGS } from "@/lib/env";
import { type Child, superviseChild } from "@/lib/start/child";
import { engineArguments } from "@/lib/start/engine-left-behind";
import type { ClickhouseAddress } from "@/lib/start/hand-over";
import type { ProcessId } from "@/lib/start/process-identity";
import { processArguments } from "@/lib/start/processes";
import { engineDirectories } from "@/lib/stores/clickhouse/engine/directory";

/** As whom the embedded engine knows us. */
export const ENGINE_USER = "fieldwork";

type Options = {
  root: string;
  dataDir: string;
  key: string;
  mode: "production" | "development";
  environment: NodeJS.ProcessEnv;
  onStart: (id: ProcessId) => void;
};

function engineEnvironment({ environment, dataDir, key, mode }: Options, url: string): NodeJS.ProcessEnv {
  const rest = Object.fromEntries(Object.entries(environment).filter(([name]) => !SECRET_SETTINGS.has(name)));
  return {
    ...rest,
    NODE_ENV: mode,
    TZ: "UTC", // a server's zone is that of its process
    DATA_DIR: dataDir,
    CLICKHOUSE_URL: url,
    CLICKHOUSE_USER: ENGINE_USER,
    CLICKHOUSE_PASSWORD: key,
  };
}

export type EmbeddedEngine = Child & { address: Promise<ClickhouseAddress> };

/** Starts the engine on any free port of loopback. Started again it keeps the port, which others know by then. */
export function startEmbeddedEngine(options: Options): EmbeddedEngine {
  let url = "http://127.0.0.1:0";
  const directory = engineDirectories(resolve(options.dataDir)).data;
  const child = superviseChild({
    name: "engine",
    args: [...processArguments("engine", options.mode), ...engineArguments(directory)],
    root: options.root,
    environment: () => engineEnvironment(options, url),
    onStart: options.onStart,
  });
  const address = child.listening.then((port) => {
    url = `http://127.0.0.1:${port}`;
    return { url, user: ENGINE_USER, password: options.key };
  });
  address.catch(() => {}); // told where it is waited for
  return { ...child, address };
}
