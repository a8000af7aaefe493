import { randomUUID } from "node:crypto";
import { createServer, request, type Server } from "node:http";
import { expect } from "@playwright/test";
import type postgres from "postgres";
import type { BuiltInSurvey } from "@/lib/contracts/interfaces/survey";
import type { SoftLaunch } from "@/lib/contracts/ours/soft-launches";
import { baseURL, createSurvey, type Person, readSurvey, test, type World } from "../api/world";
import type { HttpSession } from "../http-session";
import type { Instance } from "../instance";
import { openStore } from "../remote/store";
import { makeUnsyncedDataDir, startSharedInstance } from "../shared-instance";
import { signInApi } from "../sign-in";

/**
 * An instance of its own whose remote service is the one under test, reached through a door that can kill the
 * instance's web process just before a survey's change arrives, or just after it was made.
 */
let front: Instance;
let store: postgres.Sql;
let api: HttpSession;
let manager: Person;
let door: Server;
let killAtNextWrite: "before" | "after" | null = null;

const CONNECTION = "plain";
const TIMEOUT_MS = 4000;

const kill = () => {
  const { web } = front.pids();
  if (web) process.kill(web, "SIGKILL");
};

function openDoor(): Promise<number> {
  const service = new URL(`${baseURL()}/service/demand`);
  door = createServer((incoming, outgoing) => {
    const when = incoming.method === "PATCH" ? killAtNextWrite : null;
    if (when) killAtNextWrite = null;
    if (when === "before") {
      kill();
      incoming.socket.destroy();
      return;
    }
    const headers = { ...incoming.headers, host: service.host };
    const options = { method: incoming.method, path: `${service.pathname}${incoming.url}`, headers };
    const sent = request(service, options, (reply) => {
      if (when === "after") kill();
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    sent.on("error", () => incoming.socket.destroy());
    incoming.pipe(sent);
  });
  return new Promise((listening) => {
    door.listen(0, "127.0.0.1", () => {
      const address = door.address();
      listening(typeof address === "object" ? (address?.port ?? 0) : 0);
    });
  });
}

test.beforeAll(async ({ world }) => {
  manager = await world.addPerson("manager");
  const demand = { url: `http://127.0.0.1:${await openDoor()}`, shape: "grouped" };
  const connection = { name: CONNECTION, title: "Plain panel", environment: "staging", timeoutMs: TIMEOUT_MS, demand };
  front = await startSharedInstance(await makeUnsyncedDataDir(), {
    ...{ CONNECTIONS: JSON.stringify([connection]), ADMIN_EMAILS: manager.email },
  });
  store = openStore(front.dataDir);
  api = await signIn();
});

test.afterAll(async () => {
  await store?.end({ timeout: 1 });
  await front?.stop();
  door?.closeAllConnections();
  door?.close();
});

const signIn = () => signInApi(front.url, { ...manager, connection: CONNECTION });

const draft = (world: World) =>
  createSurvey(world.service, {
    respondents: 100,
    respondent_attributes: [50, 51].map((quota) => ({ quota_name: `Of ${quota}`, quota, qualifications: [] })),
  });

const act = (survey: BuiltInSurvey, body: object) =>
  api.post("/api/soft-launches", { data: { survey_id: survey.id, ...body } });

/** Null also while the web process is being started again. */
async function launchOf(survey: BuiltInSurvey): Promise<SoftLaunch | null> {
  const reply = await api.get(`/api/soft-launches/survey?survey_id=${survey.id}`).catch(() => null);
  return reply?.ok() ? (await reply.json()).launch : null;
}

async function standing(world: World, { id }: BuiltInSurvey): Promise<(string | number)[]> {
  const { survey } = await readSurvey(world.service, id);
  return [survey.status, survey.respondents, ...survey.respondent_attributes.map(({ quota }) => quota)];
}

async function completeAll(world: World, survey: BuiltInSurvey): Promise<void> {
  for (const { quota_id, quota } of survey.respondent_attributes) {
    for (let one = 0; one < Math.ceil(quota / 10); one += 1) {
      const row = {
        rdud: randomUUID(),
        survey_id: survey.id,
        status: "complete",
        buyer_cpi: 1,
        qualification_attributes: "[]",
        quota_ids: [quota_id],
        started_at: new Date(),
        ended_at: new Date(),
      };
      await world.sql`insert into responses ${world.sql(row)}`;
    }
  }
}

test("a remote survey whose starter's sign-in has ended is paused once he has signed in again", async ({ world }) => {
  const survey = await draft(world);
  expect((await act(survey, { action: "start", share: 10 })).status()).toBe(200);
  expect(await standing(world, survey)).toEqual(["Live", 10, 5, 6]);
  await store`update soft_launches set token = 'ended' where survey_id = ${survey.id}`;
  const problem = async () => (await launchOf(survey))?.problem ?? "";
  await expect.poll(problem).toMatch(/Sign in to continue\.$/);
  // Not before: a look that had begun with the former token would still pause the survey.
  await completeAll(world, survey);
  expect((await standing(world, survey))[0]).toBe("Live");
  await signIn();
  await expect.poll(async () => (await launchOf(survey))?.state).toBe("reached");
  expect(await standing(world, survey)).toEqual(["Paused", 10, 5, 6]);
  expect((await act(survey, { action: "launch" })).status()).toBe(200);
  expect(await standing(world, survey)).toEqual(["Live", 100, 50, 51]);
});

test("killed before its write a start changes nothing; killed after it the soft launch runs", async ({ world }) => {
  const settledAs = async (survey: BuiltInSurvey) => {
    const launch = await launchOf(survey);
    return launch && !launch.writing ? launch.state : null;
  };
  const outcomes = [
    ["before", "stopped", ["Draft", 100, 50, 51]],
    ["after", "running", ["Live", 10, 5, 6]],
  ] as const;
  for (const [when, state, expected] of outcomes) {
    const survey = await draft(world);
    killAtNextWrite = when;
    await act(survey, { action: "start", share: 10 }).catch(() => null);
    await expect.poll(() => settledAs(survey)).toBe(state);
    expect(await standing(world, survey)).toEqual(expected);
    const next = when === "before" ? { action: "start", share: 10 } : { action: "launch" };
    expect((await act(survey, next)).status()).toBe(200);
    expect(await standing(world, survey)).toEqual(when === "before" ? ["Live", 10, 5, 6] : ["Live", 100, 50, 51]);
  }
});
