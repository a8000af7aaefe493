import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { engineArguments } from "@/lib/start/engine-left-behind";
import { scriptArguments } from "@/lib/test-script";

export type TestEngine = {
  url: string;
  user: string;
  password: string;
  pid: number;
  dataDir: string;
  /** Resolves when the process is gone. */
  end: (signal: NodeJS.Signals) => Promise<void>;
};

export const newDataDir = () => mkdtempSync(join(tmpdir(), "fieldwork-engine-"));
export const removeDataDir = (dataDir: string) => rmSync(dataDir, { recursive: true, force: true });

/** The engine as `npm start` runs it, in a process of its own that ends with this one. */
export async function startTestEngine(dataDir: string, port = 0): Promise<TestEngine> {
  const [user, password] = ["tester", "for-unit-tests-only"];
  const args = scriptArguments('import "./lib/start/engine.ts";');
  const child = spawn(process.execPath, [...args, ...engineArguments(join(dataDir, "clickhouse"))], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: {
      ...process.env,
      LOG_LEVEL: "error",
      DATA_DIR: dataDir,
      CLICKHOUSE_URL: `http://127.0.0.1:${port}`,
      CLICKHOUSE_USER: user,
      CLICKHOUSE_PASSWORD: password,
      TZ: "UTC",
    },
  });
  const exited = new Promise<void>((done) => child.once("exit", () => done()));
  const found = await listening(child);
  return {
    url: `http://127.0.0.1:${found}`,
    user,
    password,
    pid: child.pid ?? 0,
    dataDir,
    end(signal) {
      child.kill(signal);
      return exited;
    },
  };
}

function listening(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error("The engine did not start.")));
    child.on("message", (message: { type: string; port?: number; reason?: string }) => {
      if (message.type === "listening") resolve(message.port ?? 0);
      if (message.type === "failed") reject(new Error(message.reason));
    });
  });
}
