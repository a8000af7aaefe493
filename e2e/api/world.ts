import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type postgres from "postgres";
import type { BuiltInSurvey } from "@/lib/contracts/interfaces/survey";
import type { Role } from "@/lib/contracts/rules/permissions";
import { expect } from "../expect";
import { type HttpReply, type HttpSession, httpMethods, httpSession } from "../http-session";
import { instanceStore } from "../instance-store";
import { newSurvey } from "../new-survey";
import { hashCheaply, newToken, openSession } from "../sessions";
import { test as base } from "../undrawn";

/**
 * What the API tests of one worker work with: an account of their own with its people, so that totals are theirs
 * alone and the demo stays as the other tests expect it, and a second account that is somebody else's.
 */
export type Json = Record<string, unknown>;
export type Reply = { status: number; headers: Record<string, string>; json: Json };
type Ask = { body?: unknown; headers?: Record<string, string>; text?: string | Buffer };
export type Client = Record<(typeof httpMethods)[number], (path: string, ask?: Ask) => Promise<Reply>>;

export type Person = { id: string; email: string; password: string };
type Side = {
  accountId: string;
  manager: Client;
  /** Managers in turn, for many requests of which it does not matter who makes them: each has a rate. */
  managers: Client;
  analyst: Client;
  projectId: string;
  managerId: string;
};

export type World = {
  /** Our account over `/service/demand`, with tokens. */
  service: Side;
  /** The same people over `/api/demand`, signed in. */
  api: Side;
  /** A manager of another account over `/service/demand`. */
  stranger: Side;
  anonymous: Client;
  sql: postgres.Sql;
  addPerson: (role: Role, accountId?: string) => Promise<Person>;
  /** A client of `/service/demand` that has never made a call. */
  signedIn: (person: Person) => Promise<Client>;
};

export const baseURL = () => process.env.BASE_URL ?? "";

/** Reads a reply; one that is not JSON has `text` instead. */
async function replyOf(response: HttpReply): Promise<Reply> {
  const text = await response.text();
  const read = (): Json => {
    try {
      return JSON.parse(text) as Json;
    } catch {
      return { text };
    }
  };
  return { status: response.status(), headers: response.headers(), json: read() };
}

/** A client of addresses that begin so, whose headers each request takes anew. */
export function clientOf(session: HttpSession, prefix: string, headers: () => Record<string, string>): Client {
  const send =
    (method: keyof Client) =>
    async (path: string, ask: Ask = {}) => {
      const data = ask.text ?? (ask.body === undefined ? undefined : JSON.stringify(ask.body));
      const type: Record<string, string> = data === undefined ? {} : { "content-type": "application/json" };
      const all = { ...type, ...headers(), ...ask.headers };
      return replyOf(await session[method](`${prefix}${path}`, { data, headers: all }));
    };
  return Object.fromEntries(httpMethods.map((method) => [method, send(method)])) as Client;
}

/** Repeats what was refused only for coming too fast, when it may come again. */
export function patient(client: Client): Client {
  const wrap = (method: keyof Client) => async (path: string, ask?: Ask) => {
    for (;;) {
      const reply = await client[method](path, ask);
      if (reply.status !== 429) return reply;
      await sleep(Math.min(2, Number(reply.headers["retry-after"])) * 1000);
    }
  };
  return Object.fromEntries(httpMethods.map((method) => [method, wrap(method)])) as Client;
}

/** Takes turns between clients of equal rights: the rate counts each credential for itself. */
export function inTurn(clients: Client[]): Client {
  let turn = 0;
  const next = () => {
    turn += 1;
    const client = clients[turn % clients.length];
    if (!client) throw new Error("There is no client.");
    return client;
  };
  return Object.fromEntries(
    httpMethods.map((method) => [method, (path: string, ask?: Ask) => next()[method](path, ask)]),
  ) as Client;
}

const PEOPLE_IN_TURN = 8;

