import "server-only";
import { isAscii, isUtf8 } from "node:buffer";
import { open } from "node:fs/promises";
import { textDecoder } from "@/lib/tables/text-decoder";
import { unreadable } from "./answer-file";
import type { TextEncoding } from "./scan";

/** `signal`: aborted when nobody waits for the text any more. */
export type TextFile = { path: string; encoding: TextEncoding; signal?: AbortSignal | undefined };
type Bytes = Omit<TextFile, "encoding">;

/** Small enough that the rows of a block are gone before the collector would move them to where garbage stays long. */
const CHUNK_BYTES = 16 * 1024;
const LINE_FEED = 0x0a;

/** Reads the file into the room that is given each time; how many bytes came. One buffer serves a file of gigabytes. */
async function* readInto({ path, signal }: Bytes, room: () => Buffer): AsyncGenerator<number> {
  const file = await open(path);
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { bytesRead } = await file.read(room());
      if (bytesRead === 0) return;
      yield bytesRead;
    }
  } finally {
    await file.close();
  }
}

/** Each block is gone when the next is asked for. */
async function* chunksOf(bytes: Bytes): AsyncGenerator<Buffer> {
  const block = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  for await (const length of readInto(bytes, () => block)) yield block.subarray(0, length);
}

/**
 * The encoding of a text file. Reads all of it: one line in another encoding at the end of a long file would
 * otherwise become wrong letters that nobody sees. `head`: its first bytes.
 */
export async function guessEncoding(
  bytes: Bytes,
  head: Buffer,
): Promise<{ encoding: TextEncoding; notices: string[] }> {
  const wide = wideEncoding(head);
  if (wide) return { encoding: wide, notices: [] };
  const found = await scanLines(bytes);
  if (found.other === null) return { encoding: "utf-8", notices: [] };
  if (found.utf8 === null) {
    return {
      encoding: "windows-1252",
      notices: ["The file is not in UTF-8: it is read as Western European (Windows-1252)."],
    };
  }
  const notice = `The file mixes two encodings: line ${found.utf8} is UTF-8, line ${found.other} Windows-1252. Each line is read as what it is; look at the letters with accents.`;
  return { encoding: "mixed", notices: [notice] };
}

const inUtf32 = () => unreadable("The file is text in UTF-32, which is not read. Save it as UTF-8 and choose that.");

/** UTF-16 by its mark, or by every other byte being zero as in western text. */
function wideEncoding(head: Buffer): "utf-16le" | "utf-16be" | null {
  if (head[0] === 0xff && head[1] === 0xfe && head[2] === 0 && head[3] === 0) throw inUtf32();
  if (head[0] === 0 && head[1] === 0 && head[2] === 0xfe && head[3] === 0xff) throw inUtf32();
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  const zeros = [0, 0];
  for (let at = 0; at < head.length; at++) if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > head.length * 0.2 && even < head.length * 0.02) return "utf-16le";
  return even > head.length * 0.2 && odd < head.length * 0.02 ? "utf-16be" : null;
}

/** The first line with letters of UTF-8 and the first that is none, counted from 1. */
async function scanLines(bytes: Bytes): Promise<{ utf8: number | null; other: number | null }> {
  const found: { utf8: number | null; other: number | null } = { utf8: null, other: null };
  let line = 1;
  for await (const block of wholeLines(bytes)) {
    if (block.includes(0)) throw zeroByte(line + linesBefore(block, block.indexOf(0)));
    const settled = found.utf8 !== null && found.other !== null;
    if (!settled && !isAscii(block)) noteLines(block, line, found);
    if (found.utf8 !== null && found.other !== null) return found;
    for (let at = block.indexOf(LINE_FEED); at !== -1; at = block.indexOf(LINE_FEED, at + 1)) line++;
  }
  return found;
}

const zeroByte = (line: number) =>
  unreadable(`The file is no text: there is a zero byte in line ${line}. Export it again as CSV in UTF-8.`);

