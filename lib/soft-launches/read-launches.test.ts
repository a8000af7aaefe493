import { beforeAll, expect, test, vi } from "vitest";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import * as gateway from "@/lib/gateway/call";
import type { Connection } from "@/lib/gateway/connections";
import * as store from "@/lib/stores/postgres/soft-launches";
import { withoutDatabase } from "@/lib/test-no-database";
import * as keptLaunches from "./kept-launch";
import { listWaiting, readSoftLaunch, viewSoftLaunch } from "./read-launches";

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
/** A survey with a soft launch, and what its service says of the responses that are asked for. */
const started = { survey_starts: 10, survey_completes: 4, standard_terminations: 5 };
const open = { total: 6 as number | null, fails: false, asked: [] as unknown[] };
withoutDatabase();
beforeAll(() => {
  vi.spyOn(gateway, "connectionOf").mockReturnValue({ demand: { url: "https://demand.test" } } as Connection);
  vi.spyOn(gateway, "call").mockImplementation(async (_, { name }, { query } = {}) => {
    if (name === "listResponses") {
      open.asked.push(query);
      if (open.fails) throw new Error("It is away.");
      return { data: { items: [], total: open.total } } as never;
    }
    const { ids, page = 1 } = query as { ids: string[]; page?: number };
    calls.push(ids);
    const found = ids.filter((id) => seen.has(id));
    const from = (page - 1) * SIZE;
    const items = found.slice(from, from + SIZE).map((id): Survey => ({ id, name: id, status: seen.get(id) ?? null }));
    return { data: { items, total: found.length, unreadable: 0, as_of: null } } as never;
  });
  vi.spyOn(keptLaunches, "settleLaunch").mockImplementation(async (_, launch) => launch);
  vi.spyOn(keptLaunches, "launchOf").mockImplementation(({ state, share }) => ({
    ...{ state, share, full: { "": 100 }, set: { "": 10 }, from: null, writing: null },
  }));
  const launch = {
    ...{ state: "running", share: 10, expected: { incidence_rate: 50, length_of_interview: 10 }, problem: null },
    ...{ createdAt: new Date(0), reachedAt: null, updatedAt: new Date(0) },
  };
  vi.spyOn(store, "findSoftLaunch").mockResolvedValue({ launch, person: null } as never);
  vi.spyOn(store, "listReachedSoftLaunches").mockImplementation(
    async (_, { from, most }) => rows.slice(from, from + most) as never,
  );
});

const context = {
  viewer: { connection: "mine", email: "me@example.test", name: "Me", role: "manager", accounts: [], token: "t" },
  requestId: "r",
  origin: "page",
} as const satisfies gateway.SignedInContext;

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

test("the drop rate is of the sessions in progress, of which the service is asked", async () => {
  const survey: Survey = { id: "s1", name: "S", status: "Live", respondents: 10, field_details: started };
  const view = await viewSoftLaunch(context, survey);
  expect(view?.measured).toMatchObject({ starts: 10, completes: 4, drop_rate: 60 });
  expect(open.asked).toEqual([{ survey_id: "s1", statuses: ["in progress"], page: 1, page_size: 1 }]);
  open.fails = true;
  expect((await viewSoftLaunch(context, survey))?.measured).toMatchObject({ starts: 10, drop_rate: null });
});
