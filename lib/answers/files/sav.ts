import "server-only";
import { type FileHandle, open } from "node:fs/promises";
import { textDecoder } from "@/lib/tables/text-decoder";
import {
  type AnswerFile,
  BATCH_ROWS,
  type RawRow,
  type RawScalar,
  refuseTooManyColumns,
  unreadable,
} from "./answer-file";
import { casesOf, SYSTEM_MISSING } from "./sav-cases";
import { type SavColumn, savColumns } from "./sav-columns";
import { numbersOf, readDictionary, type SavDictionary } from "./sav-dictionary";
import { formatted } from "./sav-format";
import { SequentialReader } from "./sequential-reader";

/**
 * Opens an SPSS system file, uncompressed, with byte codes (.sav) or with zlib (.zsav), of either order of bytes, in
 * the encoding that it names. Rows are cases, counted from 1.
 */
export async function openSav(path: string): Promise<AnswerFile> {
  const handle = await open(path, "r");
  try {
    return await described(handle);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function described(handle: FileHandle): Promise<AnswerFile> {
  const { size: fileSize } = await handle.stat();
  const source = new SequentialReader(handle, fileSize);
  const dictionary = await readDictionary(source);
  const dataStart = source.position;
  const { columns, multipleSets, weight, encoding, notices } = savColumns(dictionary);
  refuseTooManyColumns(columns.length);
  const { cases } = dictionary.header;
  if (cases === 0 || dataStart >= fileSize) throw withoutCases(cases);
  return {
    format: "sav",
    columns: columns.map(({ column }) => column),
    multipleSets,
    ...(weight !== undefined && { weight }),
    ...(cases > 0 && { rowCount: cases }),
    notices,
    rows: () => rowsOf(handle, { dictionary, columns, encoding, dataStart, fileSize }),
    close: () => handle.close(),
  };
}

const withoutCases = (cases: number) =>
  cases > 0
    ? unreadable(`The .sav file ends before the first of its ${cases.toLocaleString("en-US")} cases: it was cut short.`)
    : unreadable("The .sav file has variables and no cases.");

type Opened = {
  dictionary: SavDictionary;
  columns: readonly SavColumn[];
  encoding: string;
  dataStart: number;
  fileSize: number;
};

async function* rowsOf(handle: FileHandle, opened: Opened): AsyncGenerator<RawRow[]> {
  const { header, slotCount } = opened.dictionary;
  const read = caseReader(opened.columns, opened.encoding, header.isLittleEndian);
  let row = 0;
  for await (const cases of casesOf(handle, {
    header,
    slotCount,
    dataStart: opened.dataStart,
    fileSize: opened.fileSize,
  })) {
    for (let from = 0; from < cases.length; from += BATCH_ROWS) {
      yield cases.slice(from, from + BATCH_ROWS).map((slots) => ({ row: ++row, cells: read(slots) }));
    }
  }
}

function caseReader(
  columns: readonly SavColumn[],
  encoding: string,
  isLittleEndian: boolean,
): (slots: Buffer) => RawScalar[] {
  const { float } = numbersOf(isLittleEndian);
  const decode = textDecoder(encoding);
  const text = (slots: Buffer, pieces: readonly { from: number; to: number }[]) => {
    const bytes = pieces.map(({ from, to }) => slots.subarray(from, to));
    return decode(bytes.length === 1 ? bytes[0] : Buffer.concat(bytes)).trimEnd();
  };
  return (slots) =>
    columns.map(({ pieces, number, from }) => {
      if (number === null) return text(slots, pieces);
      const value = float(slots, from);
      return value === SYSTEM_MISSING ? null : formatted(value, number);
    });
}
