import { join } from "node:path";

/** What `npm start` keeps running beside PostgreSQL, and the step before it; each a file of this folder. */
const PROCESSES = ["prepare", "engine", "web", "worker"] as const;
export type ProcessName = (typeof PROCESSES)[number];

const FOLDER = join(".next", "start");
/** Next must be loaded as itself; everything else of ours runs as its server does. */
const SERVER = ["--conditions", "react-server"];
/** A reply of megabytes is made of objects that live until it is sent: in Node's usual room they are moved about twice. */
const ROOM_FOR_REPLIES = ["--max-semi-space-size=64"];

/**
 * Node's arguments for a process, run in the project's folder. In production it is one file made by the build: to
 * translate and find each module anew takes longer than all else that a process does until it is ready.
 */
export function processArguments(name: ProcessName, mode: "production" | "development"): string[] {
  const conditions = name === "web" ? [] : SERVER;
  if (mode === "development") return [...conditions, "--import", "tsx", `lib/start/${name}.ts`];
  const room = name === "web" ? ROOM_FOR_REPLIES : [];
  return [...conditions, ...room, join(FOLDER, `${name}.mjs`)];
}

/** The file that holds the supervisor. `launch.mjs` runs it from the build if that is fresh. */
const SUPERVISOR = "main";

/** Makes the files of production. What a process loads only when it is needed stays apart from it. */
export async function bundleProcesses(root: string): Promise<void> {
  const { build, stop } = await import("esbuild"); // not needed by a start whose build is fresh
  await build({
    absWorkingDir: root,
    entryPoints: [...PROCESSES, SUPERVISOR].map((name) => join("lib", "start", `${name}.ts`)),
    outdir: FOLDER,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: true,
  });
  await stop(); // it would wait beside us for another file to come
}
