import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { question } from "@/lib/test-answers";
import { packContent, unpackContent } from "./recorded-content";

const asked = {
  ...{ projectId: "p", rows: ["a"], columns: [], measures: [{ aggregationType: 1 as const }], filter: [] },
  baseRule: "answered" as const,
};
const names = { titles: { "dimension a": "A" }, weight: null, filter: [] };

/** A table of so many rows, whose figures have as many digits as figures can have. */
function tableOf(rows: number) {
  const figures = () => Array.from({ length: rows }, (_, at) => [[Math.sin(at + 1)]]);
  return {
    ...{ rows: figures().map((_, at) => [`row ${at}`]), columns: [[]] },
    ...{ rowCodes: figures().map((_, at) => [at]), columnCodes: [[]], excluded: 0 },
    ...{ cells: figures(), base: figures(), weightedBase: figures(), effectiveBase: figures(), deviation: figures() },
  };
}

describe("what is recorded of a table", () => {
  test("is read as it was written", () => {
    const other = { rows: ["a"], columns: ["b"], measures: asked.measures, table: tableOf(3) };
    const content = {
      asked,
      table: tableOf(1000),
      others: [other, { ...other, filter: [{ any: [{ questionId: "b", operator: "answered" as const }] }] }],
      names,
      questions: [question(1, "a", "single")],
    };
    expect(unpackContent(packContent(content))).toEqual(content);
  });

  test("is of one table where an earlier release wrote it", () => {
    const content = { asked, table: tableOf(3), names };
    expect(unpackContent(gzipSync(JSON.stringify(content)))).toEqual({ ...content, others: [] });
  });

  test("is refused in a sentence where it is too large", () => {
    expect(() => packContent({ asked, table: tableOf(60_000), others: [], names })).toThrow(
      /too large for its figures to be/,
    );
  });

  test("is nothing where it is malformed, of figures without a place, or larger than anything of ours", () => {
    const { cells, ...rest } = tableOf(3);
    const malformed = [
      Buffer.from("no archive"),
      gzipSync("no JSON"),
      gzipSync(JSON.stringify({ asked, names, table: rest })),
      gzipSync(JSON.stringify({ asked, names, table: { ...rest, cells: cells.slice(1) } })),
      gzipSync(
        JSON.stringify({ asked, names, table: tableOf(3), others: [{ ...asked, table: { ...rest, cells: [] } }] }),
      ),
      gzipSync(JSON.stringify({ asked: { ...asked, measures: [] }, names, table: tableOf(3) })),
      gzipSync(Buffer.alloc(65_000_000, " ")),
    ];
    expect(malformed.map(unpackContent)).toEqual(malformed.map(() => null));
  });
});
