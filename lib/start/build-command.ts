import { fileURLToPath } from "node:url";
import { buildWhenStale } from "@/lib/start/build";
import { runCommand } from "@/lib/start/command";
import { say } from "@/lib/start/say";

/** `npm run build`: what `npm start` would build, ahead of it: an image holds it, and its starts are quick. */
await runCommand(async () => {
  const found = await buildWhenStale(fileURLToPath(new URL("../..", import.meta.url)));
  say(found === "built" ? "Built." : "The build is fresh.");
});
