import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Selectors } from "@/lib/contracts/interfaces/duplicate-selectors";
import type { BuiltInRoute } from "@/lib/contracts/terms/activation";
import { withOwnDatabase } from "@/lib/test-database";
import { runs } from "@/lib/test-runs";
import { activationAccount } from "./activation-accounts";
import { type Changed, changeStates, countMatching } from "./activation-changes";
import { findInHistory, listHistory } from "./activation-history";
import { checkEntrant, type Entrant } from "./activation-pre-check";
import { findSeen, forgetIdentifiers, listActivity } from "./activation-records";
import { db } from "./client";
import { jobItems, jobs } from "./schema/jobs";
import { people } from "./schema/people";
import type { UndoableSteps } from "./undoable-steps";

withOwnDatabase();

let made = 0;
const newAccount = () => activationAccount(db(), { connection: "built-in", accountId: `account ${++made}` });

type Asked = { route?: BuiltInRoute; active: boolean; selectors: Selectors; changes?: number[] };
const said = { masked: {}, who: "tests", origin: "service", requestId: "tests" } as const;
const change = (account: number, { route = "search", ...asked }: Asked): Promise<Changed> =>
  db().transaction((transaction) => changeStates(transaction, { account, route, ...asked, ...said }));

const enter = (account: number, entrant: Partial<Entrant> & { sessionId: string }) =>
  db().transaction((transaction) =>
    checkEntrant(transaction, { account, surveyNumbers: ["1"], identifiers: {}, ...entrant }),
  );

/** Session to its state on a route. */
async function statesOf(account: number, route: BuiltInRoute = "search"): Promise<Map<string, boolean>> {
  const rows = await db().execute<{ session_id: string; state: boolean }>(sql`
    select r.session_id, s.${sql.raw(route)} as state
    from activation_records r join activation_states s on s.record = r.id where r.account = ${account}`);
  return new Map(rows.map(({ session_id, state }) => [session_id, state]));
}

/** Many records of a survey at once, oldest first by their number. */
async function addRecords(account: number, surveyNumber: string, count: number): Promise<void> {
  await db().execute(sql`
    with v as (insert into activation_surveys (account, survey_number) values (${account}, ${surveyNumber}) returning id),
    r as (insert into activation_records (account, survey, session_id)
      select ${account}, v.id, ${surveyNumber} || '-' || n from v, generate_series(1, ${count}::int) n order by n returning id, survey)
    insert into activation_states (record, survey, search, predupes) select id, survey, true, true from r`);
}

const surveys = ["1", "2", "3"] as const;
const cookies = ["a", "b", "c"] as const;
const agents = ["x", "y"] as const;

/** Every session is of one survey, cookie and agent: each combination once. */
const sessions = surveys.flatMap((survey) =>
  cookies.flatMap((cookie) => agents.map((agent) => ({ survey, cookie, agent, id: `${survey}${cookie}${agent}` }))),
);

async function accountWithSessions(): Promise<number> {
  const account = await newAccount();
  for (const { survey, cookie, agent, id } of sessions) {
    const identifiers = { Cookie: cookie, User_Agent: agent };
    await enter(account, { sessionId: id, surveyNumbers: [survey], identifiers });
  }
  return account;
}

const anySelectors = fc
  .record(
    {
      Survey_Number: fc.subarray([...surveys], { minLength: 1 }),
      Session_Id: fc.subarray(
        sessions.map(({ id }) => id),
        { minLength: 1 },
      ),
      Cookie: fc.constantFrom(...cookies),
      User_Agent: fc.constantFrom(...agents),
    },
    { requiredKeys: [] },
  )
  .filter((selectors) => Object.keys(selectors).length > 0);
const anyCall = fc.record({
  route: fc.constantFrom<BuiltInRoute>("search", "predupes"),
  active: fc.boolean(),
  selectors: anySelectors,
});

const isMatched = ({ Survey_Number, Session_Id, Cookie, User_Agent }: Selectors, session: (typeof sessions)[number]) =>
  (Survey_Number?.includes(session.survey) ?? true) &&
  (Session_Id?.includes(session.id) ?? true) &&
  (Cookie === undefined || Cookie === session.cookie) &&
  (User_Agent === undefined || User_Agent === session.agent);

