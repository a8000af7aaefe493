import "server-only";
import { type FileHandle, open } from "node:fs/promises";

/** Appends lines to a file and returns when they are on disk. A last line that a kill cut off is removed first. */
export async function appendLines(path: string, lines: readonly string[]): Promise<void> {
  const file = await open(path, "a+", 0o600);
  try {
    const end = await wholeLinesEnd(file);
    await file.truncate(end);
    await file.appendFile(lines.join(""));
    await file.sync();
  } finally {
    await file.close();
  }
}

const BLOCK = 64 * 1024;
const LINE_FEED = 10;

/** Behind the last line feed, in bytes. */
async function wholeLinesEnd(file: FileHandle): Promise<number> {
  let { size: end } = await file.stat();
  while (end > 0) {
    const from = Math.max(0, end - BLOCK);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(end - from), 0, end - from, from);
    const at = buffer.subarray(0, bytesRead).lastIndexOf(LINE_FEED);
    if (at !== -1) return from + at + 1;
    end = from;
  }
  return 0;
}
