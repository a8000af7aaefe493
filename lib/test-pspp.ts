import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Debian's pspp writes SPSS files that owe nothing to our reader: `apt-get install pspp`. */
const PROGRAM = "pspp";
const version = spawnSync(PROGRAM, ["--version"], { encoding: "utf8", timeout: 20_000 });
export const hasPspp = version.status === 0;

/** What the name of a test that needs it ends with when it is skipped. */
export const withoutPspp = hasPspp ? "" : " (skipped: pspp is not installed)";

/** How a system file is written; `zcompressed` is .zsav. */
export type SavCompression = "uncompressed" | "compressed" | "zcompressed";

/**
 * Runs syntax that defines an active file, which may read `data.txt`, and gives the bytes of the system file that pspp saves of it.
 * Throws with its output when it complains.
 */
export function psppSav(syntax: string, compression: SavCompression, { encoding = "utf-8", data = "" } = {}): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "fieldwork-pspp-"));
  try {
    const lines = [
      `SET LOCALE='${encoding}'.`,
      syntax,
      `SAVE OUTFILE='${join(folder, "out.sav")}' /${compression.toUpperCase()}.`,
    ];
    writeFileSync(join(folder, "in.sps"), `${lines.join("\n")}\n`);
    writeFileSync(join(folder, "data.txt"), data);
    const args = ["--syntax-encoding=utf-8", "-o", join(folder, "out.txt"), join(folder, "in.sps")];
    const ran = spawnSync(PROGRAM, args, { encoding: "utf8", timeout: 60_000, cwd: folder });
    const said = `${ran.stdout}${ran.stderr}`;
    if (ran.status !== 0 || /error:/.test(said))
      throw new Error(`pspp: ${said}${readFileSync(join(folder, "out.txt"), "utf8")}`);
    return readFileSync(join(folder, "out.sav"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const quotedForPspp = (text: string): string => `'${text.replaceAll("'", "''")}'`;
