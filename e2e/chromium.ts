import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const USUAL = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Some distributions install a script in its place that only tells how to get one; so each is asked for its version. */
function works(path: string): boolean {
  if (!existsSync(path)) return false;
  const { status, stdout } = spawnSync(path, ["--version"], { encoding: "utf8", timeout: 20_000, stdio: "pipe" });
  return status === 0 && /\d+\.\d+/.test(stdout ?? "");
}

function find(): string | undefined {
  const named = process.env.CHROMIUM;
  return [...(named ? [named] : []), ...USUAL, chromium.executablePath()].find(works);
}

function run(command: string, args: string[]): boolean {
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

/** A Chromium to test with: one that is here, else one that is installed now. Undefined when neither works. */
export function findOrInstallChromium(): string | undefined {
  const present = find();
  if (present) return present;
  run("npx", ["playwright", "install", "chromium"]);
  const downloaded = find();
  if (downloaded) return downloaded;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    run("apt-get", ["update"]);
    run("apt-get", ["install", "-y", "--no-install-recommends", "chromium"]);
  }
  return find();
}
