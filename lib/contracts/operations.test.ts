import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { isBounded } from "./bounded";
import { allOperations, isOperation, methodsAt } from "./operations";

/** The schemas that a schema is made of, with where they stand. */
function partsOf(schema: z.core.$ZodType, where: string): [string, z.core.$ZodType][] {
  const def = schema._zod.def as unknown as Record<string, unknown>;
  const shape = (def.shape ?? {}) as Record<string, z.core.$ZodType>;
  const listed = [...((def.options ?? []) as z.core.$ZodType[]), ...((def.items ?? []) as z.core.$ZodType[])];
  const single = ["innerType", "in", "out", "element", "keyType", "valueType", "left", "right", "rest"]
    .map((name) => def[name])
    .filter((part): part is z.core.$ZodType => part instanceof z.core.$ZodType);
  return [
    ...Object.entries(shape).map(([name, part]): [string, z.core.$ZodType] => [`${where}.${name}`, part]),
    ...[...listed, ...single].map((part): [string, z.core.$ZodType] => [where, part]),
  ];
}

/** Where a schema takes a list or a record of any length. */
function unbounded(schema: z.core.$ZodType, where: string, seen = new Set<z.core.$ZodType>()): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { type } = schema._zod.def;
  const here = (type === "array" || type === "record") && !isBounded(schema) ? [where] : [];
  return [...here, ...partsOf(schema, where).flatMap(([place, part]) => unbounded(part, place, seen))];
}

test("every contract of the folder is among all operations", async () => {
  const names = readdirSync(new URL(".", import.meta.url), { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => /^[\w/-]+\.ts$/.test(name));
  const found = await Promise.all(
    files.map(async (file) =>
      Object.values((await import(new URL(file, import.meta.url).href)) as object).filter(isOperation),
    ),
  );
  const missing = found.flat().filter((operation) => !allOperations.includes(operation));
  expect(missing.map(({ name }) => name)).toEqual([]);
  expect(allOperations.length).toBeGreaterThan(60);
});

describe("no request has a list whose elements are read before its length is judged", () => {
  test.each(allOperations.map((operation) => [`${operation.interface} ${operation.name}`, operation] as const))(
    "%s",
    (_, { body, query, described }) => {
      const schemas = { body, query, ...described };
      expect(Object.entries(schemas).flatMap(([name, schema]) => unbounded(schema, name))).toEqual([]);
    },
  );

  test("a list, a record, and one inside others are found where they are not bounded", () => {
    const planted = z.object({
      a: z.array(z.string()).max(3).optional(),
      b: z.union([z.string(), z.record(z.string(), z.int())]),
      c: z.preprocess((value) => value, z.object({ d: z.array(z.int()).nullable() })),
    });
    expect(unbounded(planted, "body")).toEqual(["body.a", "body.b", "body.c.d"]);
  });
});

describe("the methods of an address", () => {
  test.each([
    ["/service/demand/surveys", ["GET", "POST", "PATCH"]],
    ["/api/demand/surveys", ["GET", "POST", "PATCH"]],
    ["/service/demand/tokens", ["POST"]],
    ["/api/demand/tokens", []],
    ["/api/passwords", ["POST"]],
    ["/service/analysis/numeric-analysis-service/trend/p1", ["POST"]],
    ["/api/views", ["GET", "POST", "PATCH"]],
    ["/api/imports/files", ["POST"]],
    ["/service/views", []],
    ["/service/constructor/x", []],
    ["/api", []],
    ["/service/nothing", []],
  ])("%s: %j", (path, methods) => {
    expect(methodsAt(path)).toEqual(methods);
  });
});
