import { newDataDir, removeDataDir, startTestEngine } from "@/lib/test-engine-process";

/**
 * The engine that the unit tests of a run share, behind a process of its own: tells its parent how it is reached, and
 * ends with everything it made when the parent lets go, also by being killed.
 */
const dataDir = newDataDir();
process.on("exit", () => removeDataDir(dataDir));
const engine = await startTestEngine(dataDir);
process.on("disconnect", async () => {
  await engine.end("SIGTERM");
  process.exit(0);
});
const { url, user, password } = engine;
process.send?.(JSON.stringify({ url, user, password }));
