import { describe, expect, test } from "vitest";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { basesWords } from "./chart-bases";

const format = formatFor(usualSettings);
type Given = { bases: (number | null)[][]; effective?: number[][]; values?: number[][] };

function words({ bases, effective, values }: Given) {
  const cells = bases.map((row, category) =>
    row.map((base, series) => ({
      value: values?.[category]?.[series] ?? 0.5,
      base,
      effective: effective?.[category]?.[series] ?? null,
    })),
  );
  return basesWords({ categories: bases.map((_, at) => `Q${at}`), series: ["White", "Black"], cells }, format);
}

describe("the bases under a chart", () => {
  test("are said once where all are the same", () => {
    expect(
      words({
        bases: [
          [20, 20],
          [20, null],
        ],
      }),
    ).toBe("Base (n): 20 behind every figure.");
  });

  test("are said of each series, or of each category, whose figures share one", () => {
    const ofColumns = [
      [3646, 812],
      [3646, 812],
    ];
    expect(words({ bases: ofColumns })).toBe("Base (n): White 3,646; Black 812.");
    const ofRows = [
      [10, 10],
      [7, 7],
    ];
    expect(words({ bases: ofRows })).toBe("Base (n): Q0 10; Q1 7.");
  });

  test("are said of each figure where each has its own", () => {
    const bases = [
      [1, 2],
      [3, 4],
    ];
    expect(words({ bases })).toBe("Base (n): Q0, White 1; Q0, Black 2; Q1, White 3; Q1, Black 4.");
    expect(words({ bases, values: bases })).toBe("Base (n): every figure is its own.");
  });

  test("have the effective base beside them where answers are weighted", () => {
    expect(words({ bases: [[3646, 812]], effective: [[3102.44, 640.5]] })).toBe(
      "Base (n, in brackets the effective base): White 3,646 (3,102.4); Black 812 (640.5).",
    );
  });

  test("of many figures are the least and the greatest; where none is known there are no words", () => {
    const bases = Array.from({ length: 30 }, (_, at) => [at + 5, 100 - at]);
    expect(words({ bases })).toBe("Base (n): from 5 to 100 behind a figure.");
    expect(words({ bases: [[null, null]] })).toBeNull();
  });
});
