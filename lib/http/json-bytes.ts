/** As bytes: " \ , [ { ] } */
export const QUOTE = 0x22;
const ESCAPE = 0x5c;
export const COMMA = 0x2c;
export const LIST = 0x5b;
export const OBJECT = 0x7b;
export const LIST_END = 0x5d;
export const OBJECT_END = 0x7d;

/** What is read before others get their turn: some milliseconds of work. */
export const STEP_BYTES = 256 * 1024;

/**
 * Shows `visit` the brackets and commas of JSON, and the quotation marks that begin its texts, in their order; nothing
 * inside of texts. Pauses after each step.
 */
export function* visitMarks(
  bytes: Uint8Array,
  stepBytes: number,
  visit: (mark: number, at: number) => void,
): Generator<void, void> {
  let isText = false;
  let at = 0;
  while (at < bytes.length) {
    const until = Math.min(bytes.length, at + stepBytes);
    for (; at < until; at += 1) {
      const byte = bytes[at] ?? 0;
      if (isText) {
        if (byte === ESCAPE) at += 1;
        else if (byte === QUOTE) isText = false;
      } else if (isMark(byte)) {
        isText = byte === QUOTE;
        visit(byte, at);
      }
    }
    yield;
  }
}

const isMark = (byte: number) =>
  byte === QUOTE || byte === COMMA || byte === OBJECT || byte === OBJECT_END || byte === LIST || byte === LIST_END;