test("whatever calls come one after the other, each record has the state of the last one that matched it", async () => {
  const account = await accountWithSessions();
  await fc.assert(
    fc.asyncProperty(fc.array(anyCall, { minLength: 1, maxLength: 8 }), async (calls) => {
      for (const route of ["search", "predupes"] as const) {
        await change(account, { route, active: true, selectors: { Survey_Number: [...surveys] } });
      }
      for (const call of calls) {
        const before = await statesOf(account, call.route);
        const { records } = await change(account, call);
        const waiting = sessions.filter(
          (session) => isMatched(call.selectors, session) && before.get(session.id) !== call.active,
        );
        expect(records).toBe(waiting.length);
      }
      for (const route of ["search", "predupes"] as const) {
        const states = await statesOf(account, route);
        for (const session of sessions) {
          const last = calls.findLast((call) => call.route === route && isMatched(call.selectors, session));
          expect([session.id, states.get(session.id)]).toEqual([session.id, last?.active ?? true]);
        }
      }
    }),
    { numRuns: runs(40) },
  );
}, 300_000);

test("calls that cross end as if they had come one after the other, in some order", async () => {
  const account = await accountWithSessions();
  await fc.assert(
    fc.asyncProperty(fc.array(anyCall, { minLength: 2, maxLength: 3 }), async (calls) => {
      const route = "search" as const;
      await change(account, { active: true, selectors: { Survey_Number: [...surveys] } });
      const start = await statesOf(account);
      const asked = calls.map((call) => ({ ...call, route }));
      const done = await Promise.all(asked.map((call) => change(account, call)));
      const end = await statesOf(account);
      const fits = orders(asked.map((call, index) => ({ call, records: done[index]?.records }))).some((order) => {
        const states = new Map(start);
        const counts = order.map(({ call }) => {
          const moved = sessions.filter((one) => isMatched(call.selectors, one) && states.get(one.id) !== call.active);
          for (const { id } of moved) states.set(id, call.active);
          return moved.length;
        });
        const countsFit = order.every(({ records }, index) => records === counts[index]);
        return countsFit && [...end].every(([id, state]) => states.get(id) === state);
      });
      expect(fits).toBe(true);
    }),
    { numRuns: runs(40) },
  );
}, 300_000);

function orders<T>(items: T[]): T[][] {
  if (items.length < 2) return [items];
  return items.flatMap((first, at) => orders(items.filter((_, other) => other !== at)).map((rest) => [first, ...rest]));
}

test("a call moves 500 at most, the oldest first, and calls at once never move a record twice", async () => {
  const account = await newAccount();
  await addRecords(account, "many", 1700);
  const selectors = { Survey_Number: ["many"] };
  expect((await change(account, { active: false, selectors })).records).toBe(500);
  const moved = [...(await statesOf(account))].filter(([, active]) => !active).map(([id]) => Number(id.split("-")[1]));
  expect(Math.max(...moved)).toBe(500);
  const others = await Promise.all(Array.from({ length: 6 }, () => change(account, { active: false, selectors })));
  expect(others.map(({ records }) => records).sort((one, other) => other - one)).toEqual([500, 500, 200, 0, 0, 0]);
});

test("only a call that names nothing but surveys sets their own state, for sessions recorded later", async () => {
  const account = await newAccount();
  const isActive = async (sessionId: string) => (await statesOf(account)).get(sessionId);
  await enter(account, { sessionId: "before" });
  await change(account, { active: false, selectors: { Survey_Number: ["1"], Session_Id: ["before"] } });
  await enter(account, { sessionId: "still active" });
  expect([await isActive("before"), await isActive("still active")]).toEqual([false, true]);
  const changed = await change(account, { active: false, selectors: { Survey_Number: ["1", "new"] } });
  expect(changed).toMatchObject({ records: 1, surveys: 2 });
  await enter(account, { sessionId: "later" });
  await enter(account, { sessionId: "first of new", surveyNumbers: ["new"] });
  expect([await isActive("later"), await isActive("first of new")]).toEqual([false, false]);
  expect((await statesOf(account, "predupes")).get("later")).toBe(true);
});

test("a change is reversed exactly: what others changed since, or had changed before, stays", async () => {
  const account = await newAccount();
  for (const sessionId of ["earlier", "mine", "theirs since"]) await enter(account, { sessionId });
  await change(account, { active: false, selectors: { Session_Id: ["earlier"] } });
  const mine = await change(account, { active: false, selectors: { Survey_Number: ["1"] } });
  expect(mine).toMatchObject({ records: 2, surveys: 1 });
  await change(account, { active: true, selectors: { Session_Id: ["theirs since"] } });
  await change(account, { active: false, selectors: { Session_Id: ["theirs since"] } });
  const back = { active: true, selectors: { Survey_Number: ["1"] }, changes: [mine.id ?? 0] };
  expect(await change(account, back)).toMatchObject({ records: 1, surveys: 1 });
  expect(await statesOf(account)).toEqual(
    new Map([
      ["earlier", false],
      ["mine", true],
      ["theirs since", false],
    ]),
  );
  expect(await change(account, back)).toEqual({ id: null, records: 0, surveys: 0 });
});

