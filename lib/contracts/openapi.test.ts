import { describe, expect, test } from "vitest";
import { isService, serviceNames } from "./interface-list";
import { demandOperations } from "./interfaces/demand";
import { isObject, type JsonObject } from "./lenient";
import { describeAll, describeInterface } from "./openapi";
import { allOperations } from "./operations";

const SERVER = "https://fieldwork.test/service";

const object = (value: unknown): JsonObject => {
  if (!isObject(value)) throw new Error(`Not an object: ${JSON.stringify(value)}`);
  return value;
};
const entries = (value: unknown): [string, JsonObject][] =>
  Object.entries(object(value)).map(([name, member]) => [name, object(member)]);

const SCHEMA_TYPES = ["object", "array", "string", "integer", "number", "boolean", "null"];

/** What OpenAPI 3.1 (JSON Schema 2020-12) requires of a schema, as far as these documents use it. */
function checkSchema(schema: unknown, where: string, document: JsonObject): void {
  const json = object(schema);
  for (const name of ["nullable", "example", "$schema", "$defs", "definitions"])
    expect(json, where).not.toHaveProperty(name);
  if (json.$ref !== undefined) {
    const path = String(json.$ref).replace(/^#\//, "").split("/");
    const target = path.reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), document);
    expect(target, `${where} ${json.$ref}`).toBeDefined();
  }
  if (json.type !== undefined) expect(SCHEMA_TYPES, where).toEqual(expect.arrayContaining([json.type].flat()));
  if (json.required !== undefined) {
    expect(Array.isArray(json.required), where).toBe(true);
    for (const name of json.required as string[]) expect(object(json.properties), where).toHaveProperty([name]);
  }
  if (json.properties !== undefined) {
    for (const [name, member] of entries(json.properties)) checkSchema(member, `${where}.${name}`, document);
  }
  if (json.items !== undefined) checkSchema(json.items, `${where}[]`, document);
  for (const union of ["anyOf", "oneOf", "allOf"]) {
    for (const member of (json[union] ?? []) as unknown[]) checkSchema(member, `${where} ${union}`, document);
  }
  if (json.pattern !== undefined) expect(() => new RegExp(String(json.pattern), "u"), where).not.toThrow();
}

const contentSchema = (value: JsonObject) => object(object(value.content)["application/json"]).schema;