function linesBefore(block: Buffer, end: number): number {
  let lines = 0;
  for (let at = block.indexOf(LINE_FEED); at !== -1 && at < end; at = block.indexOf(LINE_FEED, at + 1)) lines++;
  return lines;
}

function noteLines(block: Buffer, first: number, found: { utf8: number | null; other: number | null }): void {
  if (found.utf8 !== null && isUtf8(block)) return;
  let line = first;
  for (const bytes of linesOf(block)) {
    if (!isAscii(bytes)) {
      if (isUtf8(bytes)) found.utf8 ??= line;
      else found.other ??= line;
    }
    line++;
  }
}

function* linesOf(block: Buffer): Generator<Buffer> {
  let from = 0;
  while (from < block.length) {
    const end = block.indexOf(LINE_FEED, from);
    const to = end === -1 ? block.length : end + 1;
    yield block.subarray(from, to);
    from = to;
  }
}

/** A line that is longer is no line of a table; text without line feeds (of an old Mac) is cut before a carriage return. */
const LONGEST_LINE = 64 * 1024 * 1024;

/** The bytes in blocks that end where a line ends, so that no letter is cut. Each is gone when the next is asked for. */
async function* wholeLines(bytes: Bytes): AsyncGenerator<Buffer> {
  let block = Buffer.allocUnsafeSlow(4 * CHUNK_BYTES);
  /** Bytes of a line whose end has not come yet; they stand at the beginning of the block. */
  let held = 0;
  for await (const length of readInto(bytes, () => block.subarray(held))) {
    const filled = block.subarray(0, held + length);
    const end = Math.max(filled.lastIndexOf(LINE_FEED), filled.lastIndexOf(0x0d));
    if (end !== -1) yield filled.subarray(0, end + 1);
    block.copyWithin(0, end + 1, filled.length);
    held = filled.length - end - 1;
    if (held > LONGEST_LINE) throw unreadable("The file is no table: it has a line of more than 64 MB.");
    if (held === block.length) block = Buffer.concat([block, Buffer.allocUnsafeSlow(held)]);
  }
  if (held > 0) yield block.subarray(0, held);
}

/** The file's text without a byte order mark, its line breaks all `\n`, in blocks of `CHUNK_BYTES`. */
export async function* textOf(file: TextFile): AsyncGenerator<string> {
  // A carriage return waits for what follows it: the two may be one line break.
  let held = "";
  for await (const decoded of file.encoding === "mixed" ? mixedText(file) : decodedText(file, file.encoding)) {
    const text = held + decoded;
    held = text.endsWith("\r") ? "\r" : "";
    const whole = held ? text.slice(0, -1) : text;
    yield whole.includes("\r") ? whole.replace(/\r\n?/g, "\n") : whole;
  }
  if (held) yield "\n";
}

async function* decodedText(bytes: Bytes, encoding: Exclude<TextEncoding, "mixed">): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let line = 1;
  for await (const chunk of chunksOf(bytes)) {
    const text = decoder.decode(chunk, { stream: true });
    // In UTF-8 and Windows-1252 they were looked for with the encoding.
    if (text.includes("\0")) throw zeroByte(line + text.slice(0, text.indexOf("\0")).split("\n").length - 1);
    if (encoding.startsWith("utf-16")) line += text.split("\n").length - 1;
    yield text;
  }
  yield decoder.decode();
}

async function* mixedText(file: Bytes): AsyncGenerator<string> {
  const western = textDecoder("windows-1252");
  const decode = (bytes: Buffer) => (isUtf8(bytes) ? bytes.toString("utf8") : western(bytes));
  let isFirst = true;
  let line = 1;
  for await (const block of wholeLines(file)) {
    // The search for the encodings ends where both are found.
    if (block.includes(0)) throw zeroByte(line + linesBefore(block, block.indexOf(0)));
    line += linesBefore(block, block.length);
    const text = isUtf8(block) ? block.toString("utf8") : [...linesOf(block)].map(decode).join("");
    yield isFirst ? text.replace(/^\uFEFF/, "") : text;
    isFirst = false;
  }
}
