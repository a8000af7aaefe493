import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import * as activation from "@/lib/gateway/activation";
import * as gateway from "@/lib/gateway/call";
import type { Connection } from "@/lib/gateway/connections";
import { ReplyLost } from "@/lib/gateway/errors";
import * as ownAccounts from "@/lib/gateway/own-account";
import { AppError } from "@/lib/http/problem";
import type { AnyKind } from "@/lib/jobs/kind";
import type { JobItemRow } from "@/lib/stores/postgres/jobs";
import { isUndoable } from "@/lib/stores/postgres/undoable-steps";
import { changeActivation } from "./change-activation";
import * as resolving from "./resolve";

type Call = { selectors: Record<string, unknown>; changes?: readonly string[]; key?: string | undefined };
const calls: Call[] = [];
/** Records left to move; each call moves 500 of them. */
let left = 0;
let extended = true;
/** Somebody moves them back as quickly. */
let isSwitchedBack = false;
let message: (records: number) => number | null = (records) => records;
/** Why the service does not count. */
let uncounted: AppError | null = null;
/** How the next calls end, before they change anything. */
let endings: AppError[] = [];

beforeAll(() => {
  vi.spyOn(activation, "isExtended").mockImplementation(() => extended);
  vi.spyOn(activation, "countActivation").mockImplementation(async () => {
    if (uncounted) throw uncounted;
    return { To_Change: left } as never;
  });
  vi.spyOn(activation, "activate").mockImplementation(async (_, call) => {
    calls.push(call);
    const ending = endings.shift();
    if (ending) throw ending;
    const records = Math.min(500, left);
    if (!isSwitchedBack) left -= records;
    const change = extended && records > 0 ? `c${calls.length}` : null;
    return { action: "Deactivated", message: "said", records: message(records), change } as never;
  });
  vi.spyOn(ownAccounts, "ownAccount").mockResolvedValue({ id: "7", name: "Seven" });
  vi.spyOn(gateway, "connectionOf").mockReturnValue({ title: "Panel" } as Connection);
  vi.spyOn(resolving, "knownSurveys").mockResolvedValue({ surveys: [], unknown: [] });
});

const kind: AnyKind = changeActivation;
const context = {} as gateway.SignedInContext;
const work = { account_id: "7", type: "1", route: "search", selectors: { Cookie: "personal" } };
const itemOf = (over: Partial<JobItemRow> = {}) =>
  ({
    jobId: "job",
    key: "1",
    label: "One",
    position: 3,
    attempts: 1,
    before: null,
    after: null,
    input: { survey_number: "1" },
    ...over,
  }) as JobItemRow;

let written: { before: unknown; words: string }[] = [];
const step = (item: JobItemRow, { input = work as unknown, goesOnFor = Number.POSITIVE_INFINITY } = {}) => {
  let asked = 0;
  const begin = async (before: unknown, words: string) => void written.push({ before: structuredClone(before), words });
  return kind.step(context, item, begin, {
    input,
    personId: "p",
    mayGoOn: async () => asked++ < goesOnFor,
  });
};

beforeEach(() => {
  calls.length = 0;
  written = [];
  extended = true;
  isSwitchedBack = false;
  message = (records) => records;
  uncounted = null;
  endings = [];
});

test("a step calls until fewer than 500 are processed, each call under a key of its own", async () => {
  left = 1200;
  expect(await step(itemOf())).toEqual({ records: 1200, calls: 3, changes: ["c1", "c2", "c3"] });
  expect(calls.map(({ key }) => key)).toEqual(["job:3:0", "job:3:1", "job:3:2"]);
  expect(written.at(-1)?.words).toBe("1,200 records deactivated, in 3 calls.");
});

test("a step halts between two calls, and goes on from there with the next call's key", async () => {
  left = 1200;
  await expect(step(itemOf(), { goesOnFor: 1 })).rejects.toThrow();
  const before = written.at(-1)?.before;
  expect(before).toEqual({ records: 500, calls: 1, changes: ["c1"], calling: false });
  expect(await step(itemOf({ before: before as object }))).toMatchObject({ records: 1200, calls: 3 });
  expect(calls.map(({ key }) => key)).toEqual(["job:3:0", "job:3:1", "job:3:2"]);
});

test("a step ends when it has changed as many as there were, also where somebody switches them back all the while", async () => {
  left = 1200;
  isSwitchedBack = true;
  const { records, calls: made } = (await step(itemOf())) as { records: number; calls: number };
  expect(made).toBeLessThan(20);
  expect(written.at(-1)?.words).toBe(
    `${records.toLocaleString("en")} records deactivated, in ${made} calls, and left there, because more came, or somebody switches them back: there were fewer when it began. Look at the history for who, then start it again.`,
  );
});

test.each(["invalid", "unavailable"] as const)(
  "a step whose records cannot be counted (%s) changes them all the same",
  async (code) => {
    uncounted = new AppError(code, "Counting took too long.");
    left = 1200;
    expect(await step(itemOf())).toMatchObject({ records: 1200, calls: 3 });
  },
);

