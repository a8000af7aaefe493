import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { backoff } from "@/lib/start/backoff";
import { endProcess, identify, type ProcessId } from "@/lib/start/process-identity";
import { StartError, say } from "@/lib/start/say";

/** What a child tells its supervisor. */
const childMessageSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("listening"), port: z.number().int() }),
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("failed"), reason: z.string() }),
]);
export type ChildMessage = z.output<typeof childMessageSchema>;

/** What a supervisor tells its child: the stores are as this version needs them. */
export const STORES_READY = { type: "stores-ready" } as const;

export type ChildOptions = {
  name: string;
  /** Arguments of node. */
  args: string[];
  root: string;
  /** Asked at every start, so that a later one gets what an earlier one found out. */
  environment: () => NodeJS.ProcessEnv;
  onStart: (id: ProcessId) => void;
  /** When the child may use the stores: it loads its code meanwhile. */
  storesReady?: Promise<void>;
};

const EARLY_FAILURES = 3;

export type Child = {
  listening: Promise<number>;
  ready: Promise<void>;
  stop: (patienceMs: number) => Promise<void>;
};

/**
 * Keeps one child running: whenever it stops it is started again, without end. Only a child that stops by itself
 * before it was ever ready fails the start instead: at once when it says why, else after a few attempts.
 */
export function superviseChild({ name, args, root, environment, onStart, storesReady }: ChildOptions): Child {
  const listening = deferred<number>();
  const ready = deferred<void>();
  const pause = backoff();
  let current: ChildProcess | undefined;
  let wasReady = false;
  let stopping = false;
  let earlyFailures = 0;

  const fail = (sentence: string) => {
    stopping = true;
    const error = new StartError(sentence);
    listening.reject(error);
    ready.reject(error);
  };

  const start = () => {
    const since = Date.now();
    let reason: string | undefined;
    const ended = async (how: string, wasKilled: boolean) => {
      if (stopping) return;
      if (!wasReady && reason) return fail(reason);
      if (!wasReady && !wasKilled && ++earlyFailures >= EARLY_FAILURES) {
        return fail(`The ${name} process does not start (${reason ?? how}).`);
      }
      say(`The ${name} process stopped (${reason ?? how}); starting it again.`);
      await sleep(pause.after(Date.now() - since));
      if (!stopping) start();
    };
    let child: ChildProcess;
    try {
      const stdio: StdioOptions = ["ignore", "inherit", "inherit", "ipc"];
      child = spawn(process.execPath, args, { cwd: root, env: environment(), stdio });
    } catch (error) {
      // Without memory for it the system refuses a process at once: later there may be some again.
      void ended(messageOf(error), false);
      return;
    }
    current = child;
    child.on("message", (value) => {
      const message = childMessageSchema.safeParse(value).data;
      if (message?.type === "listening") listening.resolve(message.port);
      if (message?.type === "failed") reason = message.reason;
      if (message?.type === "ready") {
        wasReady = true;
        ready.resolve();
      }
    });
    child.on("error", (error) => {
      say(`The ${name} process: ${error.message}`);
      // What never became a process does not exit either.
      if (child.pid === undefined) void ended(error.message, false);
    });
    child.once("exit", (code, signal) => void ended(signal ?? `exit code ${code}`, signal !== null));
    if (child.pid) note(child.pid);
    storesReady?.then(
      () => child.connected && child.send(STORES_READY),
      () => {}, // told where it is waited for
    );
  };
  /** A disk that is full must not end what runs. */
  const note = (pid: number) => {
    try {
      onStart(identify(pid));
    } catch (error) {
      say(`The ${name} process runs, but could not be noted: ${messageOf(error)}`);
    }
  };
  start();

  return {
    listening: listening.promise,
    ready: ready.promise,
    async stop(patienceMs) {
      stopping = true;
      if (!current?.pid || current.exitCode !== null || current.signalCode !== null) return;
      await endProcess(identify(current.pid), [
        ["SIGTERM", patienceMs],
        ["SIGKILL", 500],
      ]);
    },
  };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** A promise that is settled from outside. A rejection that nobody waits for yet must not end the process. */
function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  promise.catch(() => {});
  return { promise, resolve, reject };
}
