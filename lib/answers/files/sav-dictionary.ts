import "server-only";
import { unreadable } from "./answer-file";
import type { SequentialReader } from "./sequential-reader";

/**
 * The dictionary of an SPSS system file as it stands there: texts still bytes, because their encoding is named only
 * behind them. Layout after "System File Format" of the PSPP developers' manual.
 */
export type SavHeader = {
  isLittleEndian: boolean;
  compression: 0 | 1 | 2;
  /** Place of the weight among the eight-byte slots of a case, from 1; 0: none. */
  weightSlot: number;
  /** -1 where the writer did not know. */
  cases: number;
  bias: number;
};

export type SavVariable = {
  /** First of its eight-byte slots in a case, from 0. */
  slot: number;
  /** 0: a number; else the bytes of a text, at most 255. */
  width: number;
  name: Buffer;
  label: Buffer | null;
  format: number;
  missing: { values: Buffer[]; range: { low: number; high: number } | null };
};

type SavLabels = { labels: { value: Buffer; label: Buffer }[]; slots: number[] };

export type SavDictionary = {
  header: SavHeader;
  variables: SavVariable[];
  slotCount: number;
  labels: SavLabels[];
  /** Records of type 7 by their subtype. */
  extensions: Map<number, { size: number; bytes: Buffer }[]>;
};

/** Integers and floats in the file's order of bytes. */
export type SavNumbers = { int: (bytes: Buffer, at?: number) => number; float: (bytes: Buffer, at?: number) => number };

export const numbersOf = (isLittleEndian: boolean): SavNumbers =>
  isLittleEndian
    ? { int: (bytes, at = 0) => bytes.readInt32LE(at), float: (bytes, at = 0) => bytes.readDoubleLE(at) }
    : { int: (bytes, at = 0) => bytes.readInt32BE(at), float: (bytes, at = 0) => bytes.readDoubleBE(at) };

const HEADER_BYTES = 176;
/** Lengths beyond are a damaged file's. */
const LARGEST_RECORD = 256 * 1024 * 1024;

const cutShort = () =>
  unreadable(
    "The .sav file ends within its dictionary, before the first case: it was cut short. Export or copy it again.",
  );
const damaged = (what: string) => unreadable(`The .sav file is damaged: ${what}. Export or copy it again.`);

class RecordReader {
  constructor(
    private readonly source: SequentialReader,
    private readonly numbers: SavNumbers,
  ) {}

  /** A copy: what the reader gives is part of a block that would be kept with it. */
  async bytes(length: number): Promise<Buffer> {
    if (length < 0 || length > LARGEST_RECORD) throw damaged(`a record claims to have ${length} bytes`);
    const taken = await this.source.take(length);
    if (taken.length < length) throw cutShort();
    return Buffer.from(taken);
  }

  async int(): Promise<number> {
    return this.numbers.int(await this.bytes(4));
  }

  async ints(count: number): Promise<number[]> {
    const bytes = await this.bytes(count * 4);
    return Array.from({ length: count }, (_, at) => this.numbers.int(bytes, at * 4));
  }
}

/** Reads header and dictionary; the reader then stands at the first byte of the cases. */
export async function readDictionary(source: SequentialReader): Promise<SavDictionary> {
  const header = readHeader(await source.take(HEADER_BYTES));
  const numbers = numbersOf(header.isLittleEndian);
  const records = new RecordReader(source, numbers);
  const found: SavDictionary = { header, variables: [], slotCount: 0, labels: [], extensions: new Map() };
  for (;;) {
    const type = await records.int();
    if (type === 2) await readVariable(records, numbers, found);
    else if (type === 3) found.labels.push(await readLabels(records));
    else if (type === 6) await records.bytes((await records.int()) * 80);
    else if (type === 7) await readExtension(records, found);
    else if (type === 999) break;
    else throw damaged(`its dictionary has a record of the unknown type ${type}`);
  }
  await records.int();
  if (found.variables.length === 0) throw unreadable("The .sav file has no variables.");
  return found;
}

function readHeader(bytes: Buffer): SavHeader {
  if (bytes.length < HEADER_BYTES) throw cutShort();
  const isLittleEndian = [2, 3].includes(bytes.readInt32LE(64));
  if (!isLittleEndian && ![2, 3].includes(bytes.readInt32BE(64))) throw damaged("its first bytes name no layout");
  const { int, float } = numbersOf(isLittleEndian);
  const compression = int(bytes, 72);
  if (compression !== 0 && compression !== 1 && compression !== 2) {
    throw unreadable(
      `The .sav file is compressed in a way (${compression}) that cannot be read. Save it as .sav or .zsav again.`,
    );
  }
  return { isLittleEndian, compression, weightSlot: int(bytes, 76), cases: int(bytes, 80), bias: float(bytes, 84) };
}

async function readVariable(records: RecordReader, numbers: SavNumbers, found: SavDictionary): Promise<void> {
  const [width = 0, hasLabel = 0, missingCount = 0, format = 0] = await records.ints(5);
  const name = await records.bytes(8);
  const label = hasLabel === 1 ? await readLabel(records) : null;
  const cells: Buffer[] = [];
  for (let at = 0; at < Math.abs(missingCount); at++) cells.push(await records.bytes(8));
  const slot = found.slotCount++;
  // A text of more than eight bytes is followed by a record for each further eight.
  if (width === -1) return;
  const [low, high] = cells;
  const range = missingCount < 0 && low && high ? { low: numbers.float(low), high: numbers.float(high) } : null;
  found.variables.push({
    slot,
    width,
    name,
    label,
    format,
    missing: { values: range ? cells.slice(2) : cells, range },
  });
}

async function readLabel(records: RecordReader): Promise<Buffer> {
  const length = await records.int();
  const padded = await records.bytes(Math.ceil(length / 4) * 4);
  return padded.subarray(0, length);
}

async function readLabels(records: RecordReader): Promise<SavLabels> {
  const count = await records.int();
  const labels: SavLabels["labels"] = [];
  for (let at = 0; at < count; at++) {
    const value = await records.bytes(8);
    const [length = 0] = await records.bytes(1);
    // Length and label together fill eights.
    const padded = await records.bytes(Math.ceil((length + 1) / 8) * 8 - 1);
    labels.push({ value, label: padded.subarray(0, length) });
  }
  if ((await records.int()) !== 4) throw damaged("its value labels name no variables");
  const slots = await records.ints(await records.int());
  return { labels, slots: slots.map((slot) => slot - 1) };
}

async function readExtension(records: RecordReader, { extensions }: SavDictionary): Promise<void> {
  const [subtype = 0, size = 0, count = 0] = await records.ints(3);
  const bytes = await records.bytes(size * count);
  extensions.set(subtype, [...(extensions.get(subtype) ?? []), { size, bytes }]);
}
