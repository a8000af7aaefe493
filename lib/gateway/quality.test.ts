import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { qualityOperations } from "@/lib/contracts/interfaces/quality";
import { env } from "@/lib/env";
import { withOwnDatabase } from "@/lib/test-database";
import { panelContext, withDemandService } from "@/lib/test-demand-service";
import { callQuality } from "./call-quality";
import { givesBackWhatWasSent } from "./copy-quality";
import { isExcludedNow, otherVersion, qualitySurvey, respondentPages, respondentsById, setExclusion } from "./quality";

withOwnDatabase();
const demand = withDemandService({ timeoutMs: 3000 });

type Scored = { id: string; excluded: boolean };
const usual = () => ({
  respondents: [] as Scored[],
  version: "v3",
  pages: true,
  /** Toggles, as the interface does; a service that knows `isExcluded` sets. */
  losesReplies: 0,
  /** Loses the reply of a write that it does not carry out. */
  dropsWrites: 0,
  isStopped: false,
  calls: [] as string[],
});
const quality = usual();
let server: Server;

const result = ({ id, excluded }: Scored) => ({
  respondentId: id,
  status: "COMPLETED",
  respondentQuality: {
    isExcluded: excluded,
    reasonsForExclusion: excluded ? ["Too fast"] : [],
    redemScore: "71.5",
    dataPointsSummary: [
      { qualityCheck: "OES", dataPointId: 7, score: 20, category: "FAKE_ANSWER" },
      { qualityCheck: "NEW", score: 1 },
    ],
    qualityScoreSummary: [{ qualityCheck: "OES", score: 20 }],
  },
});

async function answer(request: IncomingMessage, response: ServerResponse) {
  const body = (await json(request)) as Record<string, unknown>;
  const path = request.url ?? "";
  quality.calls.push(path);
  const say = (reply: object, status = 200) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(reply));
  const good = (results: object) => say({ success: true, message: "", results });
  const bad = (message: string, status = 400) => say({ success: false, message, errors: [] }, status);
  const asked = /^\/(v\d)\//.exec(path)?.[1] ?? "v1";
  if (request.headers["api-key"] !== "key of a") return bad("Unauthorized.", 401);
  if (asked !== quality.version) return bad(`Survey s2 belongs to ${quality.version}.`);
  const find = (id: unknown) => quality.respondents.find((one) => one.id === id);
  const operation = path.replace(/^\/v\d/, "");
  if (operation === "/getRespondent") {
    const one = find(body.respondentId);
    return one ? good(result(one)) : bad("No such respondent.", 404);
  }
  if (operation === "/getAllRespondents") {
    const [page, size] = [Number(body.page), Number(body.page_size)];
    const all = quality.respondents.map(result);
    if (!quality.pages) return good({ respondents: all });
    return good({ totalRespondents: all.length, page, respondents: all.slice((page - 1) * size, page * size) });
  }
  if (quality.dropsWrites-- > 0) return void request.socket.destroy();
  if (operation === "/updateRespondentsExcludedStatus") {
    for (const id of body.respondentIds as string[]) {
      const one = find(id);
      if (one) one.excluded = !one.excluded;
    }
  }
  if (operation === "/stopSurvey") quality.isStopped = true;
  if (operation === "/addRespondent") quality.respondents.push({ id: String(body.respondentId), excluded: false });
  if (operation === "/deleteRespondents") {
    quality.respondents = quality.respondents.filter(({ id }) => !(body.respondentIds as string[]).includes(id));
  }
  if (quality.losesReplies-- > 0) return void request.socket.destroy();
  return operation === "/addRespondent" ? good(result({ id: String(body.respondentId), excluded: false })) : good({});
}

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [panel] = JSON.parse(env.CONNECTIONS ?? "[]") as object[];
  env.CONNECTIONS = JSON.stringify([{ ...panel, quality: { url, keys: { a: "key of a" } } }]);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const people = (count: number): Scored[] =>
  Array.from({ length: count }, (_, at) => ({ id: `r${at}`, excluded: at % 2 === 1 }));

let surveys = 0;
/** A survey that nothing was learned of yet. */
let name = "";
beforeEach(() => {
  surveys += 1;
  name = `survey-${surveys}`;
  Object.assign(quality, usual(), { respondents: people(4) });
  demand.lists.accounts = [{ id: "a", name: "Account a" }];
  demand.lists.projects = [{ id: "p", project_name: "P", account_id: "a" }];
  demand.lists.surveys = [{ id: name, name, project_id: "p" }];
});

const context = panelContext();
const scored = () => qualitySurvey(context, { id: name });

async function everyone(): Promise<{ versions: Set<string>; ids: string[] }> {
  const [versions, ids] = [new Set<string>(), [] as string[]];
  for await (const page of respondentPages(await scored())) {
    versions.add(page.version);
    ids.push(...page.respondents.map(({ respondentId }) => respondentId));
  }
  return { versions, ids };
}

test.each([
  ["The survey was created with v1. Use the paths of v1.", "v1"],
  ["Use Version 2", "v2"],
  ["The survey “v2 of ours” is stopped.", null],
  ["v1 or v2?", null],
  ["It is of v3.", null],
])("a refusal names the version of a survey: %s", (message, expected) => {
  expect(otherVersion(message, { asked: "v3", number: "v2 of ours" })).toBe(expected);
});

