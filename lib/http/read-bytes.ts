import { type Holding, openHolding, type Sender } from "./body-budget";
import { AppError } from "./problem";

const MEGABYTE = 1024 * 1024;

/** What a body may have where its operation says nothing else. */
export const MAX_BODY_BYTES = 4 * MEGABYTE;
/** An e-mail, a password and what goes with them: read before anybody's identity is proven. */
export const MAX_STRANGERS_BYTES = 64 * 1024;

const sizeOf = (bytes: number) => (bytes < MEGABYTE ? `${bytes / 1024} KB` : `${bytes / MEGABYTE} MB`);

const tooLarge = (maxBytes: number) =>
  new AppError("invalid", `The request body is larger than ${sizeOf(maxBytes)}. Send less at once.`, { status: 413 });

/**
 * Reads a body of at most `maxBytes` into memory and hands it to `use`; throws a 413 beyond that, a declared length at
 * once. What it holds is counted for its sender until `use` has ended; null: our own process, counted already.
 */
export async function withBytes<T>(
  request: Request,
  { maxBytes, sender }: { maxBytes: number; sender: Sender | null },
  use: (bytes: Buffer<ArrayBuffer>) => T | Promise<T>,
): Promise<T> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const holding = sender && openHolding(sender);
  try {
    const bytes = request.body ? await readAll(request.body.getReader(), maxBytes, holding) : Buffer.alloc(0);
    return await use(bytes);
  } finally {
    holding?.release();
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;

async function readAll(reader: Reader, maxBytes: number, holding: Holding | null): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.byteLength;
      if (size > maxBytes) throw tooLarge(maxBytes);
      holding?.hold(part.value.byteLength);
      chunks.push(part.value);
    }
  } catch (error) {
    void throwAway(reader);
    throw error;
  }
  return Buffer.concat(chunks);
}

/** Of a refused body the rest is read: to cancel it would close the connection before the refusal is sent. */
async function throwAway(reader: Reader): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The connection was closed: by its sender, or by our server, which waits some seconds only.
  }
}
