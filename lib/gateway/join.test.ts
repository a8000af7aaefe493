import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import * as writes from "@/lib/stores/postgres/credential-writes";
import { withoutDatabase } from "@/lib/test-no-database";
import { joinRead, separateWrite } from "./join";

withoutDatabase();
beforeAll(() => {
  vi.spyOn(writes, "lastWriteMsAgo").mockResolvedValue(Number.POSITIVE_INFINITY);
  vi.spyOn(writes, "noteWrite").mockResolvedValue();
});

// Time is this file's own: whatever waits goes straight on to the next moment at which something happens.
beforeEach(() => void vi.useFakeTimers().setTimerTickMode("nextTimerAsync"));
afterEach(() => void vi.useRealTimers());

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const inMs = (ms: number) => Date.now() + ms;
const late = () => new Error("late");

/** A read that takes `ms` and knows how often it was begun. */
function counted(ms: number) {
  const read = async () => {
    read.times += 1;
    const number = read.times;
    await after(ms);
    return number;
  };
  read.times = 0;
  return read;
}

test("equal reads of one credential share one reply; others do not", async () => {
  const read = counted(20);
  const ask = (credential: string, key: string) => joinRead(credential, key, { deadline: inMs(1000), read, late });
  const replies = await Promise.all([ask("a", "k"), ask("a", "k"), ask("a", "other"), ask("b", "k")]);
  expect(replies).toEqual([1, 1, 2, 3]);
  expect(await ask("a", "k")).toBe(4);
});

test("no read joins one begun before the credential's last write, or during it", async () => {
  const read = counted(30);
  const ask = () => joinRead("w", "k", { deadline: inMs(1000), read, late });
  const before = ask();
  const during = separateWrite("w", async () => ask());
  expect([await before, await during]).toEqual([1, 2]);
  const [first, second] = [ask(), separateWrite("w", async () => {})];
  await second;
  expect([await ask(), await first]).toEqual([4, 3]);
});

test("no read joins one begun before a write that another instance carried out since", async () => {
  const read = counted(100);
  const ask = () => joinRead("i", "k", { deadline: inMs(1000), read, late });
  const before = ask();
  await after(40);
  vi.mocked(writes.lastWriteMsAgo).mockResolvedValue(20);
  const since = [ask(), ask()];
  await after(10);
  vi.mocked(writes.lastWriteMsAgo).mockResolvedValue(60);
  expect(await Promise.all([before, ...since, ask()]), "they share the new one").toEqual([1, 2, 2, 2]);
  vi.mocked(writes.lastWriteMsAgo).mockRejectedValueOnce(new Error("The database is away."));
  expect(await Promise.all([ask(), ask()]), "nobody can say").toEqual([3, 4]);
  vi.mocked(writes.lastWriteMsAgo).mockResolvedValue(Number.POSITIVE_INFINITY);
});

test("a failed write separates too", async () => {
  const read = counted(20);
  const ask = () => joinRead("f", "k", { deadline: inMs(1000), read, late });
  const before = ask();
  await separateWrite("f", async () => Promise.reject(new Error("no"))).catch(() => {});
  expect([await ask(), await before]).toEqual([2, 1]);
});

test("a joined read waits no longer than its own deadline", async () => {
  const read = counted(300);
  const slow = joinRead("d", "k", { deadline: inMs(1000), read, late });
  const begun = Date.now();
  await expect(joinRead("d", "k", { deadline: inMs(50), read, late })).rejects.toThrow("late");
  expect(Date.now() - begun).toBe(50);
  expect(await slow).toBe(1);
});

test.each([
  ["in time", 0],
  // A timer may fire a moment before the clock shows its time.
  ["a moment early", 1],
])("a read that ended with its starter's time, %s, is begun anew by who has time left", async (_, early) => {
  let times = 0;
  const read = (deadline: number) => async () => {
    times += 1;
    if (times > 1) return "reply";
    await after(deadline - early - Date.now());
    throw late();
  };
  const [short, long] = [inMs(60), inMs(1000)];
  const first = joinRead("r", "k", { deadline: short, read: read(short), late });
  const second = joinRead("r", "k", { deadline: long, read: read(long), late });
  await expect(first).rejects.toThrow("late");
  expect(await second).toBe("reply");
});

test("a read that failed long before its starter's time fails for all who wait", async () => {
  const read = vi.fn(async () => after(20).then(() => Promise.reject(new Error("refused"))));
  const asks = [100, 1000].map((ms) => joinRead("n", "k", { deadline: inMs(ms), read, late }));
  expect((await Promise.allSettled(asks)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(read).toHaveBeenCalledTimes(1);
});

test("a read goes on while one of its callers waits, and is given up with the last of them", async () => {
  const signals: AbortSignal[] = [];
  const read = async (signal: AbortSignal) => {
    signals.push(signal);
    await after(50);
    return signals.length;
  };
  const leaving = [new AbortController(), new AbortController(), new AbortController()] as const;
  const ask = (at: 0 | 1 | 2) =>
    joinRead("l", "k", { deadline: inMs(1000), read, late, signal: leaving[at].signal }).catch(() => "left");
  const [first, second] = [ask(0), ask(1)];
  leaving[0].abort();
  expect([await first, signals[0]?.aborted]).toEqual(["left", false]);
  expect(await second).toBe(1);

  const alone = ask(1);
  leaving[1].abort();
  expect([await alone, signals[1]?.aborted]).toEqual(["left", true]);
  // What is being given up is nobody's answer.
  expect(await ask(2)).toBe(3);
});
