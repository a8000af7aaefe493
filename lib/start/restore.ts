import "@/lib/start/environment-file";
import { parseFolder } from "@/lib/start/backup-arguments";
import { runCommand } from "@/lib/start/command";
import { say } from "@/lib/start/say";

/** `npm run restore -- DIR`: the latest backup of a folder, or the backup that is named, into empty stores. */
await runCommand(async () => {
  const folder = parseFolder("restore", process.argv.slice(2));
  // Loaded here, so that an unusable environment is one sentence and not a stack.
  const { restore } = await import("@/lib/start/restore-command");
  await restore(folder);
  say("Restored, and the same as the backup. Start it with npm start.");
});
