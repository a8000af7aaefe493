import { execFile, fork } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import * as z from "zod";

const root = fileURLToPath(new URL("../..", import.meta.url));
const started = z.object({ url: z.string() });

const handler = (body: string) => `
const body = ${JSON.stringify(body)};
export const dynamic = "force-dynamic";
export const GET = () => new Response(body, { headers: { "content-type": "application/json", "cache-control": "no-store" } });
`;

const files = (body: string): Record<string, string> => ({ "app/constant/route.js": handler(body) });

/** A Next route handler that answers a constant text. */
export const startConstantPeer = (body: string) => startNextPeer(files(body));

/** Of every peer: our packages are found from here, and what it is made of is not checked once more. */
const ofEvery: Record<string, string> = {
  "package.json": JSON.stringify({ name: "peer", private: true, type: "module" }),
  "next.config.mjs": `export default { turbopack: { root: ${JSON.stringify(root)} }, typescript: { ignoreBuildErrors: true } };`,
};

/**
 * A peer out of these files: a Next application in a production build and a server of its own. It is made where module
 * resolution finds the benchmarks' packages, then ours, and is removed afterwards.
 */
export async function startNextPeer(files: Record<string, string>): Promise<{ url: string; stop: () => void }> {
  const cache = join(root, "e2e", "bench", ".next", "peers");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "peer-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    for (const [name, text] of Object.entries({ ...ofEvery, ...files })) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" } as const;
    const nextBin = join(root, "node_modules", "next", "dist", "bin", "next");
    await promisify(execFile)(process.execPath, [nextBin, "build", folder], { cwd: folder, env });
    const server = fork(join(root, "e2e", "bench", "peer-server.ts"), [folder], {
      cwd: root,
      env,
      execArgv: ["--import", "tsx"],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const url = await new Promise<string>((resolve, reject) => {
      server.once("message", (message) => resolve(started.parse(message).url));
      server.once("exit", (code) => reject(new Error(`The peer did not start (${code}).`)));
    });
    return {
      url,
      stop: () => {
        server.kill();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