describe("another service", () => {
  test.each(["v1", "v2", "v3"])("is asked in the version of the survey, which is learned once: %s", async (version) => {
    quality.version = version;
    expect(await everyone()).toEqual({ versions: new Set([version]), ids: ["r0", "r1", "r2", "r3"] });
    const before = quality.calls.length;
    await everyone();
    expect(quality.calls.length - before).toBe(1);
  });

  test("is read in pages, or at once where it does not page", async () => {
    quality.respondents = people(1203);
    expect((await everyone()).ids).toHaveLength(1203);
    expect(quality.calls.filter((path) => path.endsWith("/getAllRespondents"))).toHaveLength(3);
    quality.pages = false;
    expect((await everyone()).ids).toHaveLength(1203);
  });

  test("is read leniently", async () => {
    const { byId } = await respondentsById(await scored(), ["r0", "nobody"]);
    expect([...byId.values()]).toEqual([
      {
        respondentId: "r0",
        status: "COMPLETED",
        respondentQuality: {
          ...{ isExcluded: false, reasonsForExclusion: [], serviceScore: 72 },
          dataPointsSummary: [{ qualityCheck: "OES", dataPointId: "7", score: 20, category: "FAKE_ANSWER" }],
          qualityScoreSummary: [{ qualityCheck: "OES", score: 20 }],
        },
      },
    ]);
  });

  test("is not known to give back what was sent, unless its connection says so", async () => {
    expect(givesBackWhatWasSent(await scored())).toBe(false);
  });

  test("of other people's surveys nothing is asked", async () => {
    await expect(qualitySurvey(context, { number: "theirs" })).rejects.toMatchObject({ code: "not_found" });
    expect(quality.calls).toEqual([]);
  });
});

describe("exclusion", () => {
  const excluded = () => quality.respondents.map((one) => one.excluded);
  const writes = () => quality.calls.filter((path) => path.includes("update"));

  test("sends only what differs, although the service toggles", async () => {
    const { changed, now } = await setExclusion(await scored(), ["r0", "r1", "r2"], () => true);
    expect(changed).toEqual(["r0", "r2"]);
    expect(excluded()).toEqual([true, true, true, true]);
    expect([...now.values()].map(isExcludedNow)).toEqual([true, true, true]);
    expect((await setExclusion(await scored(), ["r0", "r1", "r2"], () => true)).changed).toEqual([]);
    expect(writes()).toHaveLength(1);
  });

  test("whose reply was lost is read back, and never sent twice", async () => {
    quality.losesReplies = 1;
    expect((await setExclusion(await scored(), ["r0"], () => true)).changed).toEqual(["r0"]);
    expect([excluded()[0], writes().length]).toEqual([true, 1]);
  });

  test("that did not happen says that it may still", async () => {
    quality.dropsWrites = 1;
    await expect(setExclusion(await scored(), ["r0"], () => true)).rejects.toMatchObject({
      code: "uncertain",
      message: expect.stringContaining("may still change"),
    });
    expect([excluded()[0], writes().length]).toEqual([false, 1]);
  });

  test("of somebody unknown changes nobody", async () => {
    const change = setExclusion(await scored(), ["r0", "nobody"], () => true);
    await expect(change).rejects.toMatchObject({ code: "not_found" });
    expect(writes()).toEqual([]);
  });

  test("is refused in words where the version has none", async () => {
    quality.version = "v2";
    const change = setExclusion(await scored(), ["r0"], () => true);
    await expect(change).rejects.toMatchObject({ code: "invalid", message: expect.stringContaining("v2") });
    expect((await setExclusion(await scored(), ["r1"], () => true)).changed).toEqual([]);
  });
});

describe("the interface as it is", () => {
  const operation = (path: string) => {
    const found = qualityOperations.find((each) => each.path === path);
    if (!found) throw new Error(`There is no ${path}.`);
    return found;
  };
  const pass = (path: string, body: object) =>
    callQuality(context, operation(path), { body: { surveyName: name, ...body }, accountId: undefined });

  test("lists all respondents in pieces", async () => {
    quality.respondents = people(701);
    const reply = await pass("/v3/getAllRespondents", {});
    if (!("pieces" in reply)) throw new Error("It is whole.");
    let text = "";
    for await (const piece of reply.pieces) text += piece;
    const { results } = JSON.parse(text) as { results: { respondents: unknown[]; totalRespondents: number } };
    expect([results.respondents.length, results.totalRespondents]).toEqual([701, 701]);
    await expect(pass("/v2/getAllRespondents", {})).rejects.toMatchObject({ code: "invalid" });
  });

  test("a respondent whose reply was lost is found again", async () => {
    quality.losesReplies = 1;
    const reply = await pass("/v3/addRespondent", { respondentId: "new", dataPoints: [] });
    expect(reply).toMatchObject({ body: { results: { respondentId: "new" } } });
    expect(quality.respondents).toHaveLength(5);
  });

  test("a deletion whose reply was lost is looked at, and stopping is sent again", async () => {
    quality.losesReplies = 1;
    expect(await pass("/v3/deleteRespondents", { respondentIds: ["r0", "r1"] })).toMatchObject({
      body: { results: { deleted: 2 } },
    });
    quality.losesReplies = 1;
    await pass("/v3/stopSurvey", {});
    expect([quality.isStopped, quality.respondents.length]).toEqual([true, 2]);
  });

  test("toggles each respondent once, however often they are named", async () => {
    const reply = await pass("/v3/updateRespondentsExcludedStatus", { respondentIds: ["r0", "r0", "r1"] });
    expect(reply).toMatchObject({
      body: {
        results: {
          respondents: [
            { respondentId: "r0", isExcluded: true },
            { respondentId: "r1", isExcluded: false },
          ],
        },
      },
    });
  });
});
