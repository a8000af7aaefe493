import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { encodeQuery, fillPath, matchPath } from "./addresses";
import * as demand from "./interfaces/demand";
import { qualityOperations } from "./interfaces/quality";
import { isObject } from "./lenient";
import { commaList, type Operation, pageQuery } from "./operation";
import * as duplicates from "./ours/duplicates";
import * as imports from "./ours/imports";
import * as jobs from "./ours/jobs";
import * as questions from "./ours/questions";
import * as responses from "./ours/responses";
import * as softLaunches from "./ours/soft-launches";
import * as views from "./ours/views";
import * as weights from "./ours/weights";

const parameters = (query: string) => Object.fromEntries(new URLSearchParams(query));
const item = fc
  .string({ unit: "grapheme", minLength: 1 })
  .filter((text) => text === text.trim() && !text.includes(","));

describe("encodeQuery", () => {
  test("is read back as it was meant, by the same schema that services use", () => {
    const schema = z.object({ ...pageQuery, ids: commaList.optional(), search: z.string().optional() });
    const query = fc.record(
      {
        page: fc.integer({ min: 1, max: 1_000_000_000 }),
        page_size: fc.integer({ min: 1, max: 500 }),
        ids: fc.array(
          item.filter((text) => text.isWellFormed()),
          { minLength: 1 },
        ),
        search: fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => text.isWellFormed()),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(query, (sent) => {
        expect(schema.parse(parameters(encodeQuery(sent)))).toEqual(sent);
      }),
    );
  });

  test("writes the same query the same way, whatever the order of its members", () => {
    expect(encodeQuery({ b: 1, a: ["x", "y"] })).toBe("?a=x%2Cy&b=1");
    expect(encodeQuery({ a: ["x", "y"], b: 1 })).toBe("?a=x%2Cy&b=1");
  });

  test("leaves out what is absent or empty", () => {
    expect(encodeQuery({ a: undefined, b: null, c: "", d: [] })).toBe("");
    expect(encodeQuery({ a: 0, b: false })).toBe("?a=0&b=false");
  });
});

describe("commaList", () => {
  test("drops blanks around and between, and counts as absent when nothing is left", () => {
    expect(commaList.parse(" a, b ,,c,")).toEqual(["a", "b", "c"]);
    for (const blank of ["", ",", " , ,"]) expect(commaList.parse(blank)).toBeUndefined();
  });

  test("reads any list of items back", () => {
    fc.assert(
      fc.property(fc.array(item, { minLength: 1 }), (items) => {
        expect(commaList.parse(items.join(" ,"))).toEqual(items);
      }),
    );
  });
});

describe("pageQuery", () => {
  const schema = z.object(pageQuery);

  test("page 0 reads as 1", () => {
    expect(schema.parse({ page: "0" })).toEqual({ page: 1 });
    expect(schema.parse({ page: " 3 ", page_size: "500" })).toEqual({ page: 3, page_size: 500 });
  });

  test.each([
    ["page", "-1", "page must be a whole number of 1 or more."],
    ["page", "abc", "page must be a whole number of 1 or more."],
    ["page", "", "page must be a whole number of 1 or more."],
    ["page", "1.5", "page must be a whole number of 1 or more."],
    ["page", "1e3", "page must be a whole number of 1 or more."],
    ["page", "99999999999999999999", "page must be a whole number of 1 or more."],
    ["page_size", "0", "page_size must be a whole number from 1 to 500."],
    ["page_size", "-1", "page_size must be a whole number from 1 to 500."],
    ["page_size", "501", "page_size must be a whole number from 1 to 500."],
    ["page_size", "100000", "page_size must be a whole number from 1 to 500."],
    ["page_size", "NaN", "page_size must be a whole number from 1 to 500."],
  ])("refuses %s=%s", (name, value, message) => {
    expect(schema.safeParse({ [name]: value }).error?.issues[0]?.message).toBe(message);
  });
});

describe("matchPath", () => {
  test("finds the parts of a path, and an empty one where the last is left out", () => {
    expect(matchPath("/trend/{projectId}", "/trend/a%2Fb")).toEqual({ projectId: "a/b" });
    expect(matchPath("/trend/{projectId}", "/trend")).toEqual({ projectId: "" });
    expect(matchPath("/trend/{projectId}", "/trend/")).toEqual({ projectId: "" });
  });

  test("matches no other path", () => {
    for (const asked of ["/trend/a/b", "/trends/a", "/", "/trend/%ff"])
      expect(matchPath("/trend/{projectId}", asked)).toBeNull();
    expect(matchPath("/a/{id}/b", "/a//b")).toBeNull();
    expect(matchPath("/surveys", "/surveys")).toEqual({});
    expect(matchPath("/surveys", "/surveys/")).toBeNull();
  });
});

describe("fillPath", () => {
  test("a value never reaches beyond its place in the path", () => {
    expect(fillPath("/trend/{projectId}", { projectId: "../a?b#c" })).toBe("/trend/..%2Fa%3Fb%23c");
    expect(fillPath("/surveys")).toBe("/surveys");
  });
});

const modules = [demand, duplicates, imports, jobs, questions, responses, softLaunches, views, weights];
const withoutNames: Record<string, unknown> = { ...qualityOperations };
const isOperation = (value: unknown): value is Operation => isObject(value) && value.body instanceof z.ZodType;
const operations = [...modules, withoutNames].flatMap((each) => Object.values<unknown>(each).filter(isOperation));

test.each(operations.map((each) => [each.name, each] as const))(
  "%s says in sentences what is wrong",
  (_, operation) => {
    const [body, query] = [operation.body, operation.query].map((schema) =>
      schema instanceof z.ZodObject ? Object.keys(schema.shape) : [],
    );
    const odd: unknown[] = [null, 5, "", [], {}, [null], [5]];
    const bodies = [...odd, ...(body ?? []).flatMap((name) => odd.map((value) => ({ [name]: value })))];
    const parsed = [
      ...(operation.body instanceof z.ZodUndefined ? [] : bodies.map((sent) => operation.body.safeParse(sent))),
      ...(query ?? []).map((name) => operation.query.safeParse({ [name]: "\u0001 x" })),
    ];
    const said = parsed.flatMap(({ error }) => error?.issues.map(({ message }) => message) ?? []);
    expect(said.filter((message) => /^(Invalid|Too) /.test(message))).toEqual([]);
  },
);

test("a change of what a filter finds names at most so many statuses and projects", () => {
  const change = { status: "Paused" };
  const said = (filter: object) =>
    jobs.previewSurveyChange.body
      .safeParse({ surveys: { filter }, change })
      .error?.issues.map(({ message }) => message);
  const many = (n: number) => Array.from({ length: n }, (_, at) => `x${at}`);
  expect(said({ statuses: many(100), project_ids: many(1000) })).toBeUndefined();
  expect(said({ statuses: many(101) })).toEqual(["A filter has at most 100 statuses."]);
  expect(said({ project_ids: many(1001) })).toEqual(["A filter has at most 1,000 projects."]);
});
