import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openBytes, readBytes } from "@/lib/test-answer-files";
import { runs } from "@/lib/test-runs";

describe("JSON lines", () => {
  test("have a column for every member of any line, objects within flattened", async () => {
    const { names, cells, file } = await readBytes(
      "a.jsonl",
      '{"id":1,"who":{"age":34,"name":"Zoë"},"likes":["a","b"]}\r\n\n{"id":2,"late":true,"who":null}\n',
    );
    expect(names).toEqual(["id", "who.age", "who.name", "likes", "late", "who"]);
    expect(cells).toEqual([
      [1, 34, "Zoë", ["a", "b"], null, null],
      [2, null, null, null, true, null],
    ]);
    expect(file.columns[3]).toEqual({ name: "likes", hint: "list" });
    expect(file.rowCount).toBe(2);
  });

  test("keep whole numbers that a number cannot hold as their digits", async () => {
    const { cells } = await readBytes(
      "a.jsonl",
      '{"id":12345678901234567890,"text":"12345678901234567890","x":-9007199254740993,"f":1.2345678901234567}\n',
    );
    expect(cells).toEqual([["12345678901234567890", "12345678901234567890", "-9007199254740993", 1.2345678901234567]]);
  });

  test("keep them beside texts of megabytes, of whatever these are made", async () => {
    const [long, escaped, digits] = ["x".repeat(15_000_000), '"'.repeat(7_000_000), "1".repeat(15_000_000)];
    for (const text of [long, escaped, digits]) {
      const line = `{"id":12345678901234567890,"text":${JSON.stringify(text)},"y":[1e3,-1234567890123456]}\n`;
      const { cells } = await readBytes("a.jsonl", line);
      const [id, same, y] = cells[0] ?? [];
      expect([id, same === text, y]).toEqual(["12345678901234567890", true, [1000, "-1234567890123456"]]);
    }
    const { cells } = await readBytes("a.jsonl", `{"id":${digits}}\n`);
    expect(cells[0]?.[0] === digits).toBe(true);
  });

  test("have a problem where a line is no object", async () => {
    const { problems, rows } = await readBytes("a.jsonl", '{"a":1}\n{"a":\n[1]\n{"a":2}\n');
    expect(problems).toEqual(['Line 2 is not a JSON object: “{"a":”.', "Line 3 is not a JSON object: “[1]”."]);
    expect(rows.map(({ row }) => row)).toEqual([1, 2, 3, 4]);
  });

  test("come back as they were written", async () => {
    const value = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
    );
    const object = fc.record({ a: value, "b c": value, d: fc.array(value) });
    await fc.assert(
      fc.asyncProperty(fc.array(object, { minLength: 1, maxLength: 20 }), async (objects) => {
        const { cells } = await readBytes("a.jsonl", objects.map((each) => `${JSON.stringify(each)}\n`).join(""));
        // Text has one zero, and a whole number beyond sixteen digits is a text.
        const plain = JSON.parse(JSON.stringify(objects)) as typeof objects;
        const exact = (cell: unknown) =>
          typeof cell === "number" && /^-?\d{16,}$/.test(String(cell)) ? String(cell) : cell;
        expect(cells).toEqual(plain.map((each) => [exact(each.a), exact(each["b c"]), each.d.map(exact)]));
      }),
      { numRuns: runs(60) },
    );
  });

  test("without one object are refused", async () => {
    await expect(openBytes("a.jsonl", '{"a\n{"b\n')).rejects.toThrow(/Line 1 is not a JSON object/);
    await expect(openBytes("a.jsonl", "{}\n{}\n")).rejects.toThrow(/has no columns/);
  });
});

describe("a JSON array", () => {
  test("is read as its objects, whatever is in their texts and however it is laid out", async () => {
    const objects = [
      { id: "1", said: 'a "quoted" ] }, {' },
      { id: "2", said: "\\", several: ["a", "b"], deep: { n: 1 } },
    ];
    for (const text of [JSON.stringify(objects), `\uFEFF${JSON.stringify(objects, null, 2)}\n`]) {
      const { names, cells, rows } = await readBytes("a.json", text);
      expect(names).toEqual(["id", "said", "several", "deep.n"]);
      expect(cells).toEqual([
        ["1", 'a "quoted" ] }, {', null, null],
        ["2", "\\", ["a", "b"], 1],
      ]);
      expect(rows.map(({ row }) => row)).toEqual([1, 2]);
    }
  });

  test("is read across the boundaries of what is read at once", async () => {
    const objects = Array.from({ length: 3000 }, (_, at) => ({ id: at, said: `\\"${"ä]},".repeat(at % 40)}` }));
    const { cells } = await readBytes("a.json", JSON.stringify(objects));
    expect(cells).toEqual(objects.map(({ id, said }) => [id, said]));
  });

  test("has a problem in the element that is no object alone", async () => {
    const { problems, cells } = await readBytes("a.json", '[{"a":1},7,{"a":2}]');
    expect(problems).toEqual(["Element 2 is not a JSON object: “7”."]);
    expect(cells).toHaveLength(3);
  });
});
