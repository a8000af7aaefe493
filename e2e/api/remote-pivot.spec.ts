import { createServer, type Server } from "node:http";
import { json } from "node:stream/consumers";
import type postgres from "postgres";
import { closeClickhouse } from "@/lib/stores/clickhouse/client";
import { question, testWeight, writeAnswers } from "@/lib/test-answers";
import { reachAnswers, showAnswers } from "../answer-store";
import { expect } from "../expect";
import type { HttpSession } from "../http-session";
import { ACCOUNT_KEY } from "../remote/connections";
import { type Front, sharedFront, standInPort } from "../remote/front";
import { type StandIn, sendJson, startStandIn } from "../remote/stand-in";
import { openStore } from "../remote/store";
import { signInApi } from "../sign-in";
import { test } from "./world";

/** Cross tables where somebody else's service says what they can be made of, and may or may not compute them. */
const SPECS = { dimensions: ["theirs"], measures: [{ aggregationType: 1, label: "Count" }] };
const THEIRS = {
  ...{ rows: [["Theirs"], []], columns: [[]], rowCodes: [[1], []], columnCodes: [[]], excluded: 0 },
  ...{ cells: [[[7]], [[7]]], base: [[[7]], [[7]]], weightedBase: [[[7]], [[7]]], effectiveBase: [[[7]], [[7]]] },
  deviation: [[[null]], [[null]]],
};
const questions = [
  question(1, "region", "single", {
    options: [
      [1, "North", null],
      [2, "South", null],
    ],
  }),
];

let demand: StandIn;
let pivot: Server;
/** What fetchData gets; null: the table. */
let refused: { status: number; message: string } | null = null;
const asked: { path: string; authorization: string | undefined; body: unknown }[] = [];
let front: Front;
let store: postgres.Sql;
let analyst: HttpSession;

test.beforeAll(async () => {
  demand = await startStandIn(standInPort("panel"));
  const projects = ["project-1", "project-2"].map((id) => ({ id, name: id, account_id: "account-1" }));
  demand.lists = { "/projects": { total_projects: 2, page: 1, page_size: 2, projects } };
  pivot = createServer(async (request, response) => {
    const { url: path = "", headers } = request;
    asked.push({ path, authorization: headers.authorization, body: await json(request) });
    if (path.endsWith("/fetchSpecs")) return sendJson(response, SPECS);
    if (refused) return sendJson(response, { message: refused.message }, refused.status);
    sendJson(response, THEIRS);
  });
  await new Promise<void>((listening) => pivot.listen(standInPort("panelPivot"), "127.0.0.1", listening));
  front = await sharedFront();
  store = openStore(front.dataDir);
  reachAnswers(front.dataDir);
  await writeAnswers("answers_of_panel", questions, [
    { time: null, answers: { region: 1 } },
    { time: null, answers: { region: 1 } },
    { time: null, answers: { region: 2 } },
  ]);
  const shown = { connection: "panel", accountId: "account-1", projectId: "project-1", table: "answers_of_panel" };
  await showAnswers(store, { ...shown, questions, weights: [testWeight] });
  analyst = await signInApi(front.url, { email: "analyst@panel.example", connection: "panel" });
});

test.beforeEach(() => {
  refused = null;
  asked.length = 0;
});

test.afterAll(async () => {
  await closeClickhouse();
  await store?.end({ timeout: 1 });
  await demand?.close();
  await new Promise((closed) => (pivot ? pivot.close(closed) : closed(undefined)));
});

const body = (projectId: string) => ({ projectId, rows: ["region"], columns: [], measures: [{ aggregationType: 1 }] });

async function ask(path: string, data: object): Promise<{ status: number; json: Record<string, unknown> }> {
  const reply = await analyst.post(`/api/pivot/v1/pivotTable/${path}`, { data });
  return { status: reply.status(), json: await reply.json() };
}

test("the service's own specification and table, with the account's key and the body as sent", async () => {
  expect(await ask("fetchSpecs", { projectId: "project-1" })).toEqual({ status: 200, json: SPECS });
  const sent = { ...body("project-1"), rows: ["theirs"], theirOwnMember: 1, filter: [{ theirOwnFilter: 1 }] };
  expect(await ask("fetchData", sent)).toEqual({ status: 200, json: THEIRS });
  expect(asked.map(({ path, authorization }) => [path, authorization])).toEqual([
    ["/v1/pivotTable/fetchSpecs", ACCOUNT_KEY],
    ["/v1/pivotTable/fetchData", ACCOUNT_KEY],
  ]);
  expect(asked[1]?.body).toEqual(sent);
});

for (const status of [404, 405]) {
  test(`a service that answers ${status} to a table leaves it to ours, of the answers imported here`, async () => {
    refused = { status, message: "No such operation." };
    const { status: replied, json: table } = await ask("fetchData", body("project-1"));
    expect([replied, table.rows, table.cells]).toEqual([200, [["North"], ["South"], []], [[[2]], [[1]], [[3]]]]);
    expect(asked).toHaveLength(1);
    const without = await ask("fetchData", body("project-2"));
    expect(without).toMatchObject({ status: 400, json: { code: "invalid" } });
    expect(without.json.message).toBe(
      "The panel does not compute tables, and none can be made here: This project has no answers yet. Import a file of them first.",
    );
    const unknown = await ask("fetchData", { ...body("project-1"), rows: ["theirs"] });
    expect([unknown.status, unknown.json.message]).toEqual([
      400,
      "The panel does not compute tables, and none can be made here: This project has no question “theirs”.",
    ]);
  });
}

test("any other refusal is the service's own word, and nothing is computed here", async () => {
  for (const [status, code] of [
    [400, "invalid"],
    [403, "forbidden"],
    [418, "invalid"],
  ] as const) {
    refused = { status, message: "Not with these rows." };
    expect((await ask("fetchData", body("project-1"))).json).toMatchObject({ code, message: "Not with these rows." });
  }
  refused = { status: 404, message: "Unknown project." };
  const unknown = await ask("fetchData", body("project-1"));
  expect(unknown).toMatchObject({ status: 404, json: { code: "not_found", message: "Unknown project." } });
});

test("a project that the demand service does not show is asked about nowhere", async () => {
  for (const path of ["fetchSpecs", "fetchData"]) {
    expect((await ask(path, body("project-3"))).status).toBe(404);
  }
  expect(asked).toEqual([]);
});

test("figures of a service that does not say which data they are of are recorded as they are", async () => {
  const view = await analyst.post("/api/views", { data: { list: "pivots", name: "Theirs", query: "rows=theirs" } });
  const { id } = await view.json();
  const names = { titles: {}, weight: null, filter: [] };
  const reply = await analyst.post("/api/views/recording", {
    data: { id, names, asked: { ...body("project-1"), rows: ["theirs"], filter: [] } },
  });
  expect(reply.status(), await reply.text()).toBe(200);
  expect((await reply.json()).recording.table).toEqual(THEIRS);
  const read = await analyst.get(`/api/views/recording?id=${id}`);
  expect((await read.json()).recording.table).toEqual(THEIRS);
});