/** The structure of an OpenAPI 3.1 document, and its operations by name. */
function checkDocument(json: unknown): Map<string, JsonObject> {
  const document = object(JSON.parse(JSON.stringify(json)));
  expect(document.openapi).toMatch(/^3\.1\.\d+$/);
  expect(object(document.info)).toMatchObject({ title: expect.any(String), version: expect.any(String) });
  for (const server of document.servers as unknown[]) expect(() => new URL(String(object(server).url))).not.toThrow();
  const schemes = object(object(document.components).securitySchemes);
  const operations = new Map<string, JsonObject>();
  for (const [path, item] of entries(document.paths)) {
    expect(path).toMatch(/^\//);
    for (const [method, operation] of entries(item)) {
      expect(["get", "post", "patch"]).toContain(method);
      const name = String(operation.operationId);
      expect(operations.has(name), `${name} is unique`).toBe(false);
      operations.set(name, { ...operation, path, method });
      for (const parameter of (operation.parameters ?? []) as JsonObject[]) {
        expect(["query", "path", "header"]).toContain(parameter.in);
        expect(parameter.name).toEqual(expect.any(String));
        checkSchema(parameter.schema, `${name} ${parameter.name}`, document);
      }
      for (const requirement of operation.security as JsonObject[]) {
        for (const scheme of Object.keys(requirement)) expect(schemes).toHaveProperty(scheme);
      }
      expect(operation.requestBody === undefined).toBe(method === "get");
      if (operation.requestBody) checkSchema(contentSchema(object(operation.requestBody)), `${name} body`, document);
      expect(Object.keys(object(operation.responses)).length).toBeGreaterThan(1);
      for (const [status, response] of entries(operation.responses)) {
        expect(status).toMatch(/^[2-5]\d\d$/);
        expect(response.description).toEqual(expect.any(String));
        checkSchema(contentSchema(response), `${name} ${status}`, document);
      }
    }
  }
  return operations;
}

describe("the description of the demand interface", () => {
  const described = describeInterface("demand", `${SERVER}/demand`);

  test("is OpenAPI 3.1 of version 1.0.0, titled v1.1", () => {
    checkDocument(described);
    expect(described?.info).toEqual({ title: expect.stringContaining("v1.1"), version: "1.0.0" });
  });

  test("has every operation of the contract at its path", () => {
    const operations = checkDocument(described);
    const found = [...operations].map(([name, { path, method }]) => [name, path, String(method).toUpperCase()]);
    expect(found.sort()).toEqual(demandOperations.map(({ name, path, method }) => [name, path, method]).sort());
  });

  test("declares the 401 of a password that is not right, and of every operation that wants a token", () => {
    for (const [name, { responses }] of checkDocument(described)) expect(object(responses), name).toHaveProperty("401");
  });

  test("says that survey fields which the specification requires are required", () => {
    const body = contentSchema(object(checkDocument(described).get("createSurvey")?.requestBody));
    expect(body).toEqual({ $ref: "#/components/schemas/NewSurvey" });
    const { required } = object(object(object(object(described).components).schemas).NewSurvey);
    expect(required).toEqual(expect.arrayContaining(["name", "project_id", "respondents", "respondent_attributes"]));
    expect(required).not.toContain("status");
  });

  test("asks for a token everywhere but where tokens are given out", () => {
    for (const [name, operation] of checkDocument(described)) {
      expect(operation.security, name).toEqual(name === "createToken" ? [] : [{ token: [] }]);
    }
  });

  test("describes every query parameter with the name it has, pages as whole numbers and lists as lists", () => {
    const { parameters } = checkDocument(described).get("listSurveys") ?? {};
    const byName = new Map((parameters as JsonObject[]).map((parameter) => [parameter.name, parameter]));
    expect([...byName.keys()].sort()).toEqual(
      ["fields", "ids", "page", "page_size", "project_ids", "search", "sort", "statuses"].sort(),
    );
    expect(byName.get("page")).toMatchObject({ schema: { type: "integer", minimum: 1 } });
    expect(byName.get("statuses")).toMatchObject({
      schema: { type: "array", items: { enum: ["Draft", "Live", "Paused", "Complete"] } },
      explode: false,
    });
  });

  test("names the values that a survey's status, calculation, pacing and devices may have", () => {
    const { schemas } = object(JSON.parse(JSON.stringify(described)).components);
    for (const name of ["Survey", "NewSurvey", "SurveyPatch"]) {
      const { status, calculation_type, traffic_control_limit_type, device_compatibilities } = object(
        object(object(schemas)[name]).properties,
      );
      expect(object(status).enum, name).toEqual(["Draft", "Live", "Paused", "Complete"]);
      expect(object(calculation_type).enum, name).toEqual(["Completes", "Survey Starts"]);
      expect(object(traffic_control_limit_type).enum, name).toEqual(["None", "Even Pacing", "Accelerated Pacing"]);
      expect(object(device_compatibilities).items, name).toMatchObject({ enum: ["desktop", "mobile", "tablet"] });
    }
  });

  test("names the headers of operations that have them", () => {
    const operations = checkDocument(described);
    const named = (name: string) =>
      ((operations.get(name)?.parameters ?? []) as JsonObject[]).filter((parameter) => parameter.in === "header");
    expect(named("createSurvey").map(({ name }) => name)).toEqual(["Idempotency-Key"]);
    expect(named("updateSurvey").map(({ name }) => name)).toEqual(["If-Match"]);
    const { 200: done, 429: busy } = object(operations.get("updateSurvey")?.responses);
    expect(Object.keys(object(object(done).headers))).toEqual(["X-Request-Id", "ETag"]);
    expect(Object.keys(object(object(busy).headers))).toEqual(["X-Request-Id", "Retry-After"]);
  });
});

describe("the description of all interfaces", () => {
  test("is OpenAPI 3.1 and holds every operation behind its interface's name", () => {
    const operations = checkDocument(describeAll(SERVER));
    expect(operations.size).toBeGreaterThanOrEqual(demandOperations.length);
    for (const { path } of operations.values()) {
      expect(serviceNames).toContain(String(path).split("/")[1]);
    }
  });

  test("has words for every operation and parameter", () => {
    const { tags, paths } = object(describeAll(SERVER));
    const tagNames = (tags as JsonObject[]).map(({ name }) => name);
    expect(new Set(tagNames).size).toBe(tagNames.length);
    for (const [, item] of entries(paths)) {
      for (const [, operation] of entries(item)) {
        expect(tagNames).toContain((operation.tags as string[])[0]);
        expect(operation.description).toMatch(/[.)]$/);
        for (const { name, description } of operation.parameters as JsonObject[]) {
          expect(description, `${operation.operationId} ${name}`).toMatch(/\.$/);
        }
      }
    }
  });

  test("leaves replies open, so that they may gain members", () => {
    expect(JSON.stringify(describeAll(SERVER))).not.toContain('"additionalProperties":false');
  });
});

const served = allOperations.filter(({ interface: of }) => isService(of));
const exampleIn = (value: unknown) => object(object(object(value).content)["application/json"]).example;

test.each([...checkDocument(describeAll(SERVER))])(
  "the example of %s is taken, and exactly a reply",
  (name, described) => {
    const operation = served.find(
      (each) => each.name === name && String(described.path).startsWith(`/${each.interface}/`),
    );
    if (!operation) throw new Error(`There is no operation ${name}.`);
    if (described.requestBody) {
      expect(operation.body.safeParse(exampleIn(described.requestBody)).error?.issues).toBeUndefined();
    }
    const reply = exampleIn(object(described.responses)[operation.response.status]);
    expect(operation.response.schema.parse(reply)).toEqual(reply);
  },
);

test.each(["constructor", "toString", "__proto__", "", "Demand", "unknown"])(
  "there is no interface named %j",
  (name) => {
    expect(describeInterface(name, SERVER)).toBeNull();
  },
);
