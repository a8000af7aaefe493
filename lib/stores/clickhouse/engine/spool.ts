import { randomUUID } from "node:crypto";
import { createWriteStream, mkdirSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export type Spool = {
  /** Writes a stream to a file, so that rows of any format and number need no memory and are one statement. */
  receive: (data: Readable) => Promise<string>;
  /** A name for a file that does not exist yet. */
  name: () => string;
  remove: (file: string) => Promise<void>;
};

/** Files that live as long as a request. What a killed engine left is thrown away. */
export function openSpool(directory: string): Spool {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const name = () => join(directory, randomUUID()); // no ending: ClickHouse would take one for a compression
  const remove = (file: string) => rm(file, { force: true });
  return {
    name,
    remove,
    async receive(data) {
      const file = name();
      try {
        await pipeline(data, createWriteStream(file, { mode: 0o600, highWaterMark: 1024 * 1024 }));
        return file;
      } catch (error) {
        await remove(file);
        throw error;
      }
    },
  };
}
