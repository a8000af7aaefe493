import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { DataType, load, open } from "ffi-rs";

const LIBRARY = "chdb";

/** What we use of the C library that chDB's package brings along: ClickHouse whole, its own servers included. */
export type Library = {
  /** Runs clickhouse-local with these arguments on a thread of its own; resolves when it has ended. */
  runLocal: (args: readonly string[]) => Promise<void>;
  /** Ends this process at once: Node's own exit waits for the threads of a server that still has callers. */
  exit: (code: number) => void;
};

/** Loads the library. Throws a sentence for a person where there is none for this platform. */
export function loadLibrary(): Library {
  open({ library: LIBRARY, path: libraryPath() });
  const common = { library: LIBRARY, retType: DataType.Void } as const;
  // Node keeps its signals: SIGTERM is ours to handle.
  load({
    ...common,
    funcName: "chdb_set_signal_handlers_enabled",
    paramsType: [DataType.I32],
    paramsValue: [0],
  });
  return {
    async runLocal(args) {
      await load({
        ...common,
        funcName: "chdb_query_cmdline",
        paramsType: [DataType.I32, DataType.StringArray],
        paramsValue: [args.length, [...args]],
        runInNewThread: true,
      });
    },
    exit(code) {
      load({ ...common, funcName: "_exit", paramsType: [DataType.I32], paramsValue: [code] });
    },
  };
}

function libraryPath(): string {
  const platform = `${process.platform}-${process.arch}${process.platform === "linux" ? "-gnu" : ""}`;
  try {
    const fromPackage = createRequire(import.meta.resolve("chdb"));
    const path = join(dirname(fromPackage.resolve(`@chdb/lib-${platform}`)), "libchdb.so");
    if (existsSync(path)) return path;
  } catch (error) {
    throw noLibrary(platform, error);
  }
  throw noLibrary(platform);
}

const noLibrary = (platform: string, cause?: unknown) =>
  new Error(`There is no embedded ClickHouse for ${platform}. Set CLICKHOUSE_URL to a ClickHouse server of your own.`, {
    cause,
  });
