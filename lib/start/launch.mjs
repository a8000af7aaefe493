import { fileURLToPath } from "node:url";
import { hashSources, isBuilt } from "./sources.mjs";

/**
 * What `npm start` runs: the supervisor, from the build if that is fresh, else from its TypeScript sources. Translating
 * these takes longer than anything else the supervisor does before it starts the other processes.
 */
const dev = process.argv.includes("--dev");
const root = fileURLToPath(new URL("../..", import.meta.url));
const isFresh = !dev && isBuilt(root, hashSources(root));
if (!isFresh) (await import("tsx/esm/api")).register();
const { main } = await import(isFresh ? "../../.next/start/main.mjs" : "./main.ts");
await main({ dev, isFresh });
