import { expect, test, vi } from "vitest";
import type { SignedInContext } from "@/lib/gateway/call";
import { listSurveyLinks } from "./links";

/** 130 surveys are linked; the viewer sees all but the first, at most 20 at once. */
const rows = Array.from({ length: 130 }, (_, at) => ({
  surveyId: `s${at}`,
  surveyNumber: `${at}`,
  who: "me@example.test",
  at: new Date(0),
}));
const SIZE = 20;

vi.mock("@/lib/gateway/call", () => ({
  connectionOf: () => ({ demand: { url: "https://demand.test" }, activation: { url: "https://check.test" } }),
  call: async (_: unknown, _operation: unknown, { query }: { query: { ids: string[]; page?: number } }) => {
    const found = query.ids.filter((id) => id !== "s0");
    const from = ((query.page ?? 1) - 1) * SIZE;
    const items = found.slice(from, from + SIZE).map((id) => ({ id, name: `Survey ${id}` }));
    return { data: { items, total: found.length, unreadable: 0, as_of: null } };
  },
}));
vi.mock("@/lib/stores/postgres/client", () => ({ db: () => null }));
vi.mock("@/lib/stores/postgres/survey-links", () => ({ listLinks: async () => rows }));

const context = {
  viewer: { connection: "mine", email: "me@example.test", name: "Me", role: "manager", accounts: [], token: "t" },
  requestId: "r",
  origin: "page",
} as const satisfies SignedInContext;

test("every link of a survey that the viewer sees is listed, however few the service gives at once", async () => {
  const { links } = await listSurveyLinks(context);
  expect(links?.map(({ survey_name }) => survey_name)).toEqual(
    rows.slice(1).map(({ surveyId }) => `Survey ${surveyId}`),
  );
});
