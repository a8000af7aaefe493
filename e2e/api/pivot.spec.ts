import type { Question } from "@/lib/contracts/interfaces/answers";
import { fetchData, fetchResponses, fetchSpecs, type Provenance } from "@/lib/contracts/interfaces/pivot";
import { describeInterface } from "@/lib/contracts/openapi";
import { roles } from "@/lib/contracts/rules/permissions";
import { closeClickhouse } from "@/lib/stores/clickhouse/client";
import { question, type TestResponse, testWeight, writeAnswers } from "@/lib/test-answers";
import { reachAnswers, showAnswers } from "../answer-store";
import { expect } from "../expect";
import { addKey } from "../session-records";
import { openSession } from "../sessions";
import { strictly } from "./strictly";
import {
  baseURL,
  type Client,
  casesFor,
  clientOf,
  expectRefusal,
  type Json,
  patient,
  type Reply,
  test,
  type World,
} from "./world";

const SPECS = "/v1/pivotTable/fetchSpecs";
const DATA = "/v1/pivotTable/fetchData";
const RESPONSES = "/v1/pivotTable/fetchResponses";

test.beforeAll(() => {
  reachAnswers(process.env.INSTANCE_DATA_DIR ?? "");
});
test.afterAll(() => closeClickhouse());

const named = (labels: string[]): [number, string, null][] => labels.map((label, at) => [at + 1, label, null]);
const questions: Question[] = [
  question(1, "region", "single", { options: named(["North", "South"]) }),
  question(2, "owns", "multiple", { options: named(["car", "bike", "boat"]) }),
  question(3, "likes", "scale", {
    options: [
      [1, "no", 1],
      [2, "yes", 5],
      [9, "don't know", null],
    ],
  }),
  question(4, "spent", "numeric", { missing: [{ cell: -1, kind: "no_answer" }] }),
  question(5, "since", "date"),
  question(6, "why", "open"),
  question(0, "motor", "multiple", {
    options: [[1, "any motor", null]],
    derivation: { form: "nets", questionId: "owns", nets: [{ code: 1, of: [1, 3] }] },
  }),
];

const since = Date.parse("2024-02-29T12:00:00Z");
const responses: TestResponse[] = [
  { time: since, answers: { region: 1, owns: [1, 2], likes: 2, spent: 10, since, why: "a" }, weight: 2 },
  { time: since, answers: { region: 1, owns: [1], likes: 1, spent: 4 }, weight: 1 },
  { time: since, answers: { region: 2, owns: [3], likes: 9, spent: -1 }, weight: 1 },
  { time: null, answers: { region: 2, owns: [2], likes: 2, spent: 7 }, weight: null },
  { time: since, answers: { owns: [2], likes: 2, spent: 1 }, weight: 1 },
  { time: since, answers: { region: 1, owns: [1], likes: 1, spent: 100 }, excluded: true },
];

