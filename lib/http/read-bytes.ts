import { openHolding, type Sender } from "./body-budget";
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
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > maxBytes) throw tooLarge(maxBytes);
      holding?.hold(chunk.byteLength);
      chunks.push(chunk);
    }
    return await use(Buffer.concat(chunks));
  } finally {
    holding?.release();
  }
}
