import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Instance, startInstance } from "../instance";
import { newSurvey } from "../new-survey";
import { say } from "./figures";
import { sessionOf } from "./person";

const ROUNDS = 4;
const AIM_MS = 100;

type Call = {
  name: string;
  method?: "GET" | "POST" | "PATCH";
  path: string;
  body?: unknown;
  expected: number | number[];
};

/** How long the web process does nothing else while it answers the largest that callers may send, and what is refused. */
export async function run(): Promise<void> {
  const stepsDir = mkdtempSync(join(tmpdir(), "steps-"));
  const probe = `--import=${new URL("longest-step.mjs", import.meta.url)}`;
  const instance = await startInstance({ env: { NODE_OPTIONS: probe, STEPS_DIR: stepsDir, TOKENS_PER_HOUR: "1000" } });
  const longestStep = stepReader(instance, stepsDir);
  try {
    const [manager, analyst] = await Promise.all([
      sessionOf(instance.url, "manager@demo.test"),
      sessionOf(instance.url, "analyst@demo.test"),
    ]);
    const project = await firstId(instance.url, manager, "projects");
    const survey = await firstId(instance.url, manager, "surveys");
    say(
      `\nLongest step of the web process in ms, ${ROUNDS} rounds, the first on code that has not run before; aim: ${AIM_MS}.`,
    );
    for (const call of managersCalls(await readCatalogue(instance.url, manager), project, survey))
      await measure(instance.url, call, manager, longestStep);
    for (const call of analystsCalls(project)) await measure(instance.url, call, analyst, longestStep);
  } finally {
    await instance.stop();
    rmSync(stepsDir, { recursive: true, force: true });
  }
}

type Session = { cookie: string };

async function measure(url: string, call: Call, session: Session, longestStep: () => Promise<number>): Promise<void> {
  const steps: number[] = [];
  const bytes = call.body === undefined ? undefined : JSON.stringify(call.body);
  for (let round = 0; round < ROUNDS; round += 1) {
    await longestStep();
    await send(url, call, session, bytes);
    steps.push(await longestStep());
  }
  const longest = Math.max(...steps);
  const all = steps.map((step) => step.toFixed(0).padStart(4)).join("");
  const megabytes = ((bytes?.length ?? 0) / 1e6).toFixed(1).padStart(5);
  say(`  ${call.name.padEnd(62)}${megabytes} MB ${all}   ${longest > AIM_MS ? "TOO LONG" : ""}`);
}

async function send(url: string, { method = "POST", path, expected }: Call, { cookie }: Session, body?: string) {
  const headers = { cookie, origin: url, "content-type": "application/json" };
  const reply = await fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body }) });
  const text = await reply.text();
  if (![expected].flat().includes(reply.status))
    throw new Error(`${method} ${path}: ${reply.status} ${text.slice(0, 300)}`);
}

/** Since it was last asked. */
function stepReader(instance: Instance, stepsDir: string): () => Promise<number> {
  const pid = instance.pids().web ?? 0;
  let asked = 0;
  return async () => {
    await sleep(300); // what is left of the last request has ended
    asked += 1;
    const file = join(stepsDir, `${pid}-${asked}`);
    process.kill(pid, "SIGUSR2");
    while (!existsSync(file) || readFileSync(file, "utf8") === "") await sleep(20);
    return Number(readFileSync(file, "utf8"));
  };
}

async function firstId(url: string, { cookie }: Session, list: "projects" | "surveys"): Promise<string> {
  const reply = await fetch(`${url}/api/demand/${list}?page_size=1`, { headers: { cookie } });
  const found = (await reply.json()) as Record<string, { id: string }[]>;
  return found[list]?.[0]?.id ?? "";
}

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const uuids = (count: number) => times(count, () => crypto.randomUUID());

/** Options of the catalogue's questions, by the questions' ids. */
type Catalogue = ReadonlyMap<number, number[]>;
const [AGE, GENDER, STATE] = [1, 2, 5];

async function readCatalogue(url: string, { cookie }: Session): Promise<Catalogue> {
  const reply = await fetch(`${url}/api/demand/qualifications?country_code=US&page_size=500`, { headers: { cookie } });
  const { qualifications } = (await reply.json()) as { qualifications: { id: number; options: { id: number }[] }[] };
  return new Map(qualifications.map(({ id, options }) => [id, options.map((option) => option.id)]));
}

/** A qualification of `count` options, from the one in this place on. */
const asking = (catalogue: Catalogue, question: number, from: number, count = 1) => {
  const options = catalogue.get(question) ?? [];
  return {
    question_id: question,
    allowed_option_ids: times(count, (at) => options[(from + at) % options.length] ?? 0),
  };
};

