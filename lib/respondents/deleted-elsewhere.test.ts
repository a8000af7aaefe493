import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { laterOperations } from "@/lib/contracts/interfaces/quality";
import { env } from "@/lib/env";
import { callQuality } from "@/lib/gateway/call-quality";
import { processWide } from "@/lib/process-wide";
import { db } from "@/lib/stores/postgres/client";
import { addReviews } from "@/lib/stores/postgres/respondent-reviews";
import { excludedAmong, excludeResponses } from "@/lib/stores/postgres/response-exclusions";
import { withOwnDatabase } from "@/lib/test-database";
import { panelContext, withDemandService } from "@/lib/test-demand-service";
import { scriptArguments } from "@/lib/test-script";
import { summarize } from "./read-respondents";

/** Respondents who are deleted at another service: two stores, between which a process may end. */
withOwnDatabase();
const demand = withDemandService({ timeoutMs: 3000 });

const service = {
  respondents: [] as string[],
  /** Killed once it has deleted somebody, before it is answered. */
  caller: null as ChildProcess | null,
  refuses: false,
  /** Carries nothing out, and ends the connection. */
  cutsOff: false,
};
let server: Server;

async function answer(request: IncomingMessage, response: ServerResponse) {
  const body = (await json(request)) as { surveyNames?: string[]; respondentIds?: string[]; respondentId?: string };
  const say = (reply: object, status = 200) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(reply));
  const good = (results: object) => say({ success: true, message: "", results });
  const bad = (message: string, status: number) => say({ success: false, message, errors: [] }, status);
  const view = (respondentId: string) => ({ respondentId, status: "PROCESSING" });
  const operation = request.url?.replace(/^\/v3/, "");
  const isDeletion = operation === "/deleteRespondents" || operation === "/deleteSurveys";
  if (isDeletion && service.cutsOff) return void request.socket.destroy();
  if (isDeletion && service.refuses) return bad("The service deletes nobody today.", 400);
  if (isDeletion) {
    service.respondents = body.surveyNames ? [] : service.respondents.filter((id) => !body.respondentIds?.includes(id));
    if (service.caller) return void service.caller.kill("SIGKILL");
    return good({ deleted: 1 });
  }
  if (service.respondents.length === 0) return bad("There is no such survey.", 404);
  if (operation === "/getAllRespondents") {
    return good({ totalRespondents: service.respondents.length, respondents: service.respondents.map(view) });
  }
  const { respondentId = "" } = body;
  return service.respondents.includes(respondentId) ? good(view(respondentId)) : bad("No such respondent.", 404);
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

let surveys = 0;
let surveyId = "";
const context = { ...panelContext(), viewer: { ...panelContext().viewer, role: "admin" as const } };
const place = () => ({ connection: "panel", accountId: "a", surveyId });
const project = () => ({ connection: "panel", accountId: "a", projectId: surveyId });

beforeEach(async () => {
  surveys += 1;
  surveyId = `survey-${surveys}`;
  Object.assign(service, { respondents: ["r0", "r1", "r2"], caller: null, refuses: false, cutsOff: false });
  demand.lists.accounts = [{ id: "a", name: "Account a" }];
  demand.lists.projects = [{ id: surveyId, project_name: "P", account_id: "a" }];
  demand.lists.surveys = [{ id: surveyId, name: surveyId, project_id: surveyId }];
  await db().transaction(async (transaction) => {
    const decision = { decision: "exclude" as const, note: "SECRET" };
    const reviews = ["r0", "r1"].map((respondentId) => ({ respondentId, ...decision }));
    await addReviews(transaction, context, place(), reviews);
    const reason = "Excluded by a reviewer: SECRET";
    await excludeResponses(transaction, context, project(), ["r0", "r1"], { isExcluded: true, reason });
  });
});

const left = async () => ({
  reviews: (
    await db().execute<{ id: string }>(sql`
      select respondent_id as id from respondent_reviews where survey_id = ${surveyId} order by id`)
  ).map(({ id }) => id),
  excluded: (await excludedAmong(db(), project(), ["r0", "r1", "r2"])).sort(),
  noted: (await db().execute(sql`select id from respondent_deletions where survey_id = ${surveyId}`)).length,
});
const all = { reviews: ["r0", "r1"], excluded: ["r0", "r1"], noted: 0 };