async function addProject({ sql, service }: World): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into projects (account_id, project_manager_id, project_name, project_number)
    values (${service.accountId}, ${service.managerId}, ${`Tables ${crypto.randomUUID()}`}, 'P-1') returning id`;
  return row?.id ?? "";
}

async function addAnswers(world: World, of = questions, given = responses): Promise<string> {
  const projectId = await addProject(world);
  const table = `answers_${crypto.randomUUID().replaceAll("-", "")}`;
  await writeAnswers(table, of, given);
  const { accountId } = world.service;
  await showAnswers(world.sql, { accountId, projectId, table, questions: of, weights: [testWeight] });
  return projectId;
}

type Send = (path: string, body: unknown, headers?: Record<string, string>) => Promise<Reply>;

const withKey = ({ anonymous }: World, key: string): Send => {
  const send = patient(anonymous);
  return (path, body, headers = { authorization: key }) => send.post(`/service/pivot${path}`, { body, headers });
};
const keyOf = ({ sql, service }: World, accountId = service.accountId) => addKey(sql, accountId, { of: "pivot" });

async function clientFor(world: World, role: (typeof roles)[number], accountId?: string): Promise<Client> {
  const session = await openSession(await world.addPerson(role, accountId));
  return patient(clientOf(session, "/api/pivot", () => ({})));
}
const inSession = async (world: World, role: (typeof roles)[number], accountId?: string): Promise<Send> => {
  const client = await clientFor(world, role, accountId);
  return (path, body) => client.post(path, { body });
};

const count = { aggregationType: 1 };
const averageSpent = { aggregationType: 5, questionId: "spent" };
const small = { rows: ["region"], columns: ["owns"], measures: [count, averageSpent] };

const cell = { rows: ["region"], columns: ["owns"], rowCodes: [1], columnCodes: [1], questions: ["region", "owns"] };

/** A reply with nothing more and nothing less than its contract names. */
function exact(operation: typeof fetchData | typeof fetchResponses | typeof fetchSpecs, reply: Reply): Json {
  expect(reply.status, JSON.stringify(reply.json)).toBe(200);
  expect(strictly(operation.response.schema).safeParse(reply.json).error?.issues ?? []).toEqual([]);
  return reply.json;
}

test("wants the key in the authorization header, without a word before it", async ({ world }) => {
  const projectId = await addAnswers(world);
  const key = await keyOf(world);
  const ask = withKey(world, key);
  const wrong: Record<string, string>[] = [
    {},
    { authorization: "" },
    { authorization: key.toUpperCase() },
    { "x-api-key": key },
    { authorization: await addKey(world.sql, world.service.accountId, { of: "analysis" }) },
  ];
  const bodies: [path: string, body: Json][] = [
    [SPECS, { projectId }],
    [DATA, { projectId, ...small }],
    [RESPONSES, { projectId, ...cell }],
  ];
  for (const [path, body] of bodies) {
    for (const headers of wrong) expectRefusal("service", await ask(path, body, headers), 401, "Unauthorized.");
    const bearer = await ask(path, body, { authorization: `Bearer ${key}` });
    expectRefusal("service", bearer, 401, /without the prefix “Bearer”/);
    expect((await ask(path, body)).status).toBe(200);
    expect((await withKey(world, "demo-pivot-key")(path, body)).status).toBe(404);
  }
});

test("says what a table can be made of, and with groups of those questions alone", async ({ world }) => {
  const projectId = await addAnswers(world);
  const ask = withKey(world, await keyOf(world));
  const parts = (id: string) => ["year", "quarter", "month", "week", "day", "hour", "weekday"].map((p) => `${id}:${p}`);
  const offered = (questionId: string, types: number[]) => {
    const labels: Record<number, string> = { 2: "Min", 3: "Max", 4: "Sum", 5: "Average" };
    return types.map((aggregationType) => ({ aggregationType, questionId, label: labels[aggregationType] }));
  };
  const counted = { aggregationType: 1, label: "Count" };
  const everything = {
    dimensions: ["region", "owns", "likes", ...parts("since"), "motor", ...parts("_time")],
    measures: [counted, ...offered("likes", [2, 3, 5]), ...offered("spent", [2, 3, 4, 5])],
  };
  for (const groups of [undefined, []]) {
    expect(exact(fetchSpecs, await ask(SPECS, { projectId, groups }))).toEqual(everything);
  }
  expect(exact(fetchSpecs, await ask(SPECS, { projectId, groups: ["spent", "owns", "nobody's"] }))).toEqual({
    dimensions: ["owns"],
    measures: [counted, ...offered("spent", [2, 3, 4, 5])],
  });
  expect(exact(fetchSpecs, await ask(SPECS, { projectId, groups: ["nobody's"] }))).toEqual({
    dimensions: [],
    measures: [counted],
  });
});

test("computes the table, its totals, bases and deviations", async ({ world }) => {
  const projectId = await addAnswers(world);
  const ask = withKey(world, await keyOf(world));
  const found = exact(fetchData, await ask(DATA, { projectId, ...small }));
  expect(found).toMatchObject({
    rows: [["North"], ["South"], []],
    columns: [["car"], ["bike"], ["boat"], []],
    rowCodes: [[1], [2], []],
    columnCodes: [[1], [2], [3], []],
    excluded: 0,
  });
  // Of those who have a region and own something; a total counts a response once.
  const none = [0, null];
  expect(found.cells).toEqual([
    [[2, 7], [1, 10], none, [2, 7]],
    [none, [1, 7], [1, null], [2, 7]],
    [
      [2, 7],
      [2, 8.5],
      [1, null],
      [4, 7],
    ],
  ]);
  const total = (member: string) => (found[member] as number[][][]).at(-1)?.at(-1);
  expect([total("base"), total("weightedBase"), total("effectiveBase")]).toEqual([
    [4, 3],
    [4, 3],
    [4, 3],
  ]);
  expect(total("deviation")).toEqual([null, 3]);
});

test("says what the figures were computed from, and another version of what was changed alone", async ({ world }) => {
  const projectId = await addAnswers(world);
  const ask = withKey(world, await keyOf(world));
  const filter = [{ not: { questionId: "motor", operator: "answered" } }];
  const asked = { projectId, ...small, weight: "weight", filter };
  const provenance = async () => exact(fetchData, await ask(DATA, asked)).provenance as Provenance;
  const first = await provenance();
  expect(first).toMatchObject({ responses: 6, excluded: 1, weight: { id: "weight", madeAt: null } });
  // What “motor” is made of is among the rows and columns already; “likes” is in no part of the table.
  expect(first.questions.map(({ id }) => id)).toEqual(["motor", "owns", "region", "spent"]);
  expect(await provenance()).toEqual(first);

  const edit = (path: string[], value: string | number) => world.sql`
    update answer_sets set questions = jsonb_set(questions, ${path}, ${world.sql.json(value)})
    where project_id = ${projectId}`;
  await edit(["0", "options", "0", "label"], "The North");
  await edit(["2", "options", "0", "value"], 7);
  const second = await provenance();
  const [region, before] = [second, first].map(({ questions }) => questions.find(({ id }) => id === "region"));
  expect(region).toEqual({ ...before, labels: expect.not.stringMatching(before?.labels ?? "") });
  expect({ ...second, definitions: "", questions: [] }).toEqual({ ...first, definitions: "", questions: [] });
  expect(second.questions.filter(({ id }) => id !== "region")).toEqual(
    first.questions.filter(({ id }) => id !== "region"),
  );
  expect(second.definitions).not.toBe(first.definitions);
});

test("opens a cell: as many responses as its base, with their answers in words", async ({ world }) => {
  const projectId = await addAnswers(world);
  const ask = withKey(world, await keyOf(world));
  const opened = async (members: Json) =>
    exact(fetchResponses, await ask(RESPONSES, { projectId, ...cell, ...members })) as {
      total: number;
      responses: Json[];
    };
  const all = ["region", "owns", "likes", "spent", "since", "why", "motor"];
  const time = "2024-02-29T12:00:00.000Z";
  const first = { time, excluded: false, weight: null };
  const found = await opened({ questions: all });
  expect(found.total).toBe(2);
  expect(found.responses.map(({ id, ...rest }) => rest)).toEqual([
    { ...first, answers: ["North", ["car", "bike"], "yes", 10, time, "a", ["any motor"]] },
    { ...first, answers: ["North", ["car"], "no", 4, null, null, ["any motor"]] },
  ]);
  const ids = async (members: Json) => (await opened(members)).responses.map(({ id }) => id);
  const [one, two] = found.responses.map(({ id }) => id);
  expect(await ids({ columnCodes: [2] })).toEqual([one]);
  expect(await ids({ page: 2, page_size: 1 })).toEqual([two]);
  // Totals, those without a time last; by weight only who has one; numbers only of those who gave one.
  expect((await opened({ rowCodes: [], columnCodes: [] })).total).toBe(4);
  expect((await opened({ rowCodes: [2], columnCodes: [] })).responses.map((each) => each.time)).toEqual([time, null]);
  expect((await opened({ rowCodes: [], columnCodes: [], weight: "weight" })).total).toBe(3);
  expect((await opened({ rowCodes: [], columnCodes: [], measured: "spent" })).total).toBe(3);
  // Several options of a question are its total, filtered by them: so the top 2 of a grid's item opens.
  const yesOrUnsure = {
    rows: ["likes"],
    rowCodes: [],
    filter: [{ questionId: "likes", operator: "in", value: [2, 9] }],
  };
  expect((await opened({ ...yesOrUnsure, columns: [], columnCodes: [] })).total).toBe(4);
  expect((await opened({ ...yesOrUnsure, columns: ["region"] })).total).toBe(1);
  expect((await opened({ includeExcluded: true })).responses.map(({ excluded }) => excluded)).toEqual([
    false,
    false,
    true,
  ]);
  for (const code of [7, 2 ** 32 + 1]) {
    expect(await opened({ rowCodes: [code] })).toEqual({ total: 0, responses: [] });
  }

  const refused: [Json, string][] = [
    [{ rowCodes: [1, 2] }, "rowCodes has more codes than rows has questions."],
    [{ rowCodes: ["North"] }, "A code must be a whole number"],
    [{ rowCodes: [2 ** 53] }, "A code must be a whole number"],
    [{ questions: ["nobody"] }, "This project has no question “nobody”."],
    [{ measured: "why" }, "has no numbers"],
    [{ page_size: 101 }, "page_size"],
    [{ columns: ["region"] }, "in the table twice"],
    [{ rows: ["spent"] }, "has no options to make rows or columns of"],
  ];
  for (const [members, sentence] of refused) {
    const reply = await ask(RESPONSES, { projectId, ...cell, ...members });
    expect([reply.status, reply.json.message], JSON.stringify(members)).toEqual([
      400,
      expect.stringContaining(sentence),
    ]);
  }
});

test("weights, filters, base rules, zones and excluded responses do what they say", async ({ world }) => {
  const projectId = await addAnswers(world);
  const ask = withKey(world, await keyOf(world));
  const asked = async (members: Json) =>
    exact(fetchData, await ask(DATA, { projectId, rows: ["region"], columns: [], measures: [count], ...members }));
  const column = ({ rows, cells }: Json) =>
    (rows as string[][]).map((path, at) => [path.at(-1) ?? "all", ...((cells as number[][][])[at]?.[0] ?? [])]);
  const rows = async (members: Json) => column(await asked(members));
  const weighted = await asked({ weight: "weight", measures: [count, { aggregationType: 7 }, averageSpent] });
  expect(weighted.excluded).toBe(1);
  expect(column(weighted)).toEqual([
    ["North", 3, 2, 8],
    ["South", 1, 1, null],
    ["all", 4, 3, 8],
  ]);
  expect((weighted.effectiveBase as number[][][])[0]?.[0]).toEqual([9 / 5, 9 / 5, 9 / 5]);
  const south = [{ questionId: "region", operator: "eq", value: "South" }];
  expect(await rows({ filter: south })).toEqual([
    ["South", 2],
    ["all", 2],
  ]);
  expect(await rows({ baseRule: "all" })).toEqual([
    ["North", 2],
    ["South", 2],
    ["Not asked", 1],
    ["all", 5],
  ]);
  expect(await rows({ includeExcluded: true })).toContainEqual(["North", 3]);
  const late = { rows: ["since:day", "motor"], timeZone: "Pacific/Auckland" };
  expect((await asked(late)).rows).toEqual([["2024-03-01", "any motor"], ["2024-03-01"], []]);
});

test("a filter that leaves nobody gives the total of nobody", async ({ world }) => {
  const projectId = await addAnswers(world);
  const filter = [{ questionId: "spent", operator: "gt", value: 1_000_000 }];
  const found = exact(fetchData, await withKey(world, await keyOf(world))(DATA, { projectId, ...small, filter }));
  expect(found).toEqual({
    ...{ rows: [[]], columns: [[]], rowCodes: [[]], columnCodes: [[]] },
    ...{ cells: [[[0, null]]], base: [[[0, 0]]], weightedBase: [[[0, 0]]], effectiveBase: [[[0, 0]]] },
    ...{ deviation: [[[null, null]]], excluded: 0, provenance: expect.objectContaining({ responses: 6, excluded: 1 }) },
  });
});

const bad: [what: string, members: unknown, message: RegExp][] = [
  ["an unknown question", { rows: ["Q99"] }, /no question “Q99”/],
  ["an unknown part of a date", { rows: ["since:decade"] }, /no question “since:decade”/],
  ["a question twice", { columns: ["region"] }, /“region” is in the table twice/],
  ["a part of a date twice", { rows: ["_time:day", "_time:day"] }, /“_time:day” is in the table twice/],
  ["numbers as a dimension", { rows: ["spent"] }, /“spent” has no options.*Make bands of it/],
  ["a date as a dimension", { rows: ["since"] }, /“since” has no options.*Use “since:month”/],
  ["words as a dimension", { columns: ["why"] }, /“why” has no options/],
  ["months of numbers", { rows: ["spent:month"] }, /“spent” is no date/],
  ["no rows", { rows: undefined }, /rows are required/],
  ["text for rows", { rows: "region" }, /rows must be a list/],
  ["a number for a question", { rows: [7] }, /must be text/],
  ["nine dimensions", { rows: [..."abcdefghi"] }, /rows can have at most 8 questions/],
  ["no measures", { measures: undefined }, /measures are required/],
  ["an empty list of measures", { measures: [] }, /measures needs at least one/],
  ["51 measures", { measures: Array(51).fill(count) }, /measures can have at most 50/],
  ["an unknown measure", { measures: [{ aggregationType: 8 }] }, /aggregationType must be one of 1, 2, 3, 4, 5, 6, 7/],
  ["a measure by name", { measures: ["count"] }, /must be an object/],
  ["a count of a question", { measures: [{ ...count, questionId: "spent" }] }, /Count counts responses: leave/],
  ["an average of nothing", { measures: [{ aggregationType: 5 }] }, /Average needs a questionId/],
  ["an average of words", { measures: [{ aggregationType: 5, questionId: "why" }] }, /“why” has no numbers/],
  ["an average of options", { measures: [{ aggregationType: 5, questionId: "region" }] }, /“region” has no numbers/],
  ["an average of an unknown", { measures: [{ aggregationType: 5, questionId: "Q99" }] }, /no question “Q99”/],
  ["a sum of a scale", { measures: [{ aggregationType: 4, questionId: "likes" }] }, /“likes” has no Sum.*Average/],
  ["a sum of options", { measures: [{ aggregationType: 4, questionId: "region" }] }, /“region” has no Sum/],
  ["a sum of an unknown", { measures: [{ aggregationType: 4, questionId: "Q99" }] }, /no question “Q99”/],
  ["an unknown weight", { weight: "w9" }, /no weight “w9”/],
  ["an unknown base rule", { baseRule: "most" }, /baseRule must be one of answered, asked, all/],
  ["an unknown zone", { timeZone: "Mars/Olympus" }, /timeZone must be an IANA name/],
  ["a question outside the groups", { groups: ["owns"] }, /“region” is in none of the groups/],
  ["groups that are no list", { groups: "owns" }, /groups must be a list/],
  ["a filter on an unknown", { filter: [{ questionId: "Q99", operator: "answered" }] }, /no question “Q99”/],
  ["an unknown operator", { filter: [{ questionId: "spent", operator: "like", value: 1 }] }, /“like” is no operator/],
  ["an option that is none", { filter: [{ questionId: "region", operator: "eq", value: "West" }] }, /no option/],
];

test("says what cannot be asked, and why", async ({ world }) => {
  const projectId = await addAnswers(world);
  const sides: ["service" | "api", Send][] = [
    ["service", withKey(world, await keyOf(world))],
    ["api", await inSession(world, "analyst")],
  ];
  for (const [side, ask] of sides) {
    for (const [what, members, message] of casesFor(side, bad)) {
      await test.step(what, async () =>
        expectRefusal(
          side,
          await ask(DATA, { projectId, ...small, measures: [count], ...(members as Json) }),
          400,
          message,
        ),
      );
    }
    for (const path of [SPECS, DATA]) expectRefusal(side, await ask(path, [projectId]), 400, /must be an object/);
    expectRefusal(side, await ask(SPECS, { projectId, groups: { a: 1 } }), 400, /groups must be a list/);
  }
});

test("a table of more than 100,000 cells is refused with what makes it smaller", async ({ world }) => {
  const codes = Array.from({ length: 320 }, (_, at) => at + 1);
  const many = [1, 2].map((place) => question(place, `many ${place}`, "single", { options: named(codes.map(String)) }));
  const given = codes.map((code) => ({ time: null, answers: { "many 1": code, "many 2": code } }));
  const projectId = await addAnswers(world, many, given);
  const ask = withKey(world, await keyOf(world));
  const body = { projectId, rows: ["many 1"], columns: ["many 2"], measures: [count] };
  // 321 * 321 with the totals.
  expectRefusal("service", await ask(DATA, body), 400, /more than 100,000 cells\. Take a dimension or a measure out/);
  const fewer = { questionId: "many 1", operator: "lte", value: 300 };
  expect(exact(fetchData, await ask(DATA, { ...body, filter: [fewer] })).rows).toHaveLength(301);
});

test("a project that is missing, malformed or another account's cannot be found", async ({ world }) => {
  const theirs = await addAnswers(world);
  const strangers = withKey(world, await keyOf(world, world.stranger.accountId));
  const wrong = [
    undefined,
    null,
    7,
    "",
    "no such",
    "a/b",
    " ",
    "a\u0000",
    crypto.randomUUID(),
    world.stranger.projectId,
  ];
  const sides: ["service" | "api", Send][] = [
    ["service", withKey(world, await keyOf(world))],
    ["api", await inSession(world, "manager")],
  ];
  for (const path of [SPECS, DATA, RESPONSES]) {
    for (const [side, ask] of sides) {
      for (const projectId of casesFor(side, wrong)) {
        expectRefusal(side, await ask(path, { ...small, ...cell, projectId }), 404);
      }
    }
    expectRefusal(
      "service",
      await strangers(path, { ...small, ...cell, projectId: theirs }),
      404,
      "Project could not be found.",
    );
  }
});

test("a project without answers offers the count, and its table says what is missing", async ({ world }) => {
  const projectId = await addProject(world);
  const sides: ["service" | "api", Send][] = [
    ["service", withKey(world, await keyOf(world))],
    ["api", await inSession(world, "analyst")],
  ];
  for (const [side, ask] of sides) {
    const specs = exact(fetchSpecs, await ask(SPECS, { projectId }));
    expect(specs.measures).toEqual([{ aggregationType: 1, label: "Count" }]);
    expectRefusal(side, await ask(DATA, { projectId, ...small }), 400, /no answers yet\. Import a file/);
    expectRefusal(side, await ask(RESPONSES, { projectId, ...cell }), 400, /no answers yet\. Import a file/);
  }
});

test("signed in, every role reads its own projects, and the same figures", async ({ world }) => {
  const projectId = await addAnswers(world);
  const byKey = withKey(world, await keyOf(world));
  const bodies: [path: string, body: Json][] = [
    [SPECS, { projectId }],
    [DATA, { projectId, ...small, weight: "weight" }],
  ];
  for (const [path, body] of bodies) {
    const { json } = await byKey(path, body);
    for (const role of roles) {
      const client = await clientFor(world, role);
      expect((await client.post(path, { body })).json).toEqual(json);
      expectRefusal("api", await client.get(path), 405);
    }
    const another = await inSession(world, "admin", world.stranger.accountId);
    expectRefusal("api", await another(path, body), 404);
    expectRefusal("api", await world.anonymous.post(`/api/pivot${path}`, { body }), 401);
  }
});

test("is described", async ({ world }) => {
  const { json } = await world.anonymous.get("/service/pivot/openapi.json");
  expect(json).toEqual(JSON.parse(JSON.stringify(describeInterface("pivot", `${baseURL()}/service/pivot`))));
});
