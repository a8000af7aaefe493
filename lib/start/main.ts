import "@/lib/start/environment-file";
import { StartError } from "@/lib/start/say";

/** Starts the product. Loaded step by step, so that an unusable environment is one sentence and not a stack. */
export async function main(options: { dev: boolean; isFresh: boolean }): Promise<void> {
  try {
    const { start } = await import("@/lib/start/supervisor");
    await start(options);
  } catch (error) {
    const isTold =
      error instanceof StartError || (error instanceof Error && error.message.startsWith("The environment"));
    process.stderr.write(`${error instanceof Error ? (isTold ? error.message : error.stack) : String(error)}\n`);
    process.exit(1);
  }
}

// A reader of our output that went away (`npm start | head`) must not end the product.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
