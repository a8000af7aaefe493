import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { ServiceDown } from "@/lib/gateway/errors";
import { AppError } from "@/lib/http/problem";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/jobs";
import { meetPerson } from "@/lib/stores/postgres/people";
import { people } from "@/lib/stores/postgres/schema/people";
import { seal } from "@/lib/stores/postgres/sealed";
import { withOwnDatabase } from "@/lib/test-database";
import { runs } from "@/lib/test-runs";
import { type Kind, type Kinds, StepHalted } from "./kind";
import { runJob } from "./run-job";

// Between two tries of a step nobody has to wait here.
vi.mock("node:timers/promises", async (original) => {
  const timers = await original<typeof import("node:timers/promises")>();
  const setTimeout: typeof timers.setTimeout = (_, ...more) => timers.setTimeout(0, ...more);
  return { ...timers, setTimeout };
});

withOwnDatabase();

const stored = { input: z.unknown(), step: z.unknown(), before: z.unknown(), after: z.unknown() };

/** What a step meets: it works, it fails in passing, it is refused, or its worker dies before or after it acts. */
type Fate =
  | "works"
  | "fails once"
  | "fails after"
  | "is down"
  | "refused"
  | "breaks before"
  | "breaks after"
  | "dies before"
  | "dies after";

/** A world in which a step adds one to its key; a step that dies takes the whole worker with it. */
class World {
  readonly added = new Map<string, number>();
  readonly fates = new Map<string, Fate[]>();
  /** Keys that cannot be looked at once they were added to. */
  readonly lost = new Set<string>();

  /** The kind as one worker carries it out. Of a dead worker no step under way does anything more until it is buried. */
  private kindOf(worker: AbortController, buried: Promise<never>): Kind {
    const die = () => {
      worker.abort();
      return buried;
    };
    return {
      kind: "add one",
      permission: "surveys:write",
      stored,
      step: async (_, { key }, begin) => {
        if (worker.signal.aborted) return die();
        const fate = this.fates.get(key)?.shift() ?? "works";
        if (fate === "is down") throw new ServiceDown({ service: "Panel" });
        if (fate === "refused") throw new AppError("invalid", "Not allowed.");
        await begin({ was: this.added.get(key) ?? 0 }, "adds one");
        if (fate === "fails once") throw new AppError("unavailable", "Try again.");
        if (fate === "breaks before") throw new Error("Something unexpected.");
        if (fate === "dies before" || worker.signal.aborted) return die();
        this.added.set(key, (this.added.get(key) ?? 0) + 1);
        if (fate === "dies after") return die();
        if (fate === "breaks after") throw new Error("Something unexpected.");
        if (fate === "fails after") throw new AppError("busy", "Its answer was lost.");
        return { now: this.added.get(key) };
      },
      settle: async (_, { key, before }) => {
        if (before === null) return "not done";
        if (this.lost.has(key) && this.added.has(key)) throw new AppError("unavailable", "It cannot be reached.");
        return (this.added.get(key) ?? 0) > (before as { was: number }).was ? "done" : "not done";
      },
      reverse: ({ key, label }) => ({ key, label, input: null }),
    };
  }

  /** Runs a worker until the job is let go or the worker is dead; a dead one's lease has run out when it returns. */
  async work(): Promise<boolean> {
    const worker = new AbortController();
    const killed = new Promise<"killed">((resolve) => {
      worker.signal.addEventListener("abort", () => resolve("killed"));
    });
    let bury = () => {};
    const buried = new Promise<never>((_, reject) => {
      bury = () => reject(new StepHalted("Its worker is dead."));
    });
    buried.catch(() => {});
    const holder = crypto.randomUUID();
    const job = await store.takeDueJob(db(), holder);
    if (!job) return false;
    const kind = this.kindOf(worker, buried);
    const never = new AbortController().signal;
    const ended = runJob(job, { kinds: { [kind.kind]: kind }, holder, signal: never }).then(() => "ended" as const);
    if ((await Promise.race([ended, killed])) === "killed") {
      await db().transaction(async (transaction) => {
        // Whatever it still writes in its last moment is written before; then it is gone for good.
        await transaction.execute(sql`lock table job_items in exclusive mode`);
        await transaction.execute(sql`update jobs set lease_holder = ${crypto.randomUUID()},
          lease_until = now() - interval '1 second' where id = ${job.id}`);
      });
      // Its run ends, too, which may write nothing any more: left alone, it would renew its lease for ever.
      bury();
      await ended;
    }
    return true;
  }
}

