import "server-only";
import { gunzipSync, gzipSync } from "node:zlib";
import { fetchData } from "@/lib/contracts/interfaces/pivot";
import { contentSchema, type RecordedContent } from "@/lib/contracts/ours/recordings";
import { AppError } from "@/lib/http/problem";

/** Compressed. */
const MOST_BYTES = 1_000_000;
/** Once it is unpacked; what is larger cannot be ours. */
const MOST_READ = 64_000_000;

/** A table with what was asked, as it is stored; a sentence where it is too large. */
export function packContent(content: RecordedContent): Buffer {
  const packed = gzipSync(JSON.stringify(content));
  if (packed.byteLength <= MOST_BYTES) return packed;
  throw new AppError(
    "invalid",
    "This table is too large for its figures to be recorded, so the view shows live ones. Take a question or a value out, or filter.",
  );
}

/** Null when it cannot be read. */
export function unpackContent(packed: Uint8Array): RecordedContent | null {
  try {
    const text = gunzipSync(packed, { maxOutputLength: MOST_READ }).toString("utf8");
    const content = contentSchema.parse(JSON.parse(text));
    // Also that every figure has its place.
    const table = fetchData.reply.parse(content.table);
    const others = content.others.map((other) => ({ ...other, table: fetchData.reply.parse(other.table) }));
    return { ...content, table, others };
  } catch {
    return null;
  }
}
