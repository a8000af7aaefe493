import { expect, test } from "vitest";
import * as z from "zod";
import { isBounded } from "./bounded";
import * as words from "./words";

/** How many elements were read. */
function counting() {
  let read = 0;
  const item = z.unknown().refine(() => {
    read += 1;
    return true;
  });
  return { item, read: () => read };
}

const messages = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message);

test("a list that is too long is refused by its length: no element is read", () => {
  const { item, read } = counting();
  const schema = words.object("The body", { things: words.list("Things", item, 3).min(1).optional() });
  expect(messages(schema, { things: Array(100_000).fill(1) })).toEqual(["Things can have at most 3 items."]);
  expect(read()).toBe(0);
  expect(schema.parse({ things: [1, 2, 3] })).toEqual({ things: [1, 2, 3] });
  expect(read()).toBe(3);
  expect(schema.parse({})).toEqual({});
});

test("its refined copies are bounded too, and everything else is said as of any list", () => {
  const list = words.list("Things", z.string(), { most: 2, tooMany: "Two things at most." });
  const copies = [list.min(1, "One at least."), list.refine(() => true), list.describe("things")];
  for (const copy of copies) {
    expect(isBounded(copy)).toBe(true);
    expect(messages(copy, ["a", "b", "c"])).toEqual(["Two things at most."]);
  }
  expect(
    messages(
      list.transform((items) => items.length),
      ["a", "b", "c"],
    ),
  ).toEqual(["Two things at most."]);
  expect(messages(copies[0] ?? list, [])).toEqual(["One at least."]);
  expect(messages(list, "a")).toEqual(["Things must be a list."]);
  expect(messages(list, undefined)).toEqual(["Things are required."]);
  expect(z.toJSONSchema(list)).toMatchObject({ type: "array", maxItems: 2, items: { type: "string" } });
});

test("a record that is too large is refused by the number of its members: none is read", () => {
  const { item, read } = counting();
  const schema = words.record("groups", { key: z.string(), value: item, most: 2 });
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`g${at}`, 1]));
  expect(messages(schema, many)).toEqual(["groups can have at most 2 members."]);
  expect(read()).toBe(0);
  expect(schema.parse({ a: 1, b: 2 })).toEqual({ a: 1, b: 2 });
  expect(messages(schema, 7)).toEqual(["groups must be an object."]);
  expect(isBounded(schema.refine(() => true))).toBe(true);
});

test("what is in the lists inside is counted before they are read", () => {
  const { item, read } = counting();
  const sizeOf = (value: unknown) => JSON.stringify(value).length;
  const schema = words.list("Things", item, { most: 5, also: { most: 20, tooMany: "Too much in all.", sizeOf } });
  expect(messages(schema, ["a".repeat(30)])).toEqual(["Too much in all."]);
  expect(read()).toBe(0);
});

test("reading stops at the hundredth mistake, in a list of lists too", () => {
  const schema = words.list("Things", words.list("Names", z.string(), 1000), 1000);
  const wrong = Array.from({ length: 500 }, () => Array(500).fill(1));
  expect(messages(schema, wrong)).toHaveLength(100);
  expect(schema.safeParse(wrong).error?.issues[99]?.path).toEqual([0, 99]);
});

test("what is read quickly is what the schema would read, and what it would refuse is refused by it", async () => {
  const lists = { label: "Option", labels: "Options", most: 10 };
  for (const ids of [
    [1, "2", "0003"],
    [0],
    ["123456789012345"],
    ["1234567890123456"],
    [-1],
    [1.5],
    ["x"],
    [null],
    [""],
  ]) {
    const [quick, one] = [words.catalogueIds(lists), words.catalogueId("Option")];
    const [read, expected] = [quick.safeParse(ids), z.array(one).safeParse(ids)];
    expect(read.data).toEqual(expected.data);
    expect(read.error?.issues).toEqual(expected.error?.issues);
    const sent = words.sentCatalogueIds(lists).safeParse(ids);
    expect(sent.data).toEqual(expected.success ? ids : undefined);
    expect(await quick.safeParseAsync(ids)).toMatchObject({ success: expected.success });
  }
});

test("whoever can wait lets others have their turn: a long list is read in parts, to the same end", async () => {
  const list = words.list("Quotas", z.object({ quota: words.integer("Quota", 1) }), 5000).min(1);
  const body = words.object("The body", { quotas: list.transform((quotas) => quotas.length) });
  const quotas = Array.from({ length: 5000 }, (_, at) => ({ quota: at + 1 }));
  let turns = 0;
  const other = setInterval(() => {
    turns += 1;
  });
  try {
    expect(await body.parseAsync({ quotas })).toEqual({ quotas: 5000 });
    expect(turns).toBeGreaterThan(10);
    const wrong = { quotas: [...quotas.slice(0, 4000), ...quotas.slice(0, 900).map(() => ({ quota: 0 }))] };
    const issues = (await body.safeParseAsync(wrong)).error?.issues;
    expect(issues).toEqual(body.safeParse(wrong).error?.issues);
    expect(issues).toHaveLength(100);
    expect(issues?.[0]?.path).toEqual(["quotas", 4000, "quota"]);
  } finally {
    clearInterval(other);
  }
});