test("cancelled work ends with what it did; a call that may have happened is answered for", async () => {
  left = 700;
  const before = { records: 500, calls: 1, changes: ["c1"], calling: true };
  const settled = await kind.settle(context, itemOf({ before }), "cancelled", work);
  expect(settled).toMatchObject({ left: { records: 1000, calls: 2 } });
  expect(calls.map(({ key }) => key)).toEqual(["job:3:1"]);
  const halted = { ...before, calling: false };
  expect(await kind.settle(context, itemOf({ before: halted }), "cancelled", work)).toMatchObject({
    left: halted,
  });
  expect(await kind.settle(context, itemOf(), "cancelled", work)).toBe("not done");
  expect(calls).toHaveLength(1);
});

test("a call to another service whose last reply was lost is not called failed; one that never got there is", async () => {
  extended = false;
  left = 700;
  const lost = new ReplyLost("Panel did not answer in time.", { mayStillHappen: true });
  const away = new ReplyLost("Panel cannot be reached.", { neverArrived: true });
  const endedBy = async (ending: AppError, before: object | null = null) => {
    endings = Array(5).fill(ending);
    await expect(step(itemOf({ before }))).rejects.toBe(ending);
    const now = written.at(-1)?.before as object;
    return { now, settled: await kind.settle(context, itemOf({ before: now }), "given up", work) };
  };
  const timely = await endedBy(lost);
  expect(timely.settled).toEqual({
    unknown:
      "It is not known whether the last call took effect. Start it again for this one: what is deactivated already stays so.",
  });
  for (const ending of [away, new AppError("busy", "Wait.")]) {
    expect((await endedBy(ending)).settled).toBe("not done");
    // What an earlier attempt left open stays open.
    expect((await endedBy(ending, timely.now)).settled).toHaveProperty("unknown");
  }
  extended = true;
  expect((await endedBy(lost)).settled).toBe("not done");
});

test("a step that halts after a reply was lost still says that it may have taken effect", async () => {
  extended = false;
  left = 700;
  const before = { records: 0, calls: 0, changes: [], calling: true };
  await expect(step(itemOf({ before }), { goesOnFor: 0 })).rejects.toThrow();
  expect(written.at(-1)?.before).toEqual(before);
});

test("a reversal names the changes and no personal selector", async () => {
  const done = itemOf({ after: { records: 3, calls: 1, changes: ["41"] } });
  const reversed = kind.reverse?.(done);
  const input = kind.reverseInput?.({ ...work, reverses: "call:9" }, reversed ? [reversed] : []);
  expect(input).toEqual({ account_id: "7", type: "2", route: "search", selectors: {} });
  left = 3;
  await step(itemOf({ input: reversed?.input }), { input });
  expect(calls[0]).toMatchObject({ selectors: { Survey_Number: ["1"] }, changes: ["41"] });
});

test("undoing says what it would switch, which is more than was changed where the service does not know that", () => {
  expect(kind.undoing?.(context, () => work)).toEqual({
    question: expect.objectContaining({
      says: expect.stringMatching(/^Activates exactly the records that this deactivated/),
    }),
  });
  extended = false;
  expect(kind.undoing?.(context, () => work)).toEqual({
    question: expect.objectContaining({ says: expect.stringMatching(/^Activates everything that matches/) }),
  });
  expect(kind.undoing?.(context, () => ({ ...work, forgotten: true }))).toEqual({
    refused: expect.stringMatching(/not kept any longer/),
  });
});

test("what failed or was cancelled half-way can be reversed for what it did", () => {
  const before = { records: 500, calls: 1, changes: ["c1"] };
  for (const state of ["failed", "cancelled"] as const) {
    expect(isUndoable(itemOf({ state, before }), kind.undoable)).toBe(true);
    // Another service names no change.
    expect(isUndoable(itemOf({ state, before: { ...before, changes: [] } }), kind.undoable)).toBe(true);
  }
  expect(isUndoable(itemOf({ state: "failed" }), kind.undoable)).toBe(false);
});

test("what was cancelled while a reply of another service was missing can be reversed: it may have taken effect", async () => {
  extended = false;
  const before = { records: 0, calls: 0, changes: [], calling: true };
  const settled = await kind.settle(context, itemOf({ before }), "cancelled", work);
  const left = typeof settled === "object" && "left" in settled ? settled.left : null;
  expect(isUndoable(itemOf({ state: "cancelled", before: left as object }), kind.undoable)).toBe(true);
  // Ours names what a call changed: without a name, everything that matches would be switched.
  expect(isUndoable(itemOf({ state: "failed", before }), kind.undoable)).toBe(false);
});

test("work that lost its personal selectors is refused: without them it would match more", async () => {
  left = 10;
  await expect(step(itemOf(), { input: { ...work, selectors: {}, forgotten: true } })).rejects.toThrow(/not kept/);
  extended = false;
  const reversing = itemOf({ input: { survey_number: "1", changes: ["1"] } });
  await expect(step(reversing, { input: { ...work, forgotten: true } })).rejects.toThrow(/not kept/);
  expect(calls).toEqual([]);
});

test("another service is left after 100 calls and says so; one that tells no number stops the work", async () => {
  extended = false;
  left = 1_000_000;
  expect(await step(itemOf())).toMatchObject({ calls: 100, records: 50_000 });
  expect(written.at(-1)?.words).toMatch(/left there: Panel still reported 500/);
  message = () => null;
  await expect(step(itemOf())).rejects.toThrow(/does not say how many/);
});