test("a change names its records by itself, wherever they are and whatever selected them", async () => {
  const account = await accountWithSessions();
  await change(account, { active: false, selectors: { Session_Id: ["2ax"] } });
  const mine = await change(account, { active: false, selectors: { Cookie: "a" } });
  expect(mine.records).toBe(5);
  const back = await change(account, { active: true, selectors: {}, changes: [mine.id ?? 0] });
  expect(back.records).toBe(5);
  const off = [...(await statesOf(account))].filter(([, active]) => !active).map(([id]) => id);
  expect(off).toEqual(["2ax"]);
  const another = await newAccount();
  expect(await change(another, { active: false, selectors: {}, changes: [back.id ?? 0] })).toMatchObject({
    records: 0,
  });
});

test("entrants of the same new surveys at the same time wait for one another and for nothing else", async () => {
  const account = await newAccount();
  const numbers = Array.from({ length: 300 }, (_, index) => `new ${index}`);
  const entrants = Array.from({ length: 8 }, (_, index) =>
    enter(account, { sessionId: `s ${index}`, surveyNumbers: index % 2 ? numbers : [...numbers].reverse() }),
  );
  await Promise.all(entrants);
  const { total } = await listActivity(db(), { account, selectors: {}, page: 1 });
  expect(total).toBe(8 * numbers.length);
});

