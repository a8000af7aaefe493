import { closeClickhouse, readRows, runStatement } from "@/lib/stores/clickhouse/client";
import { question, writeAnswers } from "@/lib/test-answers";
import { reachAnswers, showAnswers } from "../answer-store";
import { expect } from "../expect";
import type { OwnSession } from "../http-session";
import { addKey } from "../session-records";
import { openSession } from "../sessions";
import { baseURL, type Json, test, type World } from "./world";

test.beforeAll(() => reachAnswers(process.env.INSTANCE_DATA_DIR ?? ""));
test.afterAll(() => closeClickhouse());

/** Answers over which a reading takes long, for a caller who does not wait for its end. */
const questions = [
  question(1, "spent", "numeric"),
  question(2, "region", "single", { options: [[1, "North", null]] }),
  question(3, "why", "open"),
];

/** So many conditions on words of so many responses. */
const slow = Array.from({ length: 190 }, (_, place) => ({
  questionId: "why",
  operator: "nin",
  value: Array.from({ length: 40 }, (_, other) => `${place} ${other}`),
}));
const slowFilter = slow.map((item) => ({ any: [{ not: item }, item] }));

const ROWS = 1_000_000;
const ROWS_AT_ONCE = 500_000;

type SlowAnswers = { projectId: string; table: string };
let slowAnswers: Promise<SlowAnswers> | undefined;

/** A project whose answers take long with that filter. Millions of them are made once for the file. */
function sharedSlowAnswers(world: World): Promise<SlowAnswers> {
  slowAnswers ??= addSlowAnswers(world);
  return slowAnswers;
}

async function addSlowAnswers({ sql, service }: World): Promise<SlowAnswers> {
  const { accountId, managerId } = service;
  const [row] = await sql<{ id: string }[]>`
    insert into projects (account_id, project_manager_id, project_name, project_number)
    values (${accountId}, ${managerId}, ${`Slow ${crypto.randomUUID()}`}, 'S-1') returning id`;
  const projectId = row?.id ?? "";
  const table = `answers_${crypto.randomUUID().replaceAll("-", "")}`;
  await writeAnswers(table, questions, []);
  // In pieces: on a busy machine one statement for all would take longer than a statement may.
  for (let from = 0; from < ROWS; from += ROWS_AT_ONCE) {
    await runStatement(
      `INSERT INTO ${table} (_row, _id, _time, _excluded, q1, q2, q3)
        SELECT number, toString(number), toDateTime64('2024-02-29 00:00:00', 3, 'UTC'), 0, 1, 1, repeat(toString(number), 10)
        FROM numbers(${from}, ${ROWS_AT_ONCE})`,
    );
  }
  await showAnswers(sql, { accountId, projectId, table, questions, weights: [] });
  return { projectId, table };
}

/** What a page sends with its requests. `fetch` says that it is a browser, which has to name where it comes from. */
const pageHeaders = (session: OwnSession) => ({ cookie: session.cookieHeader(), origin: baseURL() });

const RUNNING = `SELECT 1 FROM system.processes
  WHERE position(query, {t:String}) > 0 AND position(query, 'system.') = 0`;
const running = async (table: string) => (await readRows(RUNNING, { t: table })).length;

type Call = { table: string; url: string; headers: Record<string, string>; body: Json };

/** Asks, leaves when the engine is at work, and waits until nothing of it runs any more. */
async function expectEndWithCaller({ table, url, headers, body }: Call): Promise<void> {
  const gone = new AbortController();
  let ended: number | string | undefined;
  const asked = fetch(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: gone.signal,
  })
    .then(
      (response) => response.status,
      () => "gone",
    )
    .then((how) => {
      ended = how;
    });
  // An answer that comes before the engine is seen at work says why.
  await expect.poll(async () => ended ?? (await running(table)), { intervals: [20] }).toBe(1);
  gone.abort();
  await asked;
  expect(ended).toBe("gone");
  // The engine stops between two blocks of rows: at once on a quiet machine.
  await expect.poll(() => running(table), { intervals: [250], timeout: 10_000 }).toBe(0);
}

const trend = { fromDate: "2024-02-28", toDate: "2024-03-02", type: "daily", filter: slowFilter };
const table = { rows: ["region"], columns: [], measures: [{ aggregationType: 1 }], filter: slowFilter };

const operations = [
  { of: "analysis", path: (id: string) => `/numeric-analysis-service/trend/${id}`, body: () => trend },
  { of: "pivot", path: () => "/v1/pivotTable/fetchData", body: (projectId: string) => ({ projectId, ...table }) },
] as const;

for (const { of, path, body } of operations) {
  test(`${of}: a caller who leaves stops the work`, async ({ world }) => {
    const { projectId, table } = await sharedSlowAnswers(world);
    const session = await openSession(await world.addPerson("analyst"));
    const key = await addKey(world.sql, world.service.accountId, { of });
    const ways: [address: string, headers: Record<string, string>][] = [
      ["/service", { authorization: key }],
      ["/api", pageHeaders(session)],
    ];
    for (const [address, headers] of ways) {
      const url = `${baseURL()}${address}/${of}${path(projectId)}`;
      await expectEndWithCaller({ table, url, headers, body: body(projectId) });
    }
  });
}

test("one person who asks for figures without end keeps nobody else waiting", async ({ world }) => {
  const { projectId, table: answers } = await sharedSlowAnswers(world);
  const [greedy, other] = [
    await openSession(await world.addPerson("analyst")),
    await openSession(await world.addPerson("analyst")),
  ];
  const gone = new AbortController();
  const headers = { ...pageHeaders(greedy), "content-type": "application/json" };
  const url = `${baseURL()}/api/pivot/v1/pivotTable/fetchData`;
  const body = JSON.stringify({ projectId, ...table });
  let done = 0;
  const asked = Array.from({ length: 40 }, () =>
    fetch(url, { method: "POST", headers, body, signal: gone.signal }).then(
      () => (done += 1),
      () => null,
    ),
  );
  await expect.poll(() => running(answers), { intervals: [20] }).toBeGreaterThan(0);
  const reply = await other.post("/api/pivot/v1/pivotTable/fetchData", {
    data: { projectId, rows: ["region"], columns: [], measures: [{ aggregationType: 1 }] },
  });
  expect(reply.status()).toBe(200);
  expect(done, "of 40 that came before").toBeLessThan(10);
  gone.abort();
  await Promise.all(asked);
  await expect.poll(() => running(answers), { intervals: [250], timeout: 10_000 }).toBe(0);
});
