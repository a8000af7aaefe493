import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { installDebianPackage, runInstaller } from "./install";

/** Chromium without a window's machinery: pages are drawn in half the processor's time. */
const SHELL = "chromium-headless-shell";

const USUAL = [
  `/usr/bin/${SHELL}`,
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

/** A Chromium to test with: one that is here, else one that is installed now. Undefined when neither works. */
export function findOrInstallChromium(): string | undefined {
  const present = find();
  if (present) return present;
  runInstaller("npx", ["playwright", "install", "chromium"]);
  const downloaded = find();
  if (downloaded) return downloaded;
  for (const name of [SHELL, "chromium"]) {
    installDebianPackage(name);
    const installed = find();
    if (installed) return installed;
  }
  return undefined;
}
