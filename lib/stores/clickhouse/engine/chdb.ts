import { createRequire } from "node:module";

/** A connection of chDB, opaque. It is a session of its own: settings, parameters, the current database end with it. */
export type ChdbConnection = { readonly connection: unique symbol };

export type ChdbResult = { bytes: Buffer; elapsed: number; rowsRead: number; bytesRead: number };

/**
 * What we use of chDB's addon. The package's own `Session` stands on the same three functions, but puts off closing
 * until every query of the process has ended: behind one long query, thousands of closed sessions (100 KB each) would
 * wait. The package is therefore pinned to one version.
 */
export type Chdb = {
  /** Opens the directory, or another connection to it; the arguments count for the first. Throws when it is locked. */
  CreateConnection(directory: string, args?: string[]): ChdbConnection;
  CloseConnection(connection: ChdbConnection): void;
  /** Runs on a thread of libuv's pool. One connection runs one query at a time. */
  QueryAsyncConnection(connection: ChdbConnection, statement: string, format: string): Promise<ChdbResult>;
};

/** Loads chDB. Throws a sentence for a person where there is none for this platform. */
export function loadChdb(): Chdb {
  const platform = `${process.platform}-${process.arch}${process.platform === "linux" ? "-gnu" : ""}`;
  const fromPackage = createRequire(import.meta.resolve("chdb"));
  try {
    return fromPackage(`@chdb/lib-${platform}`) as Chdb;
  } catch (error) {
    throw new Error(
      `There is no embedded ClickHouse for ${platform}. Set CLICKHOUSE_URL to a ClickHouse server of your own.`,
      { cause: error },
    );
  }
}
