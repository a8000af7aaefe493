import { setImmediate as nextTurn } from "node:timers/promises";
import type { Sender } from "./body-budget";
import { AppError } from "./problem";
import { MAX_BODY_BYTES, withBytes } from "./read-bytes";

/** Far more than any body needs, far less than what exhausts the stack of whoever walks through it. */
const MAX_DEPTH = 100;
/** In a body of the usual 4 MB, names of members among its texts: to make more of it takes longer than others can wait. */
const MAX_PARTS = { containers: 200_000, texts: 350_000, values: 1_000_000 };
const partNames = ["containers", "texts", "values"] as const;
/** Other requests get their turn between the steps of reading a body of this size. */
const LARGE_BYTES = 256 * 1024;

/** The JSON of a request's body, which must say that it is JSON; throws a sentence for everything that is not so. */
export async function readJson(
  request: Request,
  { maxBytes, sender }: { maxBytes: number; sender: Sender | null },
): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) {
    throw new AppError("invalid", "The content type must be application/json.", { status: 415 });
  }
  return withBytes(request, { maxBytes, sender }, async (bytes) => {
    const rest = () => (bytes.length > LARGE_BYTES ? nextTurn() : undefined);
    await rest();
    judgeParts(bytes, Math.max(1, maxBytes / MAX_BODY_BYTES));
    await rest();
    const value = parseBytes(bytes);
    await rest();
    return value;
  });
}

function parseBytes(bytes: Uint8Array): unknown {
  try {
    // Bytes that are no UTF-8 are refused: read leniently, they would be stored as other characters.
    return parseJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new AppError("invalid", "The request body is not valid JSON.");
  }
}

/** As bytes: " \ , [ { ] } */
const [QUOTE, ESCAPE, COMMA, LIST, OBJECT, LIST_END, OBJECT_END] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b, 0x5d, 0x7d];

/** Refuses a body by its brackets and commas, before anything is made of it. */
function judgeParts(bytes: Uint8Array, scale: number): void {
  let [depth, containers, texts, values] = [0, 0, 0, 1];
  let isText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (isText) {
      if (byte === ESCAPE) at += 1;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) {
      isText = true;
      texts += 1;
    } else if (byte === COMMA) values += 1;
    else if (byte === LIST || byte === OBJECT) {
      depth += 1;
      containers += 1;
      if (depth > MAX_DEPTH) throw new AppError("invalid", "The request body is nested too deeply.");
    } else if (byte === LIST_END || byte === OBJECT_END) depth -= 1;
  }
  const parts = { containers, texts, values };
  if (partNames.some((name) => parts[name] > MAX_PARTS[name] * scale)) {
    throw new AppError("invalid", "The request body has too many parts. Send less at once.", { status: 413 });
  }
}

/** `__proto__` as JSON can write it: each of its letters may be escaped. */
const MAYBE_PROTOTYPE = /__proto__|\\u00(?:5f|70|72|6f|74)/i;

/** JSON without `__proto__` members: copying one would change what an object inherits. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (MAYBE_PROTOTYPE.test(text)) removePrototypes(value);
  return value;
}

function removePrototypes(value: unknown): void {
  const open = [value];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (typeof item !== "object" || item === null) continue;
    if (Object.hasOwn(item, "__proto__")) Reflect.deleteProperty(item, "__proto__");
    for (const member of Array.isArray(item) ? item : Object.values(item)) {
      if (typeof member === "object" && member !== null) open.push(member);
    }
  }
}
