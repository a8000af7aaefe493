import { spawn } from "node:child_process";
import { StartError } from "@/lib/start/say";

type Run = { args: string[]; root: string; environment: NodeJS.ProcessEnv; signal: AbortSignal };

/** Runs a step of the start in a process of its own, whose output is ours. */
export function runOnce({ args, root, environment, signal }: Run): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: environment,
    stdio: ["ignore", "inherit", "pipe"],
    signal,
  });
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output = (output + text).slice(-20_000);
  });
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("close", (code, killedBy) => {
      if (code === 0) return done();
      const told = output.trim();
      const ending = `The database could not be brought up to date (${killedBy ?? `exit code ${code}`}).`;
      // A single line already says what to do.
      fail(new StartError(told !== "" && !told.includes("\n") ? told : `${told}\n${ending}`.trim()));
    });
  });
}