test("entrants who share an identifier at the same time see one another: all but the first are duplicates", async () => {
  const account = await newAccount();
  const identifiers = { Cookie: "shared", Panel_Id: "also shared", IP_Address: "203.0.113.7", User_Agent: "agent" };
  const found = await Promise.all(
    Array.from({ length: 8 }, (_, index) => enter(account, { sessionId: `at once ${index}`, identifiers })),
  );
  expect(found.map((matches) => matches.length).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(found.flat().every(({ matchedOn }) => matchedOn.join() === "Cookie,Panel_Id,IP_Address and User_Agent")).toBe(
    true,
  );
});

test("a pre-check and a deactivation at the same time leave no session active that came later", async () => {
  for (let round = 0; round < 10; round++) {
    const account = await newAccount();
    const entrants = Array.from({ length: 6 }, (_, index) => enter(account, { sessionId: `session ${index}` }));
    const { records } = await Promise.all([
      change(account, { active: false, selectors: { Survey_Number: ["1"] } }),
      ...entrants,
    ]).then(([changed]) => changed);
    const states = [...(await statesOf(account)).values()];
    expect(states).toHaveLength(6);
    expect(states.filter((active) => active)).toEqual([]);
    expect(records).toBeLessThanOrEqual(6);
  }
});

test("an account sees and moves nothing of another's", async () => {
  const [mine, theirs] = [await newAccount(), await newAccount()];
  const identifiers = { Cookie: "shared" };
  await enter(theirs, { sessionId: "theirs", identifiers });
  expect(await enter(mine, { sessionId: "mine", identifiers })).toEqual([]);
  expect((await change(mine, { active: false, selectors: { Session_Id: ["theirs"] } })).records).toBe(0);
  const what = { route: "search", active: false, selectors: identifiers } as const;
  expect(await countMatching(db(), { account: mine, ...what })).toMatchObject([{ records: 1, toChange: 1 }]);
  expect((await findSeen(db(), mine, { Session_Id: ["theirs"] })).records).toEqual([]);
  const { total } = await listActivity(db(), { account: mine, selectors: {}, page: 1 });
  expect(total).toBe(1);
});

test("a page behind the end of the history says how many entries there are", async () => {
  const account = await newAccount();
  const undoable: UndoableSteps[] = [{ states: ["done"] }, { has: "records" }, { states: [], lacks: "calling" }];
  const of = {
    connection: "built-in",
    accountId: `account ${made}`,
    account,
    kind: "change activation",
    undoable,
    mostNumbers: null,
  };
  expect(await listHistory(db(), of, 1)).toEqual({ total: 0, rows: [] });
  expect(await listHistory(db(), of, 2)).toEqual({ total: 0, rows: [] });
  await enter(account, { sessionId: "seen" });
  await change(account, { active: false, selectors: { Session_Id: ["seen"] } });
  await change(account, { active: true, selectors: { Session_Id: ["seen"] } });
  expect(await listHistory(db(), of, 1)).toMatchObject({ total: 2, rows: [{ type: expect.anything() }, {}] });
  expect(await listHistory(db(), of, 2)).toEqual({ total: 2, rows: [] });
});

test("the history has the survey numbers that a job names in its steps, and those of a call, in their order", async () => {
  const account = await newAccount();
  const [connection, accountId, kind] = ["built-in", `account ${made}`, "change activation"];
  const numbers = Array.from({ length: 40 }, (_, index) => `survey ${40 - index}`);
  const masked = { Survey_Number: numbers.join(","), Session_Id: "a,b", Panel_Id: "a,b" };
  await enter(account, { sessionId: "a" });
  await db().transaction((transaction) =>
    changeStates(transaction, { ...said, account, route: "search", active: false, selectors: {}, masked }),
  );
  const [person] = await db()
    .insert(people)
    .values({ connection, email: "history@b.test", name: "A", role: "admin" })
    .returning();
  const selectors = { Session_Id: ["a", "b"] };
  const input = { account_id: accountId, type: "1", route: "search", selectors };
  const job = { connection, personId: person?.id ?? "", kind, title: "t", token: Buffer.of(1) };
  const [named, unnamed] = await db()
    .insert(jobs)
    .values([
      { ...job, input },
      { ...job, input },
    ])
    .returning();
  const items = numbers.map((key, position) => ({ jobId: named?.id ?? "", key, label: key, position }));
  const everything = { jobId: unnamed?.id ?? "", key: "*", label: "Matching records", position: 0 };
  await db()
    .insert(jobItems)
    .values([everything, ...items.toReversed()]);

  const of = { connection, accountId, account, kind, undoable: [], mostNumbers: null };
  const all = { surveys: 40, selectors: { Survey_Number: numbers, Session_Id: ["a", "b"] } };
  const { rows } = await listHistory(db(), of, 1);
  expect(rows.find(({ id }) => id === `job:${named?.id}`)).toMatchObject(all);
  expect(rows.find(({ id }) => id === `job:${unnamed?.id}`)).toMatchObject({ surveys: 0, selectors: { ...selectors } });
  expect(rows.find(({ origin }) => origin === "service")).toMatchObject({
    surveys: 40,
    selectors: { Survey_Number: numbers, Session_Id: ["a", "b"], Panel_Id: ["a,b"] },
  });
  expect(await findInHistory(db(), of, `job:${named?.id}`)).toMatchObject(all);
  const first = await findInHistory(db(), { ...of, mostNumbers: 2 }, `job:${named?.id}`);
  expect(first).toMatchObject({ surveys: 40, selectors: { Survey_Number: numbers.slice(0, 2) } });
});

test("a person is found with the sessions that share an identifier, and what they share", async () => {
  const account = await newAccount();
  await enter(account, { sessionId: "asked", identifiers: { Cookie: "c", Panel_Id: "p" } });
  await enter(account, { sessionId: "by cookie", surveyNumbers: ["2"], identifiers: { Cookie: "c" } });
  await enter(account, { sessionId: "by panel", surveyNumbers: ["3"], identifiers: { Panel_Id: "p" } });
  await enter(account, { sessionId: "nobody's", identifiers: { Cookie: "other" } });
  const { records } = await findSeen(db(), account, { Session_Id: ["asked"] });
  expect(records.map(({ sessionId, matchedOn }) => [sessionId, matchedOn])).toEqual([
    ["by panel", ["Panel_Id"]],
    ["by cookie", ["Cookie"]],
    ["asked", []],
  ]);
});

test("personal values are removed after their time, the record and its state stay", async () => {
  const account = await newAccount();
  const identifiers = { IP_Address: "203.0.113.8", Cookie: "old", Hashed_Email: "0".repeat(32), User_Agent: "agent" };
  await enter(account, { sessionId: "old", identifiers: { ...identifiers, Panel_Id: "p" } });
  await enter(account, { sessionId: "new", surveyNumbers: ["2"], identifiers });
  await db().execute(sql`
    update activation_records set recorded_at = now() - interval '91 days' where account = ${account} and session_id = 'old'`);
  expect(await forgetIdentifiers(db(), 90)).toBe(1);
  const { records } = await findSeen(db(), account, { Survey_Number: ["1", "2"] });
  expect(records.find(({ sessionId }) => sessionId === "old")).toMatchObject({
    ipAddress: null,
    cookie: null,
    hashedEmail: null,
    userAgent: null,
    panelId: "p",
    active: { search: true, predupes: true },
  });
  expect(records.find(({ sessionId }) => sessionId === "new")).toMatchObject({ cookie: "old" });
  expect(await forgetIdentifiers(db(), 90)).toBe(0);
});