let personId: string;
beforeEach(async () => {
  await db().execute(sql`truncate jobs cascade`);
  const person = await meetPerson(db(), { connection: "built-in", email: "m@example.test", name: "M" });
  await db().update(people).set({ role: "manager" });
  personId = person.id;
});

async function start(keys: string[], starter = personId): Promise<string> {
  const job = { connection: "built-in", kind: "add one", title: "Add", input: {}, token: seal("token") };
  const written = await store.insertJob(
    db(),
    { ...job, personId: starter },
    keys.map((key) => ({ key, label: key, input: null })),
  );
  if (typeof written === "string") throw new Error(written);
  return written.id;
}

const statesOf = async (jobId: string) => {
  const items = await store.itemsIn(db(), jobId, [
    "waiting",
    "running",
    "done",
    "refused",
    "failed",
    "uncertain",
    "cancelled",
  ]);
  return new Map(items.map(({ key, state }) => [key, state]));
};

type Command = "work" | "pause" | "resume" | "cancel" | "retry";

async function obey(command: Command, world: World, jobId: string): Promise<void> {
  const move = (from: Parameters<typeof store.moveJob>[3]["from"], to: Parameters<typeof store.moveJob>[3]["to"]) =>
    store.moveJob(db(), personId, jobId, { from, to, token: seal("token") });
  if (command === "work") await world.work();
  if (command === "pause") await move(["waiting", "running"], "paused");
  if (command === "resume") await move(["paused"], "waiting");
  if (command === "cancel" && (await move(["waiting", "running", "paused"], "cancelled"))) {
    await store.moveItems(db(), jobId, ["waiting"], "cancelled");
  }
  if (command === "retry") await store.retryJob(db(), personId, jobId, seal("token"));
}

