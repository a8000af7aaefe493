import "server-only";
import yauzl from "yauzl";
import { unreadable } from "./answer-file";

/** The parts of a workbook by their path, none of them unpacked yet. */
export type XlsxArchive = {
  has(part: string): boolean;
  unpackedBytes(part: string): number;
  /** The part's text in pieces. */
  text(part: string): AsyncIterable<string>;
  close(): void;
};

const MEGABYTE = 1024 * 1024;
/** A sheet filled to Excel's last row with a survey's answers has about a gigabyte. */
const MOST_UNPACKED = 4096 * MEGABYTE;
/** Sheets are packed to a tenth or a fiftieth; what shrinks more, and is large, was made to do harm. */
const MOST_RATIO = 200;
const RATIO_FROM = 32 * MEGABYTE;
const MOST_PARTS = 10_000;

const damaged = (cause?: unknown) =>
  unreadable(
    "The workbook is damaged or was cut short. Open it in a spreadsheet, save it again, or save it as CSV.",
    cause,
  );

/** Opens the archive and refuses one that would unpack to too much, by what it says of itself: nothing is unpacked for it. */
export async function openArchive(path: string, signal?: AbortSignal): Promise<XlsxArchive> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false }).catch((error: unknown) => {
    throw damaged(error);
  });
  try {
    const entries = await readEntries(zip);
    refuseBomb([...entries.values()]);
    return archiveOf(zip, entries, signal);
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function readEntries(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      entries.set(entry.fileName.replace(/^\//, ""), entry);
      if (entries.size > MOST_PARTS) break;
    }
  } catch (error) {
    throw damaged(error);
  }
  if (entries.size > MOST_PARTS) throw unreadable(`The workbook has more than ${MOST_PARTS} parts: it is none.`);
  return entries;
}

function refuseBomb(entries: readonly yauzl.Entry[]): void {
  const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  const inMegabytes = (bytes: number) => Math.round(bytes / MEGABYTE).toLocaleString("en-US");
  if (total > MOST_UNPACKED) {
    throw unreadable(
      `The workbook would unpack to ${inMegabytes(total)} MB; at most ${inMegabytes(MOST_UNPACKED)} MB are read. Save it as CSV.`,
    );
  }
  for (const { fileName, uncompressedSize, compressedSize } of entries) {
    if (uncompressedSize < RATIO_FROM || uncompressedSize <= compressedSize * MOST_RATIO) continue;
    throw unreadable(
      `The workbook is not read: its part ${fileName} would unpack to ${inMegabytes(uncompressedSize)} MB, more than ${MOST_RATIO} times its size. If it is in order, save it as CSV.`,
    );
  }
}

function archiveOf(zip: yauzl.ZipFile, entries: ReadonlyMap<string, yauzl.Entry>, signal?: AbortSignal): XlsxArchive {
  async function* text(part: string): AsyncGenerator<string> {
    const entry = entries.get(part);
    if (!entry) throw damaged();
    const decoder = new TextDecoder("utf-8");
    try {
      // More bytes than the entry declares end the stream with an error.
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        signal?.throwIfAborted();
        const bytes: Buffer = chunk;
        yield decoder.decode(bytes, { stream: true });
      }
    } catch (error) {
      throw damaged(error);
    }
    yield decoder.decode();
  }
  return {
    has: (part) => entries.has(part),
    unpackedBytes: (part) => entries.get(part)?.uncompressedSize ?? 0,
    text,
    close: () => zip.close(),
  };
}
