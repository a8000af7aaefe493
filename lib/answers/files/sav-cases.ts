import "server-only";
import type { FileHandle } from "node:fs/promises";
import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { unreadable } from "./answer-file";
import type { SavHeader } from "./sav-dictionary";
import { SequentialReader } from "./sequential-reader";

const inflated = promisify(inflate);

/** Nothing is there: the system-missing value, as it stands in a case. */
export const SYSTEM_MISSING = -Number.MAX_VALUE;

const cutShort = (found: number, cases: number) => {
  const of = cases >= 0 ? ` of ${cases.toLocaleString("en-US")}` : "";
  return unreadable(
    `The .sav file ends within case ${(found + 1).toLocaleString("en-US")}${of}: it was cut short. Export or copy it again.`,
  );
};

type Layout = { header: SavHeader; slotCount: number; dataStart: number; fileSize: number };

/** All cases, each as its eight-byte slots, uncompressed. Throws where the file ends before the last one does. */
export async function* casesOf(handle: FileHandle, layout: Layout): AsyncGenerator<Buffer[]> {
  const { header } = layout;
  let found = 0;
  const source = new SequentialReader(handle, layout.fileSize, layout.dataStart);
  const batches = header.compression === 0 ? plainCases(source, layout) : packedCases(handle, source, layout);
  for await (const batch of batches) {
    const wanted = header.cases >= 0 ? batch.slice(0, header.cases - found) : batch;
    found += wanted.length;
    if (wanted.length > 0) yield wanted;
    if (wanted.length < batch.length) break;
  }
  if (header.cases >= 0 && found < header.cases) throw cutShort(found, header.cases);
}

/** About as many bytes are read at once. */
const BATCH_BYTES = 512 * 1024;

async function* plainCases(source: SequentialReader, { slotCount, header }: Layout): AsyncGenerator<Buffer[]> {
  const size = slotCount * 8;
  const atOnce = Math.max(1, Math.floor(BATCH_BYTES / size));
  let found = 0;
  for (;;) {
    const bytes = await source.take(size * atOnce);
    const whole = Math.floor(bytes.length / size);
    if (whole > 0) yield Array.from({ length: whole }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
    found += whole;
    if (bytes.length % size !== 0) throw cutShort(found, header.cases);
    if (whole < atOnce) return;
  }
}

async function* packedCases(handle: FileHandle, source: SequentialReader, layout: Layout): AsyncGenerator<Buffer[]> {
  const unpacker = new Unpacker(layout);
  const chunks = layout.header.compression === 2 ? zlibBlocks(handle, layout) : blocksOf(source);
  for await (const chunk of chunks) {
    const cases = unpacker.push(chunk);
    if (cases.length > 0) yield cases;
    if (unpacker.isEnded) break;
  }
  if (unpacker.isWithinCase) throw cutShort(unpacker.found, layout.header.cases);
}

async function* blocksOf(source: SequentialReader): AsyncGenerator<Buffer> {
  for (;;) {
    const block = await source.take(BATCH_BYTES);
    if (block.length === 0) return;
    yield block;
  }
}

/** Larger blocks than any writer makes (they make four megabytes) are a damaged file's or a bomb. */
const LARGEST_BLOCK = 64 * 1024 * 1024;

/** The compressed blocks of a .zsav, unpacked one after the other. */
async function* zlibBlocks(handle: FileHandle, { header, dataStart, fileSize }: Layout): AsyncGenerator<Buffer> {
  const int64 = (bytes: Buffer, at: number) =>
    Number(header.isLittleEndian ? bytes.readBigInt64LE(at) : bytes.readBigInt64BE(at));
  const int32 = (bytes: Buffer, at: number) => (header.isLittleEndian ? bytes.readInt32LE(at) : bytes.readInt32BE(at));
  const start = await new SequentialReader(handle, fileSize, dataStart).take(24);
  const [trailerAt, trailerLength] = start.length === 24 ? [int64(start, 8), int64(start, 16)] : [0, 0];
  const isWhole = trailerLength >= 24 && trailerLength <= LARGEST_BLOCK && trailerAt + trailerLength <= fileSize;
  if (!isWhole)
    throw unreadable("The .zsav file ends before its last block: it was cut short. Export or copy it again.");
  const trailer = Buffer.from(await new SequentialReader(handle, fileSize, trailerAt).take(trailerLength));
  const blocks = int32(trailer, 20);
  for (let block = 0; block < blocks; block++) {
    const at = 24 + block * 24;
    if (at + 24 > trailer.length) throw unreadable("The .zsav file is damaged: its list of blocks ends early.");
    const [from, size, packed] = [int64(trailer, at + 8), int32(trailer, at + 16), int32(trailer, at + 20)];
    if (size < 0 || size > LARGEST_BLOCK || packed < 0 || packed > LARGEST_BLOCK || from + packed > fileSize) {
      throw unreadable(`The .zsav file is damaged: block ${block + 1} claims to unpack to ${size} bytes.`);
    }
    const bytes = await new SequentialReader(handle, fileSize, from).take(packed);
    yield await inflated(bytes, { maxOutputLength: Math.max(1, size) }).catch((error: unknown) => {
      throw unreadable(`The .zsav file is damaged: block ${block + 1} of ${blocks} cannot be unpacked.`, error);
    });
  }
}

/** Unpacks the byte codes: eight codes, then the slots that some of them announce, and so on without end. */
class Unpacker {
  isEnded = false;
  found = 0;
  private codes: Buffer = Buffer.alloc(0);
  private code = 8;
  private rest: Buffer = Buffer.alloc(0);
  private current: Buffer;
  private filled = 0;

  constructor(private readonly layout: Layout) {
    this.current = Buffer.alloc(layout.slotCount * 8);
  }

  get isWithinCase(): boolean {
    return this.filled > 0;
  }

  push(chunk: Buffer): Buffer[] {
    const bytes = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk;
    const cases: Buffer[] = [];
    let at = 0;
    while (!this.isEnded) {
      if (this.code === 8) {
        if (at + 8 > bytes.length) break;
        this.codes = bytes.subarray(at, at + 8);
        this.code = 0;
        at += 8;
      }
      const code = this.codes[this.code] ?? 0;
      if (code === 253 && at + 8 > bytes.length) break;
      this.code++;
      if (code === 0) continue;
      if (code === 252) this.isEnded = true;
      else {
        this.put(code, bytes, at);
        if (code === 253) at += 8;
        if (this.filled === this.current.length) cases.push(this.finish());
      }
    }
    this.rest = Buffer.from(bytes.subarray(at));
    return cases;
  }

  private finish(): Buffer {
    const finished = this.current;
    this.current = Buffer.alloc(finished.length);
    this.filled = 0;
    this.found++;
    return finished;
  }

  private put(code: number, bytes: Buffer, at: number): void {
    const { header } = this.layout;
    if (code === 253) bytes.copy(this.current, this.filled, at, at + 8);
    else if (code === 254) this.current.fill(0x20, this.filled, this.filled + 8);
    else {
      const value = code === 255 ? SYSTEM_MISSING : code - header.bias;
      if (header.isLittleEndian) this.current.writeDoubleLE(value, this.filled);
      else this.current.writeDoubleBE(value, this.filled);
    }
    this.filled += 8;
  }
}