describe("a job", () => {
  test("does every step once and ends", async () => {
    const world = new World();
    const jobId = await start(["a", "b", "c"]);
    await world.work();
    expect(world.added).toEqual(
      new Map([
        ["a", 1],
        ["b", 1],
        ["c", 1],
      ]),
    );
    const [summary] = await store.listJobs(db(), personId, jobId);
    expect(summary).toMatchObject({ job: { state: "done" }, counts: { done: 3 } });
    expect(summary?.job.finishedAt).not.toBeNull();
  });

  test("tells refused and failed steps apart, and gives up on what fails again and again", async () => {
    const world = new World();
    world.fates.set("b", ["refused"]);
    world.fates.set("c", Array(9).fill("fails once"));
    const jobId = await start(["a", "b", "c"]);
    await world.work();
    expect(await statesOf(jobId)).toEqual(
      new Map([
        ["a", "done"],
        ["b", "refused"],
        ["c", "failed"],
      ]),
    );
    expect(world.added.get("c")).toBeUndefined();
  });

  test("rests while the service does not respond, and uses up no attempts", async () => {
    const world = new World();
    world.fates.set("a", Array<Fate>(9).fill("is down"));
    const jobId = await start(["a"]);
    while (await world.work()) {
      if ((await statesOf(jobId)).get("a") === "done") break;
      // Nobody takes it while it rests.
      expect(await world.work()).toBe(false);
      await db().execute(sql`update jobs set lease_until = now() - interval '1 second' where id = ${jobId}`);
    }
    expect(await store.itemsIn(db(), jobId, ["done"])).toMatchObject([{ key: "a", attempts: 1 }]);
  });

  test("finds a step done that took effect and lost its answer, with what it began with for the undo", async () => {
    const world = new World();
    world.fates.set("a", ["fails after", "refused"]);
    const jobId = await start(["a"]);
    await world.work();
    const [item] = await store.itemsIn(db(), jobId, ["done"]);
    expect(item).toMatchObject({ key: "a", before: { was: 0 }, message: "adds one" });
    expect(world.added.get("a")).toBe(1);
  });

  test("looks whether a step took effect whose last answer was lost; one that cannot be looked at is, when it is tried again", async () => {
    const world = new World();
    const often = Array<Fate>(4).fill("fails once");
    world.fates.set("happened", [...often, "fails after"]);
    world.fates.set("did not", [...often, "fails once"]);
    world.fates.set("not known", [...often, "fails after"]);
    world.lost.add("not known");
    const jobId = await start(["happened", "did not", "not known"]);
    await world.work();
    expect(await statesOf(jobId)).toEqual(
      new Map([
        ["happened", "done"],
        ["did not", "failed"],
        ["not known", "failed"],
      ]),
    );
    const failed = await store.itemsIn(db(), jobId, ["failed"]);
    expect(failed.find(({ key }) => key === "not known")?.message).toBe(
      "Its answer was lost. It is not known whether this took effect all the same: check whether it is as it should be.",
    );
    world.lost.clear();
    await obey("retry", world, jobId);
    await world.work();
    expect([...(await statesOf(jobId)).values()]).toEqual(["done", "done", "done"]);
    expect([...world.added.values()]).toEqual([1, 1, 1]);
  }, 20_000);

  test("that is cancelled while a step waits to be tried again says what that step did", async () => {
    const world = new World();
    const jobId = await start(["a", "b"]);
    await db().execute(sql`update job_items set before = '{"was": 0}'`);
    world.added.set("a", 1);
    await obey("cancel", world, jobId);
    await world.work();
    expect(await statesOf(jobId)).toEqual(
      new Map([
        ["a", "done"],
        ["b", "cancelled"],
      ]),
    );
    expect((await store.listJobs(db(), personId, jobId))[0]?.job.finishedAt).not.toBeNull();
  });

  test("that is cancelled ends, also where nobody may look any more at what was begun", async () => {
    const world = new World();
    const jobId = await start(["a", "b"]);
    await db().execute(sql`update job_items set before = '{"was": 0}' where key = 'a'`);
    await obey("cancel", world, jobId);
    await db().execute(sql`update jobs set token = null`);
    await world.work();
    expect(await statesOf(jobId)).toEqual(
      new Map([
        ["a", "uncertain"],
        ["b", "cancelled"],
      ]),
    );
    const [summary] = await store.listJobs(db(), personId, jobId);
    expect(summary?.job).toMatchObject({ state: "cancelled", finishedAt: expect.any(Date) });
    await store.wakeSignedOutJobs(db(), personId, seal("new"));
    expect(await world.work()).toBe(false);
  });

  test.each(["paused", "cancelled"] as const)(
    "that was %s meanwhile stays so when its worker lets it go",
    async (state) => {
      for (const left of ["waiting", "signed out"] as const) {
        await db().execute(sql`truncate jobs cascade`);
        const jobId = await start(["a"]);
        const holder = crypto.randomUUID();
        await store.takeDueJob(db(), holder);
        await db().execute(sql`update job_items set before = '{"was": 0}'`);
        await store.moveJob(db(), personId, jobId, { from: ["running"], to: state });
        await store.leaveJob(db(), jobId, holder, { state: left });
        expect((await store.listJobs(db(), personId, jobId))[0]?.job).toMatchObject({ state, finishedAt: null });
      }
    },
  );

  test("is tried again only when it has ended and is not undone, and then with all its steps", async () => {
    const world = new World();
    world.fates.set("b", Array(9).fill("fails once"));
    const jobId = await start(["a", "b"]);
    const retry = () => store.retryJob(db(), personId, jobId, seal("token"));
    const taken = await store.takeDueJob(db(), crypto.randomUUID());
    await db().execute(sql`update job_items set state = 'failed' where key = 'b'`);
    expect(await retry()).toBe(false);
    expect((await statesOf(jobId)).get("b")).toBe("failed");
    await db().execute(
      sql`update jobs set state = 'done', finished_at = now(), lease_until = null where id = ${taken?.id}`,
    );
    const undo = { connection: "built-in", kind: "add one", title: "Undo", input: {}, token: seal("token"), personId };
    const ended = (await store.listJobs(db(), personId, jobId))[0]?.job.finishedAt ?? null;
    const insertUndo = (finishedAt: Date | null) =>
      store.insertJob(db(), { ...undo, undoes: { id: jobId, finishedAt } }, [{ key: "a", label: "a", input: null }]);
    for (const other of [null, new Date(0)]) expect(await insertUndo(other)).toBe("taken up again");
    const written = await insertUndo(ended);
    expect(await insertUndo(ended)).toBe("undone already");
    expect(await retry()).toBe(false);
    if (typeof written === "object") await db().execute(sql`delete from jobs where id = ${written.id}`);
    expect(await retry()).toBe(true);
    expect((await statesOf(jobId)).get("b")).toBe("waiting");
    expect(await insertUndo(ended)).toBe("taken up again");
  });

  test("that is paused and resumed again and again is tried as often as any other: a pause is no attempt", async () => {
    const jobId = await start(["a"]);
    const fates = [...Array(6).fill("paused"), "fails", "works"];
    const attempts: number[] = [];
    const kind: Kind = {
      kind: "add one",
      permission: "surveys:write",
      stored,
      goesOn: true,
      step: async (_, item, begin, job) => {
        // How long a step that failed waits before it is tried again follows from this number.
        attempts.push(item.attempts);
        await begin({ calls: 0 }, "so far");
        const fate = fates.shift();
        if (fate === "paused") await obey("pause", new World(), jobId);
        if (!(await job.mayGoOn())) throw new StepHalted();
        if (fate === "fails") throw new AppError("busy", "Try again.");
        return {};
      },
      settle: async () => "not done",
    };
    while (fates.length > 0) {
      const holder = crypto.randomUUID();
      const job = await store.takeDueJob(db(), holder);
      if (!job) throw new Error("There is no job.");
      await runJob(job, { kinds: { [kind.kind]: kind }, holder, signal: new AbortController().signal });
      await obey("resume", new World(), jobId);
    }
    expect((await statesOf(jobId)).get("a")).toBe("done");
    expect(attempts).toEqual([...Array(7).fill(1), 2]);
  });

  test("that is paused, and whose worker died before it let go, ends by itself when nothing is left to do", async () => {
    const world = new World();
    world.fates.set("a", ["dies after"]);
    const jobId = await start(["a"]);
    await world.work();
    await obey("pause", world, jobId);
    expect(await world.work()).toBe(true);
    expect((await store.listJobs(db(), personId, jobId))[0]).toMatchObject({
      job: { state: "done", finishedAt: expect.any(Date) },
      counts: { done: 1 },
    });
    const standing = await start(["a", "b"]);
    world.fates.set("a", ["dies before"]);
    await world.work();
    await obey("pause", world, standing);
    expect(await world.work()).toBe(true);
    expect(await world.work()).toBe(false);
    expect((await store.listJobs(db(), personId, standing))[0]?.job).toMatchObject({
      state: "paused",
      finishedAt: null,
    });
    expect([...(await statesOf(standing)).values()]).not.toContain("running");
  });

  /** A job of one step that was begun and took effect, under a worker that is gone, and that nobody can look at. */
  async function unseen(world: World): Promise<string> {
    const jobId = await start(["a"]);
    await db().execute(sql`update job_items set state = 'running', attempts = 1, before = '{"was": 0}'`);
    world.added.set("a", 1);
    world.lost.add("a");
    return jobId;
  }
  const passes = () => db().execute(sql`update jobs set lease_until = now() - interval '1 second'`);

  test("a step of which cannot be looked at now is not looked at again and again without a rest", async () => {
    const world = new World();
    const jobId = await unseen(world);
    expect([await world.work(), await world.work()]).toEqual([true, false]);
    await passes();
    world.lost.clear();
    expect(await world.work()).toBe(true);
    expect((await statesOf(jobId)).get("a")).toBe("done");
    expect(world.added.get("a")).toBe(1);
  });

  test("that is cancelled ends, also where nobody can find out what a step did", async () => {
    const world = new World();
    const jobId = await unseen(world);
    await obey("cancel", world, jobId);
    let looks = 0;
    for (; looks < 50 && (await world.work()); looks += 1) await passes();
    expect(looks).toBeGreaterThan(5);
    expect((await statesOf(jobId)).get("a")).toBe("uncertain");
    const [summary] = await store.listJobs(db(), personId, jobId);
    expect(summary?.job).toMatchObject({ state: "cancelled", finishedAt: expect.any(Date) });
  });

  test("looks whether a step took effect that ended unexpectedly after it was begun", async () => {
    const world = new World();
    world.fates.set("happened", ["breaks after"]);
    world.fates.set("did not", ["breaks before"]);
    const jobId = await start(["happened", "did not"]);
    await world.work();
    expect(await statesOf(jobId)).toEqual(
      new Map([
        ["happened", "done"],
        ["did not", "failed"],
      ]),
    );
  });

  test("is not taken a second time by a process that was halted for longer than its lease", async () => {
    const jobId = await start(["a"]);
    expect((await store.takeDueJob(db(), crypto.randomUUID()))?.id).toBe(jobId);
    await db().execute(sql`update jobs set lease_until = now() - interval '1 second'`);
    expect(await store.takeDueJob(db(), crypto.randomUUID(), { underWay: [jobId] })).toBeNull();
    const others = { underWay: [crypto.randomUUID()] };
    expect((await store.takeDueJob(db(), crypto.randomUUID(), others))?.id).toBe(jobId);
  });

  test("that one step cannot be written of is let go only when its other steps under way have ended", async () => {
    const jobId = await start(["slow", "unwritten", "later"]);
    const holder = crypto.randomUUID();
    const job = await store.takeDueJob(db(), holder);
    if (!job) throw new Error("There is no job.");
    let end: (() => void) | undefined;
    const slow = new Promise<void>((resolve) => {
      end = resolve;
    });
    const begun: string[] = [];
    let sent = () => {};
    const isSent = new Promise<void>((resolve) => {
      sent = resolve;
    });
    const unwritten = {
      get text() {
        sent();
        return "\u0000"; // PostgreSQL keeps no such character
      },
    };
    const kind: Kind = {
      kind: "add one",
      permission: "surveys:write",
      stored,
      step: async (_, { key }) => {
        begun.push(key);
        if (key === "slow") await slow;
        return key === "unwritten" ? unwritten : {};
      },
      settle: async () => "not done",
    };
    let hasEnded = false;
    const run = runJob(job, { kinds: { [kind.kind]: kind }, holder, signal: new AbortController().signal }).finally(
      () => {
        hasEnded = true;
      },
    );
    const refused = expect(run).rejects.toThrow();
    await isSent;
    await expect.poll(() => begun).toEqual(expect.arrayContaining(["slow", "unwritten"]));
    for (let asked = 0; asked < 50; asked += 1) await db().execute(sql`select 1`); // refused long before these are answered
    expect(hasEnded).toBe(false);
    end?.();
    await refused;
    expect((await statesOf(jobId)).get("slow")).toBe("done");
  });

  test("ends where one step ends every worker that takes it", async () => {
    const world = new World();
    const jobId = await start(["a", "b"]);
    await db().execute(sql`update job_items set state = 'running', attempts = 20 where key = 'a'`);
    await world.work();
    expect(await statesOf(jobId)).toEqual(
      new Map([
        ["a", "failed"],
        ["b", "done"],
      ]),
    );
  });

  test("that has not ended is listed, however many others were started since", async () => {
    const jobId = await start(["a"]);
    await obey("pause", new World(), jobId);
    for (let more = 0; more < 30; more += 1) await start(["b"]);
    await db().execute(sql`update jobs set state = 'done', finished_at = now() where id <> ${jobId}`);
    const listed = await store.listJobs(db(), personId);
    expect(listed[0]?.job.id).toBe(jobId);
  });

  test("of a person without one under way comes before the second of another", async () => {
    const other = await meetPerson(db(), { connection: "built-in", email: "other@example.test", name: "O" });
    const [first, second] = [await start(["a"]), await start(["b"])];
    const others = await start(["c"], other.id);
    const taken = async () => (await store.takeDueJob(db(), crypto.randomUUID()))?.id;
    expect([await taken(), await taken(), await taken(), await taken()]).toEqual([first, others, second, undefined]);
  });

  test("waits for its starter's sign-in when the token has ended, and goes on with the new one", async () => {
    const world = new World();
    const jobId = await start(["a"]);
    await db().execute(sql`update jobs set token = null`);
    await world.work();
    expect((await store.listJobs(db(), personId, jobId))[0]?.job.state).toBe("signed out");
    await store.wakeSignedOutJobs(db(), personId, seal("new"));
    await world.work();
    expect(await statesOf(jobId)).toEqual(new Map([["a", "done"]]));
  });

  test("that a sign-in wakes ends where others began the opposite meanwhile, and goes on elsewhere", async () => {
    const switched: string[] = [];
    const kind: Kind = {
      kind: "add one",
      permission: "surveys:write",
      stored,
      goesOn: true,
      opposes: (input) => ({ has: { to: (input as { to: string }).to === "on" ? "off" : "on" }, meets: () => true }),
      step: async (_, { key }, __, { input }) => switched.push(`${key} ${(input as { to: string }).to}`),
      settle: async () => "not done",
    };
    const startTo = async (to: string, keys: string[]) => {
      const id = await start(keys);
      await db().execute(sql`update jobs set title = ${to}, input = ${JSON.stringify({ to })}::jsonb where id = ${id}`);
      return id;
    };
    const take = async () => {
      const holder = crypto.randomUUID();
      const job = await store.takeDueJob(db(), holder);
      if (!job) throw new Error("There is no job.");
      return {
        id: job.id,
        run: () => runJob(job, { kinds: { [kind.kind]: kind }, holder, signal: new AbortController().signal }),
      };
    };
    for (const order of ["woken first", "woken while the other goes on"] as const) {
      await db().execute(sql`truncate jobs cascade`);
      switched.length = 0;
      const stood = await startTo("on", ["a", "b"]);
      await db().execute(sql`update jobs set state = 'signed out', started_at = now(), token = null`);
      await db().execute(sql`update job_items set before = '{}', message = '500 records so far.' where key = 'a'`);
      const began = await startTo("off", ["a"]);
      const first = order === "woken first" ? null : await take();
      await store.wakeSignedOutJobs(db(), personId, seal("new"));
      const woken = await take();
      expect(woken.id).toBe(stood);
      await woken.run();
      await (first ?? (await take())).run();
      expect(switched.sort()).toEqual(["a off", "b on"]);
      expect((await statesOf(began)).get("a")).toBe("done");
      const ended = await store.itemsIn(db(), stood, ["failed"]);
      expect(ended.map(({ key, message }) => [key, message])).toEqual([
        ["a", expect.stringMatching(/^500 records so far\. “off”, started by m@example\.test, is under way/)],
      ]);
      await store.retryJob(db(), personId, stood, seal("token"));
      await (await take()).run();
      expect(switched.sort()).toEqual(["a off", "a on", "b on"]);
    }
  });

  test("does nothing more for a person whose role was taken away", async () => {
    const world = new World();
    const jobId = await start(["a"]);
    await db().update(people).set({ role: "analyst" });
    await world.work();
    expect(await statesOf(jobId)).toEqual(new Map([["a", "refused"]]));
    expect(world.added.size).toBe(0);
  });

  test("whose stored JSON its kind cannot read ends, and says of what was begun that it may have taken effect", async () => {
    const done: string[] = [];
    const kind: Kind<{ by: number }, { to: string }, { was: number }> = {
      kind: "add one",
      permission: "surveys:write",
      stored: {
        input: z.object({ by: z.number() }),
        step: z.object({ to: z.string() }),
        before: z.object({ was: z.number() }),
        after: z.unknown(),
      },
      step: async (_, { key, input }, __, { input: shared }) => done.push(`${key} ${input.to} ${shared.by}`),
      settle: async () => "not done",
    };
    const carryOut = async (kinds: Kinds) => {
      const holder = crypto.randomUUID();
      const job = await store.takeDueJob(db(), holder);
      if (!job) throw new Error("There is no job.");
      await runJob(job, { kinds, holder, signal: new AbortController().signal });
      const [summary] = await store.listJobs(db(), personId, job.id);
      return [summary?.job.state, Object.fromEntries(await statesOf(job.id))];
    };
    const odd = { fresh: "failed", begun: "uncertain" };
    const startWith = async (input: object) => {
      const id = await start(["fresh", "begun", "fine"]);
      await db().execute(sql`update jobs set input = ${JSON.stringify(input)}::jsonb where id = ${id}`);
      await db().execute(sql`update job_items set state = 'running', before = '{"was": "one"}' where key = 'begun'`);
      await db().execute(sql`update job_items set input = '{"to": "x"}' where key = 'fine'`);
    };
    await startWith({ by: 2 });
    expect(await carryOut({ "add one": kind })).toEqual(["done", { ...odd, fine: "done" }]);
    expect(done).toEqual(["fine x 2"]);
    await startWith({ by: "two" });
    expect(await carryOut({ "add one": kind })).toEqual(["done", { ...odd, fine: "failed" }]);
    await startWith({ by: 2 });
    expect(await carryOut({})).toEqual(["done", { ...odd, fine: "failed" }]);
    expect(done).toHaveLength(1);
  });

  test("whatever is run, killed, paused, resumed, cancelled and retried: each step happens at most once and is reported truly", async () => {
    const fate = fc.constantFrom<Fate>(
      "works",
      "works",
      "fails once",
      "fails after",
      "refused",
      "dies before",
      "dies after",
    );
    const command = fc.constantFrom<Command>("work", "work", "work", "pause", "resume", "cancel", "retry");
    const scenario = fc.record({
      fates: fc.array(fc.array(fate, { maxLength: 3 }), { minLength: 1, maxLength: 6 }),
      commands: fc.array(command, { minLength: 1, maxLength: 10 }),
    });
    await fc.assert(
      fc.asyncProperty(scenario, async ({ fates, commands }) => {
        await db().execute(sql`truncate jobs cascade`);
        const world = new World();
        fates.forEach((list, index) => {
          world.fates.set(`k${index}`, [...list]);
        });
        const jobId = await start(fates.map((_, index) => `k${index}`));
        for (const one of [...commands, "resume", "work"] as Command[]) await obey(one, world, jobId);
        // What was killed last is taken up until nobody dies any more.
        for (let more = true; more; ) more = await world.work();
        const states = await statesOf(jobId);
        for (const [key, state] of states) {
          const times = world.added.get(key) ?? 0;
          expect(times).toBeLessThanOrEqual(1);
          expect([key, state, times]).toEqual([key, state, state === "done" ? 1 : 0]);
        }
        const [summary] = await store.listJobs(db(), personId, jobId);
        expect(["done", "cancelled"]).toContain(summary?.job.state);
        expect([...states.values()]).not.toContain("running");
      }),
      { numRuns: runs(25) },
    );
  }, 600_000);
});
