import { existsSync, readFileSync, writeFileSync } from "node:fs";

/**
 * Brought into a process by `--import`: at each SIGUSR2 it writes the longest step since the one before, in
 * milliseconds, to a file of its own in STEPS_DIR. Where the system tells it, only time that the thread really ran
 * counts: what other processes took of it is none of its own.
 */
const ranFile = `/proc/self/task/${process.pid}/schedstat`;
const ranMs = existsSync(ranFile)
  ? () => Number(readFileSync(ranFile, "utf8").split(" ")[0]) / 1e6
  : () => performance.now();
let [longest, last, asked] = [0, ranMs(), 0];
setInterval(() => {
  const now = ranMs();
  longest = Math.max(longest, now - last);
  last = now;
}, 1).unref();
process.on("SIGUSR2", () => {
  asked += 1;
  writeFileSync(`${process.env.STEPS_DIR}/${process.pid}-${asked}`, String(longest));
  longest = 0;
});