const remove = (respondentIds: string[]) =>
  callQuality(context, laterOperations.deleteRespondents, {
    ...{ body: { surveyName: surveyId, respondentIds }, accountId: undefined },
  });
const removeSurvey = () =>
  callQuality(context, laterOperations.deleteSurveys, {
    ...{ body: { surveyNames: [surveyId] }, accountId: undefined },
  });

test("what is kept here of a respondent goes with them, and of a survey with it", async () => {
  await remove(["r0", "r2"]);
  expect(await left()).toEqual({ reviews: ["r1"], excluded: ["r1"], noted: 0 });
  await removeSurvey();
  expect(await left()).toEqual({ reviews: [], excluded: [], noted: 0 });
  const notes = await db().execute(sql`select 1 from response_exclusions where reason like '%SECRET%'
    and list in (select id from exclusion_lists where project_id = ${surveyId})`);
  expect(notes).toHaveLength(0);
});

test("a deletion that is refused takes nothing away here", async () => {
  service.refuses = true;
  await expect(remove(["r0"])).rejects.toMatchObject({ code: "invalid" });
  expect(await left()).toEqual(all);
});

/** A process of its own that deletes, which the service kills when it has done so. */
async function deleteAndDie(operation: string, body: object): Promise<void> {
  const script = `
    import { laterOperations } from "./lib/contracts/interfaces/quality.ts";
    import { callQuality } from "./lib/gateway/call-quality.ts";
    await callQuality(${JSON.stringify(context)}, laterOperations.${operation}, { body: ${JSON.stringify(body)} });`;
  const { DATABASE_URL, APP_SECRET, CONNECTIONS } = env;
  const given = { ...process.env, DATABASE_URL, APP_SECRET, CONNECTIONS } as NodeJS.ProcessEnv;
  service.caller = spawn(process.execPath, scriptArguments(script), {
    env: given,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [, signal] = await once(service.caller, "exit");
  expect(signal).toBe("SIGKILL");
  service.caller = null;
}

test("killed between the two stores: whoever reads the survey next finishes it, and of whom stayed nothing is lost", async () => {
  await deleteAndDie("deleteRespondents", { surveyName: surveyId, respondentIds: ["r0"] });
  expect([service.respondents, await left()]).toEqual([["r1", "r2"], { ...all, noted: 1 }]);
  expect((await summarize(context, surveyId)).respondents).toBe(2);
  expect(await left()).toEqual({ reviews: ["r1"], excluded: ["r1"], noted: 0 });
  const [entry] = await db().execute(sql`
    select who, after -> 'response_ids' as ids from audit where thing_id = ${surveyId} and action = 'includeResponses'`);
  expect(entry).toEqual({ who: "a@b.test", ids: ["r0"] });
}, 30_000);

test("killed between the two stores while a whole survey is deleted: the next reader finishes it", async () => {
  await deleteAndDie("deleteSurveys", { surveyNames: [surveyId] });
  expect([service.respondents, await left()]).toEqual([[], { ...all, noted: 1 }]);
  expect((await summarize(context, surveyId)).survey).toBeNull();
  expect(await left()).toEqual({ reviews: [], excluded: [], noted: 0 });
}, 30_000);

test("a deletion that may still happen takes nothing away until it has, and is forgotten when it never does", async () => {
  service.cutsOff = true;
  await expect(remove(["r0"])).rejects.toMatchObject({ code: "uncertain" });
  expect(await left()).toEqual({ ...all, noted: 1 });
  await summarize(context, surveyId);
  expect(await left()).toEqual({ ...all, noted: 1 });
  await db().execute(sql`update respondent_deletions set at = at - interval '2 hours' where survey_id = ${surveyId}`);
  processWide("respondents.snapshots", () => new Map()).clear();
  await summarize(context, surveyId);
  expect(await left()).toEqual(all);
}, 30_000);
