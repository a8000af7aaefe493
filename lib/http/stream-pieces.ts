import "server-only";
import { logger } from "@/lib/logger";

/**
 * The pieces as they are taken. What fails on the way cuts the reply off, which is then no JSON: nobody takes a part for
 * the whole.
 */
export function streamOf(pieces: AsyncIterable<string>, requestId: string | null): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const reader = pieces[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await reader.next();
          if (done) controller.close();
          else controller.enqueue(encoder.encode(value));
        } catch (error) {
          logger.error({ requestId, err: error }, "a streamed reply failed");
          controller.error(error);
        }
      },
      cancel: async () => void (await reader.return?.()),
    },
    { highWaterMark: 1 },
  );
}
