import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ListedRespondent } from "@/lib/contracts/interfaces/quality";
import { env } from "@/lib/env";
import { serve } from "@/lib/service/router";
import { withOwnDatabase } from "@/lib/test-database";
import { panelContext, withDemandService } from "@/lib/test-demand-service";
import { openPoint, withQualityAccount } from "@/lib/test-quality";
import { withoutRates } from "@/lib/test-rates";
import { copyNext, isNameTaken, migrationFacts } from "./copy-quality";
import { qualitySurvey } from "./quality";

/** A survey of another installation's quality service: ours, over HTTP, with an account that the connection has a key of. */
withOwnDatabase();
// A quick machine adds more respondents in a second than one key may: what the rates do is tested elsewhere.
withoutRates();
const demand = withDemandService({ timeoutMs: 20_000 });
const { account, good } = withQualityAccount();

const service = { calls: [] as string[], dropsReplies: 0, forgets: false };
let server: Server;

async function answer(request: IncomingMessage, response: ServerResponse) {
  const path = request.url ?? "/";
  service.calls.push(path);
  const body = (await text(request)).replace(service.forgets ? ',"includeSent":true' : "nothing", "");
  const headers = { "content-type": "application/json", "api-key": String(request.headers["api-key"]) };
  const reply = await serve("quality", path, new Request(`http://service${path}`, { method: "POST", headers, body }));
  if (path === "/v3/addRespondent" && service.dropsReplies-- > 0) return void request.socket.destroy();
  response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(await reply.text());
}

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [panel] = JSON.parse(env.CONNECTIONS ?? "[]") as object[];
  const quality = { url, keys: { a: account.keys[0] }, extended: true };
  env.CONNECTIONS = JSON.stringify([{ ...panel, quality }]);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

let name = "";
beforeEach(() => {
  name = `survey-${crypto.randomUUID()}`;
  Object.assign(service, { calls: [], dropsReplies: 0, forgets: false });
  demand.lists.accounts = [{ id: "a", name: "Account a" }];
  demand.lists.projects = [{ id: "p", project_name: "P", account_id: "a" }];
  demand.lists.surveys = [{ id: name, name, project_id: "p" }];
});

const scored = () => qualitySurvey(panelContext(), { id: name });
const everybody = async (prefix: string, surveyName: string) =>
  (await good<{ respondents: ListedRespondent[] }>(`${prefix}/getAllRespondents`, { surveyName, includeSent: true }))
    .respondents;

const sent = (respondentId: string, answered: string) => ({
  ...{ surveyName: name, respondentId, activateCleaning: true },
  dataPoints: [
    openPoint(answered),
    {
      ...{ qualityCheck: "CHS", dataPointId: "c" },
      interviewData: [{ question: "How old are you?", answer: 30 }],
    },
  ],
  cleaningSettings: { OES: { categories: { NONSENSE: { minDataPoints: 1 } } } },
});

async function copyAll(newName: string): Promise<number> {
  const survey = await scored();
  let copied = 0;
  for (let after = 0; ; ) {
    const next = await copyNext(survey, { newName, after });
    if (!next) return copied;
    [copied, after] = [copied + next.copied, next.place];
  }
}

test("of v1 goes through both steps, in the order that respondents came, and stays as it was", async () => {
  const ids = Array.from({ length: 53 }, (_, at) => `r${at}`);
  for (const id of ids) await good("/addRespondent", sent(id, id === "r1" ? "asdfghjkl" : `The taste is better ${id}`));
  const before = await everybody("", name);
  expect(await migrationFacts(await scored())).toEqual({
    ...{ respondents: 53, entriesWithoutQuestionId: 53, credits: null },
    categories: [
      { from: "GENERIC_ANSWER", to: "VALID_ANSWER", answers: 52 },
      { from: "NONSENSE", to: "GIBBERISH", answers: 1 },
    ],
  });
  const newName = `${name} v3`;
  expect(await isNameTaken(await scored(), newName)).toBe(false);
  // The first reply is lost: the respondent is found again, and is not sent twice.
  service.dropsReplies = 1;
  expect(await copyAll(newName)).toBe(53);
  expect(service.calls.filter((path) => path === "/v3/addRespondent")).toHaveLength(53);
  expect(await isNameTaken(await scored(), newName)).toBe(true);
  const copies = await everybody("/v3", newName);
  expect(copies.map(({ respondentId }) => respondentId)).toEqual(ids);
  expect(copies[1]?.sent).toMatchObject({
    ...{ activateCleaning: true, cleaningSettings: { OES: { categories: { GIBBERISH: { minDataPoints: 1 } } } } },
    dataPoints: [
      { answer: "asdfghjkl" },
      { interviewData: [{ questionId: expect.stringMatching(/^q-/), answer: 30 }] },
    ],
  });
  expect(await everybody("", name)).toEqual(before);
  // Begun again from the start, it finds everybody there.
  expect(await copyAll(newName)).toBe(53);
  expect(await everybody("/v3", newName)).toHaveLength(53);
}, 60_000);

test("ends in words where the service does not give back what was sent", async () => {
  await good("/v2/addRespondent", { surveyName: name, respondentId: "r", dataPoints: [openPoint("Good taste")] });
  service.forgets = true;
  const refusal = { code: "unavailable", message: expect.stringContaining("Panel does not give back what was sent") };
  await expect(migrationFacts(await scored())).rejects.toMatchObject(refusal);
  await expect(copyAll(`${name} v3`)).rejects.toMatchObject(refusal);
  expect(await isNameTaken(await scored(), `${name} v3`)).toBe(false);
});
