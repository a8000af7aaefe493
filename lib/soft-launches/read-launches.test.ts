import { expect, test, vi } from "vitest";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import type { SignedInContext } from "@/lib/gateway/call";
import { listWaiting, readSoftLaunch } from "./read-launches";

/** 1,200 wait, the latest first; the viewer sees a few far down, one of them complete. */
const rows = Array.from({ length: 1200 }, (_, at) => ({
  surveyId: `s${at}`,
  share: 10,
  fullTargets: { "": 100 },
  reachedAt: null,
}));
const seen = new Map<string, string>([
  ["s20", "Paused"],
  ["s1150", "Complete"],
  ["s1199", "Paused"],
]);

/** The service gives at most 20 at once. */
const SIZE = 20;
const calls: string[][] = [];
vi.mock("@/lib/gateway/call", () => ({
  connectionOf: () => ({ demand: { url: "https://demand.test" } }),
  call: async (_: unknown, _operation: unknown, { query }: { query: { ids: string[]; page?: number } }) => {
    calls.push(query.ids);
    const found = query.ids.filter((id) => seen.has(id));
    const from = ((query.page ?? 1) - 1) * SIZE;
    const items = found.slice(from, from + SIZE).map((id): Survey => ({ id, name: id, status: seen.get(id) ?? null }));
    return { data: { items, total: found.length, unreadable: 0, as_of: null } };
  },
}));
vi.mock("@/lib/stores/postgres/client", () => ({ db: () => null }));
vi.mock("@/lib/stores/postgres/soft-launches", () => ({
  listReachedSoftLaunches: async (_: unknown, { from, most }: { from: number; most: number }) =>
    rows.slice(from, from + most),
}));

const context = {
  viewer: { connection: "mine", email: "me@example.test", name: "Me", role: "manager", accounts: [], token: "t" },
  requestId: "r",
  origin: "page",
} as const satisfies SignedInContext;

test("what waits for the viewer is found behind however much waits for others", async () => {
  expect((await listWaiting(context)).map(({ survey_id }) => survey_id)).toEqual(["s20", "s1199"]);
  seen.clear();
  for (const { surveyId } of rows) seen.set(surveyId, "Paused");
  expect(await listWaiting(context)).toHaveLength(500);
});

test("an id that would ask for two surveys is none, and asks for nothing", async () => {
  calls.length = 0;
  await expect(readSoftLaunch(context, "s1,s2")).rejects.toMatchObject({ code: "not_found" });
  expect(calls).toEqual([]);
});
