/** ZIP archives that are in memory whole, as workbooks and presentations are. Nothing here judges how large they get. */

/** A file inside an archive, unpacked when it is asked for. */
export type ZipPart = { bytes: () => Promise<Uint8Array<ArrayBuffer>> };

const END_OF_ARCHIVE = 0x06054b50;
const ENTRY = 0x02014b50;
const FILE = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const FILE_BYTES = 30;
const LONGEST_COMMENT = 65_535 + END_BYTES;
const DEFLATED = 8;

/** The files of an archive by their names; a RangeError where it is none. */
export function readZip(archive: Uint8Array<ArrayBuffer>): Map<string, ZipPart> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  let end = archive.length - END_BYTES;
  while (view.getUint32(end, true) !== END_OF_ARCHIVE) {
    end -= 1;
    if (end < archive.length - LONGEST_COMMENT) throw new RangeError("This is no archive.");
  }
  const parts = new Map<string, ZipPart>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (view.getUint32(at, true) !== ENTRY) break;
    const name = view.getUint16(at + 28, true);
    const rest = view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    const header = view.getUint32(at + 42, true);
    const begin = header + FILE_BYTES + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
    const after = begin + view.getUint32(at + 20, true);
    const isDeflated = view.getUint16(at + 10, true) === DEFLATED;
    parts.set(new TextDecoder().decode(archive.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + name)), {
      bytes: async () => (isDeflated ? inflated(archive.slice(begin, after)) : archive.slice(begin, after)),
    });
    at += ENTRY_BYTES + name + rest;
  }
  return parts;
}

async function inflated(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** An archive of these files, none of them compressed. */
export function writeZip(files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): Blob {
  const [contents, entries]: [Uint8Array<ArrayBuffer>[], Uint8Array<ArrayBuffer>[]] = [[], []];
  let at = 0;
  for (const [path, bytes] of files) {
    const name = new TextEncoder().encode(path);
    const shared = fieldsOf(name, bytes);
    contents.push(record(FILE, FILE_BYTES, [[4, shared]]), name, bytes);
    entries.push(
      record(ENTRY, ENTRY_BYTES, [
        [6, shared],
        [42, [[4, at]]],
      ]),
      name,
    );
    at += FILE_BYTES + name.length + bytes.length;
  }
  const size = entries.reduce((sum, { length }) => sum + length, 0);
  const count = files.size;
  const end = record(END_OF_ARCHIVE, END_BYTES, [
    [
      8,
      [
        [2, count],
        [2, count],
        [4, size],
        [4, at],
      ],
    ],
  ]);
  return new Blob([...contents, ...entries, end]);
}

/** Bytes and value. */
type Field = readonly [bytes: 2 | 4, value: number];

const VERSION = 20;
const UTF8_NAMES = 1 << 11;
/** 1 January 1980, the first day that archives know: the same slides make the same file. */
const FIRST_DAY = (1 << 5) | 1;

/** What both the file's own head and its entry in the directory have, in this order. */
const fieldsOf = (name: Uint8Array, bytes: Uint8Array): Field[] => [
  ...([
    [2, VERSION],
    [2, UTF8_NAMES],
    [2, 0],
    [2, 0],
    [2, FIRST_DAY],
  ] as const),
  ...([
    [4, checksum(bytes)],
    [4, bytes.length],
    [4, bytes.length],
    [2, name.length],
    [2, 0],
  ] as const),
];

/** A record of so many bytes with its signature, and fields from places on; all others are zero. */
function record(signature: number, size: number, runs: readonly (readonly [at: number, fields: readonly Field[]])[]) {
  const view = new DataView(new ArrayBuffer(size));
  view.setUint32(0, signature, true);
  for (const [from, fields] of runs) {
    let at = from;
    for (const [bytes, value] of fields) {
      if (bytes === 2) view.setUint16(at, value, true);
      else view.setUint32(at, value, true);
      at += bytes;
    }
  }
  return new Uint8Array(view.buffer);
}

/** CRC-32 of a byte, for each byte. */
const OF_BYTE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

function checksum(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ (OF_BYTE[(sum ^ byte) & 0xff] ?? 0);
  return (sum ^ 0xffffffff) >>> 0;
}
