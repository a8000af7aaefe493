import type { Platform } from "@/lib/contracts/interfaces/fraud-account";

/** Destination platforms as lines that a person edits: "id, name". */
export const platformsText = (platforms: readonly Platform[]): string =>
  platforms.map(({ id, name }) => `${id}, ${name}`).join("\n");

/** The platforms of such lines, or what is wrong with the first line that is none. A name may have commas. */
export function readPlatforms(text: string): { platforms: Platform[]; problem: string | null } {
  const platforms: Platform[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const [, id = "", name = ""] = /^([^,]*),(.*)$/.exec(line) ?? [];
    if (id.trim() === "" || name.trim() === "") {
      return { platforms: [], problem: `Line ${at + 1} needs an id, a comma and a name, such as “p1, North Panel”.` };
    }
    if (platforms.some((platform) => platform.id === id.trim())) {
      return { platforms: [], problem: `Line ${at + 1} has the id ${id.trim()} again. Each platform has its own.` };
    }
    platforms.push({ id: id.trim(), name: name.trim() });
  }
  return { platforms, problem: null };
}
