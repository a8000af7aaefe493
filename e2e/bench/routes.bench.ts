import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startInstance } from "../instance";
import { say, timed } from "./figures";
import { sessionOf } from "./person";

const app = fileURLToPath(new URL("../../app", import.meta.url));
const PAGES = ["surveys", "projects", "audit", "trends", "pivots", "questions", "settings", "duplicates", "answers"];

/** Addresses of the routes under `/api` that need no value in them. */
const apiPaths = (): string[] =>
  readdirSync(join(app, "api"), { recursive: true })
    .map((name) => `/api/${String(name).replaceAll("\\", "/")}`)
    .filter((name) => name.endsWith("/route.ts") && !name.includes("["))
    .map((name) => name.slice(0, -"/route.ts".length));

/** Processor seconds and megabytes that a process has taken. Reads /proc: Linux alone. */
function usageOf(pid: number | undefined): { cpuSeconds: number; memoryMb: number } {
  const [user = 0, system = 0] = (readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1] ?? "")
    .split(" ")
    .slice(11, 13)
    .map(Number);
  const memory = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return { cpuSeconds: (user + system) / 100, memoryMb: Math.round(Number(memory) / 1024) };
}

/** What a web process takes to load the code of every page and route: each asked once, then once more. */
export async function run(): Promise<void> {
  const instance = await startInstance();
  try {
    const headers = await sessionOf(instance.url, "admin@demo.test");
    const paths = [...PAGES.map((page) => `/${page}`), ...apiPaths()];
    const askAll = async () => {
      for (const path of paths) await (await fetch(instance.url + path, { headers })).arrayBuffer();
    };
    for (const time of ["first", "second"]) {
      const before = usageOf(instance.pids().web);
      const ms = await timed(askAll);
      const after = usageOf(instance.pids().web);
      say(
        `${paths.length} pages and routes for the ${time} time: ${(ms / 1000).toFixed(1)} s, of which the web process computes ${(after.cpuSeconds - before.cpuSeconds).toFixed(1)} s; its memory ${before.memoryMb} → ${after.memoryMb} MB`,
      );
    }
  } finally {
    await instance.stop();
  }
}
