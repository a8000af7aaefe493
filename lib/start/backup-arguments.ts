import { StartError } from "@/lib/start/say";

/** The one folder that a command names. Throws a sentence that a person can act on. */
export function parseFolder(command: "backup" | "restore", args: readonly string[]): string {
  const usage = `npm run ${command} -- DIR`;
  const [folder, ...more] = args;
  if (folder === undefined || folder.startsWith("-")) throw new StartError(`Name the folder of backups: ${usage}`);
  if (more.length > 0) throw new StartError(`“${more[0]}” is one word too many: ${usage}`);
  return folder;
}