const survey = (project: string, respondent_attributes: unknown[]) => ({
  ...newSurvey(project),
  respondents: respondent_attributes.length,
  respondent_attributes,
});

/** Each of its own: an age, a gender and a state. */
const distinctQuotas = (catalogue: Catalogue, count: number) =>
  times(count, (at) => ({
    quota_name: `Quota ${at}`,
    quota: 1,
    qualifications: [
      asking(catalogue, AGE, at % 40),
      asking(catalogue, GENDER, Math.floor(at / 40) % 2),
      asking(catalogue, STATE, Math.floor(at / 80) % 51),
    ],
  }));

const wideQuotas = (catalogue: Catalogue, count: number) =>
  times(count, (at) => ({
    quota_name: `Quota ${at}`,
    quota: 1,
    qualifications: [asking(catalogue, AGE, at % 30, 50)],
  }));

/** More questions than there are: read to the end, and refused by the catalogue. */
const quotasOfManyQuestions = (count: number) =>
  times(count, (at) => ({
    quota_name: `Quota ${at}`,
    quota: 1,
    qualifications: times(13, (place) => ({ question_id: place + 1000, allowed_option_ids: [1] })),
  }));

const managersCalls = (catalogue: Catalogue, project: string, listed: string): Call[] => {
  const create = { path: "/api/demand/surveys" };
  const preview = { path: "/api/responses/preview" };
  const decide = (decisions: unknown[]) => ({ survey_id: listed, decisions });
  return [
    { ...create, name: "4,080 quotas, saved", body: survey(project, distinctQuotas(catalogue, 4080)), expected: 201 },
    {
      ...create,
      name: "5,000 quotas of 50 options",
      body: survey(project, wideQuotas(catalogue, 5000)),
      expected: [201, 400],
    },
    {
      ...create,
      name: "5,000 quotas of 13 questions, refused",
      body: survey(project, quotasOfManyQuestions(5000)),
      expected: 400,
    },
    {
      ...preview,
      name: "200,000 responses of a list",
      body: decide([{ status: "Accepted", rduds: uuids(200_000) }]),
      expected: 200,
    },
    {
      ...preview,
      name: "10,000 reasons of 20 responses",
      body: decide(times(10_000, (at) => ({ status: "Accepted", reason: `Reason ${at}`, rduds: uuids(20) }))),
      expected: 200,
    },
    {
      ...preview,
      name: "200,000 decisions, refused",
      body: decide(times(200_000, () => ({ status: "Accepted", rduds: uuids(1) }))),
      expected: 400,
    },
    {
      ...preview,
      name: "200,000 ids that are none, refused",
      body: decide([{ status: "Accepted", rduds: times(200_000, (at) => at) }]),
      expected: 400,
    },
    {
      path: "/api/drafts",
      name: "a draft of 5,000 quotas",
      body: {
        ...{ thing: "surveys", thing_id: crypto.randomUUID(), writer: crypto.randomUUID(), version: 1, follows: null },
        ...{ base: null, draft: { quotas: distinctQuotas(catalogue, 4500) } },
      },
      expected: [200, 400, 412, 413],
    },
  ];
};

const analystsCalls = (projectId: string): Call[] => {
  const table = { rows: ["gender"], columns: [], measures: [{ aggregationType: 1 }] };
  const asked = (count: number) => [{ questionId: "q", operator: "in", value: times(count, (at) => at) }];
  const data = { path: "/api/pivot/v1/pivotTable/fetchData" };
  return [
    {
      path: "/api/pivot/v1/pivotTable/fetchSpecs",
      name: "100,000 groups, refused",
      body: { projectId, groups: times(100_000, (at) => `q${at}`) },
      expected: 400,
    },
    {
      ...data,
      name: "a filter of 300,000 values, refused",
      body: { projectId, ...table, filter: asked(300_000) },
      expected: 400,
    },
    {
      ...data,
      name: "a filter of 10 times 5,000 values",
      body: { projectId, ...table, filter: times(10, () => asked(5000)).flat() },
      expected: [200, 400, 404],
    },
    {
      path: "/api/imports",
      name: "a plan of 10,000 columns",
      body: { file: crypto.randomUUID(), mode: "append", plan: plan(10_000) },
      expected: [400, 404],
    },
  ];
};

const plan = (columns: number) => ({
  timeZone: "UTC",
  id: { kind: "row" },
  time: null,
  end: null,
  weights: [],
  questions: times(columns, (at) => ({
    ...{ id: `Q${at}`, text: `Question ${at} of the file`, kind: "single", missing: [] },
    options: times(10, (code) => ({ code: code + 1, label: `Option ${code}`, cells: [String(code)] })),
    source: { form: "value", column: `Q${at}` },
  })),
  ignored: [],
  notes: [],
});
