import { beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { fillPath } from "@/lib/contracts/addresses";
import { byAuthentication, isService, services } from "@/lib/contracts/interface-list";
import { qualityError } from "@/lib/contracts/interfaces/quality";
import { flattenBody } from "@/lib/contracts/interfaces/survey-codec";
import { isObject } from "@/lib/contracts/lenient";
import type { Operation } from "@/lib/contracts/operation";
import { allOperations } from "@/lib/contracts/operations";
import { withOwnDatabase } from "@/lib/test-database";
import { withEngine } from "@/lib/test-engine";
import { exampleRequest } from "@/lib/test-examples";
import { withoutRates } from "@/lib/test-rates";
import { type Named, oneOf, type Random, randomFrom, requestFor, spoilt } from "@/lib/test-requests";
import { giveAnswers, makeServiceAccount, type ServiceAccount } from "@/lib/test-service-account";
import { serve } from "./router";

withOwnDatabase();
// Thousands of calls of one person: what the rates do with them is tested elsewhere.
withoutRates();
withEngine();

const REQUESTS = process.env.LONG_TESTS ? 20_000 : 800;
const TIMEOUT_MS = REQUESTS * 100;
/** Another one each day in the long trial; a failure names it, and `FUZZ_SEED` repeats it. */
const today = () => Math.floor(Date.now() / 86_400_000);
const SEED = Number(process.env.FUZZ_SEED ?? (process.env.LONG_TESTS ? today() : 1));

const operations = allOperations.filter(({ interface: of }) => isService(of));
let account: ServiceAccount;
let named: Named;

beforeAll(async () => {
  account = await makeServiceAccount("Fuzzed");
  await giveAnswers(account);
  named = namesOf(account);
});

const namesOf = ({ accountId, projectId, surveyId, quotaId, rdud, supplierId, people }: ServiceAccount): Named => ({
  ...{ account_id: [accountId], project_id: [projectId], projectId: [projectId], project_ids: [projectId] },
  ...{ survey_id: [surveyId], ids: [surveyId], id: [surveyId, projectId, supplierId], quota_id: [quotaId, null] },
  ...{ rdud: [rdud], rid: [rdud], rduds: [rdud], project_manager_id: [people.manager.userId] },
  ...{ question_id: [1, 2, 999], allowed_option_ids: [1, 2, 20], country_code: ["US"], language_code: ["EN"] },
  ...{ out_of_field_date: ["2031-02-28 10:00:00", "2031-02-28"], out_of_field_timezone: ["UTC", "(UTC) Dublin"] },
  ...{ entry_link: ["https://x.test/?id=[%RID%]"], surveyName: ["Fuzzed"], respondentId: ["r-1", "r-2"] },
  ...{ sy_nr: ["100200", surveyId], sn_ud: [rdud, "s"], Survey_Number: ["100200", surveyId], Session_Id: [rdud] },
  ...{ questionId: ["n", "s"], rows: ["s"], columns: [], questions: ["n", "s"], weight: [], filter: [] },
  ...{ fromDate: ["2031-02-01"], toDate: ["2031-02-03"], code: ["panel", "new"], respondentIds: ["r-1"] },
});

type Sent = { headers: Record<string, string>; params: Record<string, string> };

/** The credential that the operation asks for. */
function credentialFor({ interface: of, authentication, path, acceptsKeys }: Operation): Sent {
  if (!isService(of) || authentication === "none") return { headers: {}, params: {} };
  return byAuthentication<Sent>(services[of].authentication, {
    token: () => ({ headers: { authorization: account.people.admin.token }, params: {} }),
    key: ({ header, kinds }) => {
      const kind = acceptsKeys?.[0] ?? kinds[0];
      return { headers: { [header]: account.keys[of as "activation"][kind] ?? "" }, params: {} };
    },
    "path keys": ({ parts }) => {
      const part = Object.keys(parts).find((name) => path.includes(`{${name}}`)) ?? "";
      const kind = (parts as Record<string, "private">)[part] ?? "private";
      return { headers: {}, params: { [part]: account.keys.fraud[kind] ?? "" } };
    },
  });
}

function partsOf(path: string, random: Random): Record<string, string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const partNamed = (name: string) => (random() < 0.8 ? String(named[name]?.[0] ?? "x") : "no such");
  return Object.fromEntries(names.map((name) => [name, partNamed(name)]));
}

