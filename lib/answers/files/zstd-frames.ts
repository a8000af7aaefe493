/** What a compressed block of Zstandard unpacks to at most. */
const BLOCK_BYTES = 128 * 1024;
const MAGIC = 0xfd2fb528;

/**
 * Bytes that unpacking Zstandard frames takes at most, by the heads of their blocks: the decoder takes them before
 * anybody learns how many they are. Throws where the frames end early.
 */
export function zstdBytes(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let taken = 0;
  for (let at = 0; at < view.byteLength; ) {
    const frame = view.getUint32(at, true) === MAGIC ? frameAt(view, at) : { taken: 0, end: endOfSkipped(view, at) };
    taken += frame.taken;
    at = frame.end;
  }
  return taken;
}

/** A frame that only says how long it is. */
const endOfSkipped = (view: DataView, at: number): number => at + 8 + view.getUint32(at + 4, true);

function frameAt(view: DataView, start: number): { taken: number; end: number } {
  const { window, hasChecksum, end: first } = headAt(view, start + 4);
  let taken = window;
  for (let at = first; ; ) {
    const head = view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    const kind = (head >> 1) & 3;
    const size = head >> 3;
    // A raw block holds its bytes, a run the one that it repeats.
    at += 3 + (kind === 1 ? 1 : size);
    taken += kind === 2 ? BLOCK_BYTES : size;
    if (at > view.byteLength) throw new Error("A Zstandard frame ends early.");
    if ((head & 1) === 1) return { taken, end: at + (hasChecksum ? 4 : 0) };
  }
}

/** `window`: bytes that are kept while the frame is unpacked, or all that it unpacks to. */
function headAt(view: DataView, start: number): { window: number; hasChecksum: boolean; end: number } {
  const flags = view.getUint8(start);
  const isSingle = (flags & 0x20) !== 0;
  const dictionary = [0, 1, 2, 4][flags & 3] ?? 0;
  const sizeBytes = flags >> 6 === 0 ? Number(isSingle) : 1 << (flags >> 6);
  const sizeAt = start + 1 + Number(!isSingle) + dictionary;
  const size = numberAt(view, sizeAt, sizeBytes) + (sizeBytes === 2 ? 256 : 0);
  return {
    window: Math.max(size, isSingle ? 0 : windowOf(view.getUint8(start + 1))),
    hasChecksum: (flags & 4) !== 0,
    end: sizeAt + sizeBytes,
  };
}

/** A power of two, and eighths of it. */
const windowOf = (code: number): number => 2 ** (10 + (code >> 3)) * (1 + (code & 7) / 8);

function numberAt(view: DataView, at: number, bytes: number): number {
  let value = 0;
  for (let byte = 0; byte < bytes; byte += 1) value += view.getUint8(at + byte) * 256 ** byte;
  return value;
}
