import { fileURLToPath } from "node:url";
import { hashSources, isBuilt } from "./sources.mjs";

/**
 * What `npm start` runs. A build holds the supervisor in one file, too: to translate its modules and find each takes
 * longer than all else that it does until the other processes load.
 */
const dev = process.argv.includes("--dev");
const root = fileURLToPath(new URL("../..", import.meta.url));
const isFresh = !dev && isBuilt(root, hashSources(root));
if (!isFresh) (await import("tsx/esm/api")).register();
const { main } = await import(isFresh ? "../../.next/start/main.mjs" : "./main.ts");
await main({ dev, isFresh });