const textOf = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value));

function searchOf(query: unknown, random: Random): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    const text = Array.isArray(value) ? Array.from(value, textOf).join(",") : textOf(value);
    search.append(name, text.toWellFormed());
    if (random() < 0.02) search.append(name, "again");
  }
  return search.size > 0 ? `?${search}` : "";
}

/** What a server's call needs, which works once. */
async function singleUseToken(): Promise<string> {
  const path = `/api/v3/respondents/get_token/${account.keys.fraud.publishable}`;
  const reply = await serve("fraud", path, new Request(`http://service${path}`));
  const { results } = (await reply.json()) as { results: { token: string }[] };
  return results[0]?.token ?? "";
}

async function made(operation: Operation, random: Random): Promise<{ path: string; request: Request }> {
  const isExample = random() < 0.3;
  const { query, body } = isExample ? exampleRequest(operation, account) : requestFor(operation, random, named);
  const isSpoilt = random() < (isExample ? 0.6 : 0.4);
  const { headers, params } = credentialFor(operation);
  if (operation.needsToken && random() < 0.8) headers.token = await singleUseToken();
  const path = fillPath(operation.path, { ...partsOf(operation.path, random), ...params });
  const search = searchOf(isSpoilt && random() < 0.5 ? spoilt(query, random) : query, random);
  const sent = JSON.stringify(isSpoilt ? spoilt(body, random) : body);
  const text = random() < 0.02 ? sent?.slice(0, -1) : sent;
  const type = random() < 0.02 ? "text/plain" : "application/json";
  const more: Record<string, string> = random() < 0.05 ? { "if-match": oneOf(random, ['"x"', "*", "\\"]) } : {};
  const request = new Request(`http://service${path}${search}`, {
    method: operation.method,
    headers: { ...headers, ...more, "content-type": type, "x-client-address": "203.0.113.9" },
    ...(operation.method !== "GET" && { body: text ?? "" }),
  });
  return { path, request };
}

const plainError = z.strictObject({ message: z.string().min(1) });
const BEFORE_ALL = [401, 429];

/** A grouped request body gets a grouped reply; the contract describes the flat shape. */
const flattenReply = ({ method }: Operation, reply: unknown): unknown =>
  method !== "GET" && isObject(reply) ? flattenBody(reply).flat : reply;

/** Why a reply is not as its contract says; null: it is. */
function problemOf(operation: Operation, { status }: Response, reply: unknown): string | null {
  const json = flattenReply(operation, reply);
  if (status >= 500) return `answered ${status}`;
  if (status === operation.response.status) {
    const read = operation.response.schema.safeParse(json);
    if (!read.success) return `answered something else: ${z.prettifyError(read.error)}`;
    // Members that the contract does not name would be lost to whoever reads by it.
    const more = JSON.stringify(read.data).length !== JSON.stringify(json).length;
    return more ? "answered more than its contract has" : null;
  }
  const allowed: readonly number[] = [
    ...operation.errors,
    ...BEFORE_ALL,
    ...(operation.method === "GET" ? [] : [413, 415]),
  ];
  if (!allowed.includes(status)) return `answered ${status}, which is not described`;
  const error = operation.interface === "quality" ? qualityError : plainError;
  return error.safeParse(json).success ? null : "refused in another form";
}

test(`${REQUESTS} requests made from the contracts get replies that are as the contracts say`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const random = randomFrom(SEED);
  const done = new Map<string, number>();
  for (let count = 0; count < REQUESTS; count += 1) {
    const operation = operations[count % operations.length] as Operation;
    const { path, request } = await made(operation, random);
    const told = `${request.method} ${request.url} ${await request.clone().text()}`;
    const response = await serve(operation.interface, path, request);
    const json: unknown = await response.json();
    const problem = problemOf(operation, response, json);
    const place = `seed ${SEED}, request ${count + 1}: ${operation.interface} ${operation.name}`;
    expect(problem, `${place} ${problem}\n${told.slice(0, 3000)}\n${JSON.stringify(json).slice(0, 1000)}`).toBeNull();
    if (response.ok) done.set(operation.name, (done.get(operation.name) ?? 0) + 1);
  }
  // Requests that are all refused would say nothing of replies.
  expect(done.size).toBeGreaterThan(operations.length / 2);
});
