/** A place among bytes. */
export type Cursor = { view: DataView; offset: number };

type Field = number | boolean | Fields | null;
/** The fields of a structure by their numbers: 32-bit numbers, marks and structures; of others (null) that they end. */
export type Fields = ReadonlyMap<number, Field>;

/** The types of Thrift's compact protocol, in which Parquet describes its parts. */
const type = {
  ...{ stop: 0, true: 1, false: 2, byte: 3, i16: 4, i32: 5, i64: 6, double: 7, binary: 8, list: 9, struct: 12 },
} as const;

/** Reads a structure, taking no memory for what it only says that it has. Throws where it does not end. */
export function readStruct(cursor: Cursor): Fields {
  const fields = new Map<number, Field>();
  let id = 0;
  for (;;) {
    const head = cursor.view.getUint8(cursor.offset++);
    if ((head & 0x0f) === type.stop) return fields;
    id = head >> 4 === 0 ? zigZag(varInt(cursor)) : id + (head >> 4);
    fields.set(id, readField(cursor, head & 0x0f));
  }
}

function readField(cursor: Cursor, of: number): Field {
  switch (of) {
    case type.true:
      return true;
    case type.false:
      return false;
    case type.byte:
      return skip(cursor, 1);
    case type.i16:
    case type.i32:
      return zigZag(varInt(cursor));
    case type.i64:
      varInt(cursor, 10);
      return null;
    case type.double:
      return skip(cursor, 8);
    case type.binary:
      return skip(cursor, varInt(cursor));
    case type.list:
      return skipList(cursor);
    case type.struct:
      return readStruct(cursor);
    default:
      throw new Error(`No Thrift type that Parquet has: ${of}.`);
  }
}

function skip(cursor: Cursor, bytes: number): null {
  if (bytes < 0 || bytes > cursor.view.byteLength - cursor.offset) throw new Error("A Thrift structure ends early.");
  cursor.offset += bytes;
  return null;
}

function skipList(cursor: Cursor): null {
  const head = cursor.view.getUint8(cursor.offset++);
  const of = head & 0x0f;
  const size = head >> 4 === 15 ? varInt(cursor) : head >> 4;
  const isBoolean = of === type.true || of === type.false;
  for (let at = 0; at < size; at += 1) readField(cursor, isBoolean ? type.byte : of);
  return null;
}

/** The low 32 bits of a number of groups of seven bits. */
export function varInt(cursor: Cursor, mostBytes = 5): number {
  let value = 0;
  for (let at = 0; at < mostBytes; at += 1) {
    const byte = cursor.view.getUint8(cursor.offset++);
    value |= (byte & 0x7f) << (7 * at);
    if (byte < 0x80) return value;
  }
  throw new Error("A number has more digits than it may have.");
}

const zigZag = (value: number): number => (value >>> 1) ^ -(value & 1);
