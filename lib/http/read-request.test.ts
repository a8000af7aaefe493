import { describe, expect, test } from "vitest";
import { getTrend } from "@/lib/contracts/interfaces/analysis";
import {
  createProject,
  createSurvey,
  getDefinitions,
  listSurveys,
  updateProject,
  updateSurvey,
} from "@/lib/contracts/interfaces/demand";
import type { Operation } from "@/lib/contracts/operation";
import { parseJson } from "./parse-json";
import { AppError } from "./problem";
import { MAX_BODY_BYTES } from "./read-bytes";
import { parse, readRequest as readSent } from "./read-request";

const readRequest = <O extends Operation>(operation: O, request: Request) => readSent(operation, request, null);

const JSON_TYPE = { "content-type": "application/json" };
const post = (body: BodyInit, headers: Record<string, string> = JSON_TYPE) =>
  new Request("http://service.test/surveys", { method: "PATCH", body, headers });

async function problemOf(run: () => unknown): Promise<AppError> {
  try {
    await run();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("It was accepted.");
}

const refusal = (body: BodyInit, headers?: Record<string, string>) =>
  problemOf(() => readRequest(updateSurvey, post(body, headers)));

describe("a request body", () => {
  test("with more mistakes than anybody corrects has the first hundred of them named", async () => {
    const quotas = JSON.stringify({ id: "s", respondent_attributes: Array(5000).fill(1) });
    const { status, fields } = await refusal(quotas);
    expect([status, Object.keys(fields ?? {}).length]).toEqual([400, 100]);
    const devices = JSON.stringify({ id: "s", device_compatibilities: Array(50_000).fill(1) });
    expect((await refusal(devices)).fields).toEqual({ device_compatibilities: "Devices can have at most 20 items." });
    const options = JSON.stringify({
      id: "s",
      respondent_attributes: [
        { quota_id: "q", qualifications: [{ question_id: 1, allowed_option_ids: Array(300_000).fill("") }] },
      ],
    });
    expect((await refusal(options)).status).toBe(400);
  });

  test("says of null where a member may be left out that it may, and of a member that is needed that it is", async () => {
    const said = { fromDate: "2031-01-01", toDate: null, type: "daily", timeZone: null, by: null, questions: null };
    const { fields } = await problemOf(() =>
      parse(getTrend.body, { ...said, weight: null, includeExcluded: null, filter: null, groups: null }),
    );
    expect(fields).toEqual({
      toDate: "toDate is required.",
      questions: "questions cannot be null. Leave them out, or give a list.",
      groups: "groups must be an object.",
      filter: expect.not.stringContaining("required"),
      ...Object.fromEntries(
        ["weight", "timeZone", "includeExcluded", "by"].map((name) => [
          name,
          `${name} cannot be null. Leave it out, or give a value.`,
        ]),
      ),
    });
  });

  test("of a project names each session exclusion once, and at most a thousand", () => {
    const refused = (session_exclusions: unknown[]) =>
      [createProject, updateProject].map(({ body }) => {
        const { success, error } = body.safeParse({
          ...{ id: "p", account_id: "a", project_manager_id: "m" },
          ...{
            project_name: "n",
            project_number: "1",
            session_exclusions,
          },
        });
        return success ? null : error.issues.map(({ message }) => message);
      });
    const ids = Array.from({ length: 1001 }, (_, at) => `p${at}`);
    expect(refused(ids.slice(1))).toEqual([null, null]);
    const most = ["A project has at most 1,000 session exclusions."];
    expect(refused(ids)).toEqual([most, most]);
    const once = ["Name each session exclusion once."];
    expect(refused([7, "7"])).toEqual([once, once]);
  });

  test("is read, and handed on as it was sent beside what the schema reads", async () => {
    const { body, raw } = await readRequest(updateSurvey, post('{"id":"s","name":"A","unheard_of":1}'));
    expect(body).toEqual({ id: "s", name: "A" });
    expect(raw).toEqual({ id: "s", name: "A", unheard_of: 1 });
  });

  test.each([
    ["text/plain"],
    ["application/x-www-form-urlencoded"],
    ["application/jsonp"],
    ["text/json"],
    ["multipart/form-data; boundary=x"],
    ["application/merge-patch+json"],
  ])("of type %s is a 415", async (type) => {
    expect(await refusal("{}", { "content-type": type })).toMatchObject({
      status: 415,
      message: "The content type must be application/json.",
    });
  });

  test.each([["application/json"], ["application/json; charset=utf-8"], ["APPLICATION/JSON;shape=grouped"]])(
    "of type %s is read",
    async (type) => {
      const { body } = await readRequest(updateSurvey, post('{"id":"s"}', { "content-type": type }));
      expect(body).toEqual({ id: "s" });
    },
  );

  test.each(["", "{", "{'id':1}", '{"id":1,}', "NaN", "undefined", '{"id":1}{"id":2}', "[", '"\u0001"'])(
    "that is %j is no JSON",
    async (text) => {
      expect(await refusal(text)).toMatchObject({ status: 400, message: "The request body is not valid JSON." });
    },
  );

  test("that is no UTF-8 is refused, not stored with other characters", async () => {
    const bytes = Buffer.concat([Buffer.from('{"id":"s","name":"caf'), Buffer.from([0xe9]), Buffer.from('"}')]);
    expect(await refusal(bytes)).toMatchObject({ status: 400, message: "The request body is not valid JSON." });
  });

  test("nested deeper than anything needs is refused before anybody walks through it", async () => {
    const deep = `{"id":"s","x":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    expect(await refusal(deep)).toMatchObject({ status: 400, message: "The request body is nested too deeply." });
    const fine = `{"id":"s","x":${"[".repeat(90)}${"]".repeat(90)}}`;
    expect((await readRequest(updateSurvey, post(fine))).body).toEqual({ id: "s" });
  });

  test("above 4 MB is a 413, declared or not", async () => {
    const text = JSON.stringify({ id: "s", name: "x".repeat(MAX_BODY_BYTES) });
    expect(await refusal(text)).toMatchObject({ status: 413 });
    const stream = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 5; i += 1) controller.enqueue(new Uint8Array(1024 * 1024).fill(32));
        controller.close();
      },
    });
    const request = new Request("http://service.test/surveys", {
      method: "PATCH",
      body: stream,
      headers: JSON_TYPE,
      duplex: "half",
    } as RequestInit);
    expect(await problemOf(() => readRequest(updateSurvey, request))).toMatchObject({ status: 413 });
  });
});

describe("a refusal", () => {
  test("counts quotas and qualifications as a person does", () => {
    const value = {
      id: "s",
      respondent_attributes: [
        { quota_id: "a", quota: 0 },
        { quota_id: "b", qualifications: [{ question_id: 1, allowed_option_ids: [1] }, { question_id: 2 }] },
      ],
    };
    return expect(problemOf(() => parse(updateSurvey.body, value))).resolves.toMatchObject({
      code: "invalid",
      message: "Quota 1: Quota must be a whole number of 1 or more.",
      fields: {
        "respondent_attributes.0.quota": "Quota 1: Quota must be a whole number of 1 or more.",
        "respondent_attributes.1.qualifications.1.allowed_option_ids":
          "Quota 2, qualification 2: Allowed options are required.",
      },
    });
  });

  test("names every field, and all that are missing in one message", async () => {
    const problem = await problemOf(() => parse(createSurvey.body, {}));
    expect(problem.message).toMatch(
      /^Project, Survey name, Number of respondents, .+, Entry link, and Quotas are required\.$/,
    );
    expect(Object.keys(problem.fields ?? {})).toHaveLength(16);
  });

  test("covers the query as well", async () => {
    const request = new Request("http://service.test/surveys?page=-1&page_size=100000");
    expect((await problemOf(() => readRequest(listSurveys, request))).fields).toEqual({
      page: "page must be a whole number of 1 or more.",
      page_size: "page_size must be a whole number from 1 to 500.",
    });
  });

  test("refuses a parameter that is given twice, by its name", async () => {
    const request = new Request("http://service.test/surveys?statuses=Live&page=1&statuses=Draft");
    const { status, fields } = await problemOf(() => readRequest(listSurveys, request));
    expect([status, fields]).toEqual([
      400,
      { statuses: "statuses is given twice. Give it once: a list is one, with commas in it." },
    ]);
    const alike = new Request("http://service.test/surveys?utm=a&page=2&utm=b&page=2");
    expect((await readRequest(listSurveys, alike)).query).toMatchObject({ page: 2 });
    const unread = new Request("http://service.test/definitions?a=1&a=2");
    expect((await readRequest(getDefinitions, unread)).query).toEqual({});
  });
});

describe("parseJson", () => {
  test.each([
    '{"__proto__":{"admin":true}}',
    '{"\\u005f_proto__":{"admin":true}}',
    '{"a":{"__proto__":{"admin":true}}}',
  ])("reads no prototype from %s", (text) => {
    const value = parseJson(text) as { a?: object };
    expect(Object.getOwnPropertyNames(value)).not.toContain("__proto__");
    expect({ ...value, ...value.a }).not.toHaveProperty("admin");
  });
});
