import { describe, expect, test } from "vitest";
import { serviceNames } from "./interface-list";
import { demandOperations } from "./interfaces/demand";
import { isObject, type JsonObject } from "./lenient";
import { describeAll, describeInterface } from "./openapi";

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
  for (const name of ["nullable", "example", "$schema", "definitions"]) expect(json, where).not.toHaveProperty(name);
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
    expect(object(body).required).toEqual(
      expect.arrayContaining(["name", "project_id", "respondents", "respondent_attributes"]),
    );
    expect(object(body).required).not.toContain("status");
  });

  test("asks for a token everywhere but where tokens are given out", () => {
    for (const [name, operation] of checkDocument(described)) {
      expect(operation.security, name).toEqual(name === "createToken" ? [] : [{ token: [] }]);
    }
  });

  test("describes every query parameter as text with the name it has", () => {
    const { parameters } = checkDocument(described).get("listSurveys") ?? {};
    const names = (parameters as JsonObject[]).map(({ name }) => name);
    expect(names.sort()).toEqual(
      ["fields", "ids", "page", "page_size", "project_ids", "search", "sort", "statuses"].sort(),
    );
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
});

test.each(["constructor", "toString", "__proto__", "", "Demand", "unknown"])(
  "there is no interface named %j",
  (name) => {
    expect(describeInterface(name, SERVER)).toBeNull();
  },
);
