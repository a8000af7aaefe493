import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Runs a command that installs something, without stdin; what it said is shown when it fails. */
export function runInstaller(command: string, args: string[]): boolean {
  process.stdout.write(`${command} ${args.join(" ")}\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status, stdout, stderr } = spawnSync(command, args, {
    env,
    encoding: "utf8",
    timeout: 300_000,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (status !== 0) process.stdout.write(`${(stdout ?? "") + (stderr ?? "")}\n`.slice(-2000));
  return status === 0;
}

/** Installs a package where that is possible: on Debian and its like, as root. */
export function installDebianPackage(name: string): void {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  runInstaller("apt-get", ["update"]);
  runInstaller("apt-get", ["install", "-y", "--no-install-recommends", name]);
}

/** PSPP writes the SPSS files that the readers are tried on; without it those tests say why they are skipped. */
export function installPsppWhenMissing(): void {
  const { status } = spawnSync("pspp", ["--version"], { stdio: "ignore", timeout: 20_000 });
  if (status !== 0) installDebianPackage("pspp");
}
