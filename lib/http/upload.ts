import { encodeQuery } from "@/lib/contracts/addresses";
import type { Operation, QueryOf, ReplyOf } from "@/lib/contracts/operation";
import { problemOf, replyOf, untilSignedIn, viewerHeader } from "./client";
import type { CallOf } from "./contract";
import { AppError } from "./problem";

type Upload<O extends Operation> = {
  query: QueryOf<O>;
  bytes: Blob;
  /** How much of it was sent, from 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/**
 * Sends bytes to an operation that takes them, and tells how far it is; `fetch` cannot. Goes again when somebody has
 * signed in whose session had ended. Throws an AppError whose message may be shown, and the signal's reason when it was
 * aborted.
 */
export async function upload<O extends Operation>(call: CallOf<O>, ask: Upload<O>): Promise<ReplyOf<O>> {
  const { query, bytes, onProgress, signal } = ask;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(call.method, `/api/${call.interface}${call.path}${encodeQuery(query)}`);
    request.setRequestHeader("content-type", "application/octet-stream");
    for (const [name, value] of Object.entries(viewerHeader())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onerror = () =>
      reject(new AppError("unavailable", "The file could not be sent. Check your connection and try again."));
    request.onabort = () => reject(signal.reason);
    request.onload = () => {
      const json = jsonOf(request.responseText);
      if (request.status >= 400) {
        const again = () => upload(call, ask);
        return untilSignedIn(problemOf(request.status, json), signal).then(again).then(resolve, reject);
      }
      return replyOf(call, json).then(resolve, reject);
    };
    signal.addEventListener("abort", () => request.abort(), { once: true });
    if (signal.aborted) return reject(signal.reason);
    request.send(bytes);
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
