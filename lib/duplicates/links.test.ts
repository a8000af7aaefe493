import { beforeAll, expect, test, vi } from "vitest";
import * as gateway from "@/lib/gateway/call";
import type { Connection } from "@/lib/gateway/connections";
import * as surveyLinks from "@/lib/stores/postgres/survey-links";
import { withoutDatabase } from "@/lib/test-no-database";
import { listSurveyLinks } from "./links";

/** 130 surveys are linked; the viewer sees all but the first, at most 20 at once. */
const rows = Array.from({ length: 130 }, (_, at) => ({
  surveyId: `s${at}`,
  connection: "mine",
  surveyNumber: `${at}`,
  who: "me@example.test",
  at: new Date(0),
}));
const SIZE = 20;

withoutDatabase();
beforeAll(() => {
  const addresses = { demand: { url: "https://demand.test" }, activation: { url: "https://check.test" } };
  vi.spyOn(gateway, "connectionOf").mockReturnValue(addresses as Connection);
  vi.spyOn(gateway, "call").mockImplementation(async (_, _operation, { query } = {}) => {
    const { ids, page = 1 } = query as { ids: string[]; page?: number };
    const found = ids.filter((id) => id !== "s0");
    const from = (page - 1) * SIZE;
    const items = found.slice(from, from + SIZE).map((id) => ({ id, name: `Survey ${id}` }));
    return { data: { items, total: found.length, unreadable: 0, as_of: null } } as never;
  });
  vi.spyOn(surveyLinks, "listLinks").mockResolvedValue(rows);
});

const context = {
  viewer: { connection: "mine", email: "me@example.test", name: "Me", role: "manager", accounts: [], token: "t" },
  requestId: "r",
  origin: "page",
} as const satisfies gateway.SignedInContext;

test("every link of a survey that the viewer sees is listed, however few the service gives at once", async () => {
  const { links } = await listSurveyLinks(context);
  expect(links?.map(({ survey_name }) => survey_name)).toEqual(
    rows.slice(1).map(({ surveyId }) => `Survey ${surveyId}`),
  );
});
