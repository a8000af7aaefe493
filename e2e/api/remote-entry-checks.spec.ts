import type postgres from "postgres";
import * as z from "zod";
import type { WhenUnanswered } from "@/lib/contracts/terms/checks";
import { expect } from "../expect";
import type { HttpSession } from "../http-session";
import { ENTRY_ACCOUNT, ENTRY_ADMIN } from "../remote/connections";
import { type Front, sharedFront, standInPort } from "../remote/front";
import { type ServiceProxy, startProxy } from "../remote/proxy";
import { openStore } from "../remote/store";
import { signInApi } from "../sign-in";
import { test } from "./world";

/** Respondents of one installation's surveys, whom another installation checks at entry. */

let front: Front;
let store: postgres.Sql;
let proxy: ServiceProxy;
let admin: HttpSession;
let surveyId: string;

test.beforeAll(async () => {
  proxy = await startProxy(standInPort("entryFraud"), `${process.env.BASE_URL}/service/fraud`);
  front = await sharedFront();
  store = openStore(front.dataDir);
  surveyId = await accountWithSurvey(store);
  admin = await signInApi(front.url, { email: ENTRY_ADMIN });
});

test.afterAll(async () => {
  await store?.end({ timeout: 1 });
  await proxy?.close();
});

/** The account whose keys the front has, its admin, and a live survey that requires the check. */
async function accountWithSurvey(sql: postgres.Sql): Promise<string> {
  await sql`insert into accounts (id, name) values (${ENTRY_ACCOUNT}, 'Entries') on conflict do nothing`;
  const [user] = await sql<{ id: string }[]>`
    insert into users (email, name, password_hash)
    select ${ENTRY_ADMIN}, 'Entries', password_hash from users where email = 'admin@demo.test'
    on conflict (email) do update set name = excluded.name returning id`;
  const userId = user?.id ?? "";
  await sql`insert into memberships (user_id, account_id) values (${userId}, ${ENTRY_ACCOUNT}) on conflict do nothing`;
  const [project] = await sql<{ id: string }[]>`
    insert into projects (account_id, project_manager_id, project_name, project_number)
    values (${ENTRY_ACCOUNT}, ${userId}, 'Entries', 'E-1') returning id`;
  const [survey] = await sql<{ id: string }[]>`
    insert into surveys (account_id, project_id, name, status, respondents, country_code, language_code,
      length_of_interview, incidence_rate, collects_pii, hashing_enabled, out_of_field_date, out_of_field_timezone,
      out_of_field_at, device_compatibilities, traffic_control_limit_type, calculation_type, entry_link,
      offered_price_per_complete, went_live_at)
    values (${ENTRY_ACCOUNT}, ${project?.id ?? ""}, 'Checked elsewhere', 'Live', 1000, 'US', 'EN', 10, 100, false, false,
      '2099-01-01 00:00:00', 'UTC', '2099-01-01', '{desktop,mobile,tablet}', 'None', 'Completes',
      'https://client.test/?id=[%RID%]', 2.5, now())
    returning id`;
  const id = survey?.id ?? "";
  await sql`insert into quotas (survey_id, position, name, quota, qualifications) values (${id}, 0, 'All', 1000, '[]')`;
  // All respondents of this file come from one address with one browser.
  await sql`update survey_places set fraud_check = 'require', checks_duplicates = false where survey_id = ${id}`;
  return id;
}

const DESKTOP =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const EMULATOR =
  "Mozilla/5.0 (Linux; Android 9; Android SDK built for x86) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

/** Someone new enters; their session as it is stored then. */
async function enter(agent = DESKTOP) {
  const respondent = crypto.randomUUID();
  const reply = await fetch(`${front.url}/enter/${surveyId}?respondent=${respondent}`, {
    headers: { "user-agent": agent },
    redirect: "manual",
  });
  const [session] = await store<{ rid: string; reason: string | null }[]>`
    select rdud as rid, reason from responses where survey_id = ${surveyId} and respondent = ${respondent}`;
  if (!session) throw new Error(`Nobody entered: ${reply.status} ${await reply.text()}`);
  return { ...session, status: reply.status };
}

const checkedSchema = z.object({
  verdict: z.object({ failure_reason: z.string(), fails: z.boolean() }).nullable(),
  replies: z.array(z.object({ reply: z.record(z.string(), z.unknown()), who: z.string() })),
  unanswered_at_entry: z.object({ problem: z.string(), respondent: z.string(), at: z.iso.datetime() }).nullable(),
});

async function explained(rid: string) {
  const reply = await admin.get(`/api/checks?${new URLSearchParams({ sy_nr: surveyId, sn_ud: rid })}`);
  expect(reply.status(), await reply.text()).toBe(200);
  return checkedSchema.parse(await reply.json());
}

const decide = async (when_unanswered: WhenUnanswered) => {
  const reply = await admin.post("/api/checks/settings", { data: { when_unanswered } });
  expect(reply.status(), await reply.text()).toBe(200);
};

/** Someone new enters until the check was answered in time, which a busy machine may miss. */
async function enterChecked(agent?: string) {
  for (;;) {
    const entered = await enter(agent);
    if ((await explained(entered.rid)).unanswered_at_entry === null) return entered;
  }
}

test("a respondent who fails at the other installation is turned away, and its reply explains it", async () => {
  expect(await enterChecked()).toMatchObject({ reason: null, status: 302 });
  const failing = await enterChecked(EMULATOR);
  expect(failing.reason).toBe("fraud:03");
  const { verdict, replies, unanswered_at_entry } = await explained(failing.rid);
  expect(verdict).toMatchObject({ failure_reason: "03", fails: true });
  expect(replies).toMatchObject([{ who: "the check at entry", reply: { Surveys: [{ sn_ud: failing.rid }] } }]);
  expect(unanswered_at_entry).toBeNull();
});

test("a threshold of a survey is refused where another service knows none, and says so", async () => {
  const data = { survey_id: surveyId, fraud_threshold: 50 };
  const reply = await admin.patch("/api/fielding/checks", { data });
  expect([reply.status(), await reply.json()]).toMatchObject([
    400,
    { fields: { fraud_threshold: expect.stringMatching(/^Another service checks respondents/) } },
  ]);
});

/** All other ways to fail are tried beside the check itself, in `lib/gateway/check-at-entry.test.ts`. */
test("while the other installation hangs, the account's decision holds and respondents do not wait for an answer", async () => {
  for (const [decision, reason] of [
    ["let in", null],
    ["turn away", "fraud:unanswered"],
  ] as const) {
    await decide(decision);
    await proxy.behave({ mode: "hanging" });
    const entered = await enter();
    expect(entered.reason).toBe(reason);
    const { verdict, unanswered_at_entry } = await explained(entered.rid);
    expect(verdict).toBeNull();
    expect(unanswered_at_entry).toMatchObject({ respondent: decision });
    expect(unanswered_at_entry?.problem).not.toMatch(/demo-(private|publishable)/);
  }
  await decide("let in");
});
