import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AppError } from "@/lib/http/problem";
import { DraftKeeper, type DraftPorts } from "./keeper";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const content = (name: string) => ({ base: null, draft: { name } });

function keeperWith(save: DraftPorts["save"] = async () => ({ updated_at: "2026-01-01T12:31:00.000Z" })) {
  const ports = { save: vi.fn(save), discard: vi.fn(async () => undefined) };
  const keeper = new DraftKeeper("me", ports);
  const names = () => ports.save.mock.calls.map(([{ draft }]) => draft.name);
  return { keeper, ...ports, names };
}

test("writes a moment after the last key, once, and nothing while nothing changed", async () => {
  const { keeper, save, names } = keeperWith();
  keeper.change(null);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(save).not.toHaveBeenCalled();
  for (const name of ["a", "ab", "abc"]) {
    keeper.change(content(name));
    await vi.advanceTimersByTimeAsync(300);
  }
  expect(save).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(500);
  expect(names()).toEqual(["abc"]);
  keeper.change(content("abc"));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(save).toHaveBeenCalledTimes(1);
  expect(keeper.state()).toMatchObject({ savedAt: "2026-01-01T12:31:00.000Z", unkeptSince: null, problem: null });
});

test("writes within two seconds although the keys keep coming", async () => {
  const { keeper, names } = keeperWith();
  for (let key = 0; key < 10; key += 1) {
    keeper.change(content(String(key)));
    await vi.advanceTimersByTimeAsync(200);
  }
  expect(names()).toEqual(["7"]);
});

test("writes one at a time, the latest state next; a closing page does not wait", async () => {
  const release: (() => void)[] = [];
  const { keeper, save, names } = keeperWith(
    () => new Promise((resolve) => release.push(() => resolve({ updated_at: "" }))),
  );
  keeper.change(content("a"));
  await vi.advanceTimersByTimeAsync(1000);
  keeper.change(content("b"));
  keeper.change(content("c"));
  await vi.advanceTimersByTimeAsync(2000);
  expect(names()).toEqual(["a"]);
  release[0]?.();
  await vi.advanceTimersByTimeAsync(1);
  expect(names()).toEqual(["a", "c"]);
  keeper.change(content("d"));
  void keeper.flush(true);
  expect(names()).toEqual(["a", "c", "d"]);
  expect(save.mock.calls.map(([{ version }, keepalive]) => [version, keepalive])).toEqual([
    [1, false],
    [2, false],
    [3, true],
  ]);
});

test("a failure that may pass is repeated; a session that ended waits for the sign-in", async () => {
  let error: AppError | null = new AppError("unavailable", "The server cannot be reached.");
  const { keeper, save } = keeperWith(async () => {
    if (error) throw error;
    return { updated_at: "later" };
  });
  keeper.change(content("a"));
  await vi.advanceTimersByTimeAsync(1000);
  expect(keeper.state().problem).toBe("The server cannot be reached.");
  error = new AppError("unauthenticated", "Unauthorized.");
  await vi.advanceTimersByTimeAsync(5000);
  expect(save).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(save).toHaveBeenCalledTimes(2);
  error = null;
  keeper.retry();
  await vi.advanceTimersByTimeAsync(1);
  expect(keeper.state()).toMatchObject({ savedAt: "later", problem: null });
});

test("stops when another page writes the draft, until it is taken over", async () => {
  const theirs = { writer: "other", version: 4 };
  const { keeper, save } = keeperWith(async ({ follows }) => {
    if (follows?.version !== 4) throw new AppError("conflict", "Edited elsewhere.");
    return { updated_at: "now" };
  });
  keeper.change(content("a"));
  await vi.advanceTimersByTimeAsync(1000);
  keeper.change(content("ab"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(save).toHaveBeenCalledTimes(1);
  expect(keeper.state()).toMatchObject({ elsewhere: true });
  keeper.takeOver(theirs);
  await vi.advanceTimersByTimeAsync(1);
  expect(save.mock.calls.at(-1)?.[0]).toMatchObject({ follows: theirs, draft: { name: "ab" } });
  expect(keeper.state()).toMatchObject({ elsewhere: false, savedAt: "now" });
});

test("a draft taken up is not written again until it changes, and is dropped when saved", async () => {
  const { keeper, save, discard } = keeperWith();
  const mark = { writer: "earlier", version: 2 };
  keeper.hold("offered");
  keeper.change(content("typed before deciding"));
  await vi.advanceTimersByTimeAsync(5000);
  keeper.adopt(mark, { name: "kept" });
  keeper.change(content("kept"));
  keeper.hold(null);
  await vi.advanceTimersByTimeAsync(5000);
  expect(save).not.toHaveBeenCalled();
  await keeper.drop();
  expect(discard).toHaveBeenCalledWith({ writer: "me", follows: mark });
});

test("a page that closes before it knows of an earlier draft writes; one that offers an earlier draft does not", async () => {
  const { keeper, save } = keeperWith();
  keeper.hold("unread");
  keeper.change(content("typed at once"));
  await vi.advanceTimersByTimeAsync(5000);
  expect(save).not.toHaveBeenCalled();
  keeper.hold("offered");
  await keeper.flush(true);
  expect(save).not.toHaveBeenCalled();
  keeper.hold("unread");
  await keeper.flush(true);
  expect(save.mock.calls.at(-1)?.[0]).toMatchObject({ draft: { name: "typed at once" } });
});

test("the drop waits for the write under way, and nothing is written after the thing was made", async () => {
  const done: string[] = [];
  const { keeper, save, discard } = keeperWith(async () => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    done.push("saved");
    return { updated_at: "" };
  });
  discard.mockImplementation(async () => {
    done.push("dropped");
    return undefined;
  });
  keeper.change(content("a"));
  await vi.advanceTimersByTimeAsync(900);
  const closing = keeper.close();
  keeper.change(content("a"));
  await vi.advanceTimersByTimeAsync(5000);
  await closing;
  await keeper.flush(true);
  expect(done).toEqual(["saved", "dropped"]);
  expect(save).toHaveBeenCalledTimes(1);
  expect(keeper.state()).toMatchObject({ savedAt: null, unkeptSince: null });
});

test("going back to what is saved drops the draft, and what is typed afterwards is kept again", async () => {
  const { keeper, discard, names } = keeperWith();
  keeper.change(content("a"));
  await vi.advanceTimersByTimeAsync(1000);
  keeper.change(null);
  await vi.advanceTimersByTimeAsync(1);
  expect(discard).toHaveBeenCalledTimes(1);
  keeper.change(content("a"));
  await vi.advanceTimersByTimeAsync(1000);
  expect(names()).toEqual(["a", "a"]);
});

test("what is typed again after it was given up while it was being written is kept again", async () => {
  const { keeper, discard, names } = keeperWith(async () => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    return { updated_at: "" };
  });
  keeper.change(content("a"));
  await vi.advanceTimersByTimeAsync(900);
  keeper.change(null);
  await vi.advanceTimersByTimeAsync(1000);
  expect(discard).toHaveBeenCalledTimes(1);
  keeper.change(content("a"));
  await vi.advanceTimersByTimeAsync(2000);
  expect(names()).toEqual(["a", "a"]);
});