async function makeWorld(): Promise<World> {
  const sql = instanceStore();
  const outside = httpSession(baseURL());
  const run = randomBytes(5).toString("hex");
  const password = `fieldwork-${run}`;
  const passwordHash = hashCheaply(password);

  const addAccount = async (name: string) => {
    const [row] = await sql<{ id: string }[]>`insert into accounts (name) values (${`${name} ${run}`}) returning id`;
    return row?.id ?? "";
  };
  const [ours, theirs] = [await addAccount("API tests"), await addAccount("Somebody else")];
  let people = 0;
  const addPerson = async (role: Role, accountId = ours): Promise<Person> => {
    people += 1;
    const [email, name] = [`${role}-${people}-${run}@api.example`, `API ${role} ${people}`];
    const [user] = await sql<{ id: string }[]>`
      insert into users (email, name, password_hash) values (${email}, ${name}, ${passwordHash})
      returning id`;
    const id = user?.id ?? "";
    await sql`insert into memberships (user_id, account_id) values (${id}, ${accountId})`;
    await sql`insert into people (connection, email, name, role) values ('built-in', ${email}, ${name}, ${role})`;
    return { id, email, password };
  };
  const signedIn = async (person: Person) => {
    const token = await newToken(person.email);
    return clientOf(outside, "/service/demand", () => ({ authorization: token }));
  };
  const inSession = async (person: Person) => {
    const session = await openSession(person);
    return clientOf(session, "/api/demand", () => ({}));
  };
  const addProject = async (accountId: string, managerId: string) => {
    const [row] = await sql<{ id: string }[]>`
      insert into projects (account_id, project_manager_id, project_name, project_number)
      values (${accountId}, ${managerId}, ${`Project ${run}`}, ${`A-${run}`}) returning id`;
    return row?.id ?? "";
  };

  const managers = await Promise.all(Array.from({ length: PEOPLE_IN_TURN }, () => addPerson("manager")));
  const [first, analyst] = [managers[0] as Person, await addPerson("analyst")];
  const foreign = await addPerson("manager", theirs);
  const clients = await Promise.all(managers.map(signedIn));
  const sessions = await Promise.all(managers.map(inSession));
  const projectId = await addProject(ours, first.id);
  const common = { accountId: ours, projectId, managerId: first.id };
  const inService = patient(inTurn(clients));
  const theirClient = patient(await signedIn(foreign));
  return {
    service: { ...common, manager: inService, managers: inService, analyst: patient(await signedIn(analyst)) },
    api: {
      ...common,
      manager: sessions[0] as Client,
      managers: inTurn(sessions),
      analyst: await inSession(analyst),
    },
    stranger: {
      accountId: theirs,
      projectId: await addProject(theirs, foreign.id),
      managerId: foreign.id,
      manager: theirClient,
      managers: theirClient,
      analyst: theirClient,
    },
    anonymous: clientOf(outside, "", () => ({})),
    sql,
    addPerson,
    signedIn,
  };
}

export const test = base.extend<object, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter.
    async ({}, use) => {
      await use(await makeWorld());
    },
    { scope: "worker", timeout: 240_000 },
  ],
});

/** Runs some at a time, so that many independent requests take no longer than they must. */
export async function inBatches<T>(items: readonly T[], run: (item: T) => Promise<unknown>, size = 6): Promise<void> {
  for (let from = 0; from < items.length; from += size) await Promise.all(items.slice(from, from + size).map(run));
}

/** The two ways to the same interface, for tests that hold for both. */
export const sides = ["service", "api"] as const;

/**
 * A side's share of cases. Both read requests by one contract, whose every refusal is tried beside it: over HTTP each
 * case is sent to one side.
 */
export const casesFor = <T>(side: (typeof sides)[number], cases: readonly T[]): T[] =>
  cases.filter((_, at) => sides[at % sides.length] === side);

/** The same survey in the grouped wire shape. */
export function grouped({
  id,
  project_id,
  name,
  status,
  respondent_attributes,
  field_details,
  ...attributes
}: Json): Json {
  const top = { id, project_id, name, status, respondent_attributes, field_details };
  return {
    ...Object.fromEntries(Object.entries(top).filter(([, value]) => value !== undefined)),
    survey_attributes: attributes,
  };
}

export async function createSurvey(side: Side, members: Json = {}): Promise<BuiltInSurvey> {
  const reply = await side.manager.post("/surveys", { body: newSurvey(side.projectId, members) });
  expect(reply.status, JSON.stringify(reply.json)).toBe(201);
  return reply.json as BuiltInSurvey;
}

/** A survey as it is now, with its revision. */
export async function readSurvey(side: Side, id: string): Promise<{ survey: BuiltInSurvey; revision: string }> {
  const reply = await side.manager.get(`/surveys?ids=${id}`);
  expect(reply.status, JSON.stringify(reply.json)).toBe(200);
  const [survey] = reply.json.surveys as BuiltInSurvey[];
  if (!survey) throw new Error(`There is no survey ${id}.`);
  return { survey, revision: reply.headers.etag ?? "" };
}

/** Refused in a sentence that a person can read, in the one form that errors have there, and traceable. */
export function expectRefusal(
  side: "service" | "quality" | "api",
  reply: Reply,
  status: number,
  sentence?: string | RegExp,
): void {
  const { message, ...rest } = reply.json;
  const text = JSON.stringify(reply.json);
  const ofMachine = /\bat .*\.(ts|js|mjs):\d+|select .* from|insert into|node_modules/i.exec(text);
  const leak = (ofMachine ?? /Error:/.exec(text))?.[0];
  const isSentence = typeof message === "string" && /^\S.*[.!?]$/s.test(message);
  const isExpected = sentence instanceof RegExp ? sentence.test(String(message)) : message === (sentence ?? message);
  const requestId = reply.headers["x-request-id"] ?? "";
  const ofOurApi = {
    code: expect.stringMatching(/^[a-z_]+$/),
    requestId,
    ...(rest.fields !== undefined && { fields: expect.any(Object) }),
  };
  const ofQuality = { success: false, errors: expect.any(Array) };
  // In one assertion: each costs as much as a request, and tests expect thousands of refusals.
  expect(
    {
      ...{
        status: reply.status,
        type: reply.headers["content-type"],
        leak,
        isTraceable: /^[\w-]{8,}$/.test(requestId),
      },
      ...{ message: isSentence && isExpected ? "as expected" : message, rest },
    },
    `${text} instead of ${sentence ?? "a sentence"}`,
  ).toEqual({
    ...{ status, type: expect.stringContaining("application/json"), leak: undefined, isTraceable: true },
    ...{ message: "as expected", rest: { api: ofOurApi, quality: ofQuality, service: {} }[side] },
  });
}
