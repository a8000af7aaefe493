import { spawn } from "node:child_process";
import { accessSync, constants, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endLeftBehind, processList } from "@/lib/start/left-behind";
import { takeLock } from "@/lib/start/lock";
import { identify } from "@/lib/start/process-identity";
import { bundleProcesses } from "@/lib/start/processes";
import { StartError, say } from "@/lib/start/say";
import { hashSources, isBuilt, stampFile } from "@/lib/start/sources.mjs";
import { prepareStaticFiles } from "@/lib/start/static-files";

/**
 * What Next calls this build by, for the build itself and for who serves it: a page of another build then goes to an
 * address of this one by loading it whole, instead of mixing two builds.
 */
const deploymentNamed = (hash: string) => ({ NEXT_DEPLOYMENT_ID: hash.slice(0, 16) });

/** The same of the build that is there. */
export const deploymentOf = (root: string) => deploymentNamed(readFileSync(stampFile(root), "utf8"));

/** Builds Next and the processes around it when their output is missing or made from other sources. Several starts in one checkout build once: the others wait. */
export async function buildWhenStale(root: string, signal?: AbortSignal): Promise<"built" | "fresh"> {
  if (isBuilt(root, hashSources(root))) return "fresh";
  requireWritable(root);
  // Not inside .next, which `next build` empties.
  const folder = join(root, "node_modules", ".cache", "fieldwork");
  mkdirSync(folder, { recursive: true });
  const release = await waitForLock(join(folder, "build.lock"), signal);
  try {
    const hash = hashSources(root);
    if (isBuilt(root, hash)) return "fresh";
    await endLeftBehind(join(folder, "build.json"));
    say("Building…");
    rmSync(stampFile(root), { force: true });
    await runBuild(root, { listFile: join(folder, "build.json"), hash, signal });
    await Promise.all([bundleProcesses(root), prepareStaticFiles(join(root, ".next", "static"))]);
    writeFileSync(stampFile(root), hash);
    return "built";
  } finally {
    release();
  }
}

/** Fails in a sentence where a start may not build: a service's code is mostly somebody else's, or read-only. */
export function requireWritable(root: string, check = (path: string) => accessSync(path, constants.W_OK)): void {
  try {
    for (const path of [root, join(root, "node_modules")]) check(path);
  } catch {
    throw new StartError(
      `This version has to be built, and ${resolve(root)} cannot be written. Run npm run build there as its owner, then start again.`,
    );
  }
}

async function waitForLock(file: string, signal?: AbortSignal): Promise<() => void> {
  let told = false;
  for (;;) {
    const lock = takeLock(file);
    if (lock.taken) return lock.release;
    if (!told) say(`Waiting for the build that process ${lock.holder.pid} is making…`);
    told = true;
    await sleep(250, undefined, { signal });
  }
}

type Build = { listFile: string; hash: string; signal: AbortSignal | undefined };

function runBuild(root: string, { listFile, hash, signal }: Build): Promise<void> {
  const child = spawn(process.execPath, [join("node_modules", "next", "dist", "bin", "next"), "build"], {
    cwd: root,
    env: { ...process.env, ...deploymentNamed(hash), NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    signal,
  });
  if (child.pid) processList(listFile).add("build", identify(child.pid));
  let output = "";
  const collect = (text: string) => {
    output += text;
  };
  child.stdout.setEncoding("utf8").on("data", collect);
  child.stderr.setEncoding("utf8").on("data", collect);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new StartError(`${output.trim()}\nThe build failed (${code ?? "stopped"}); its output is above.`));
    });
  });
}
