import { describe, expect, test } from "vitest";
import writeExcelFile from "write-excel-file/node";
import { fillMerged, mergedCells } from "./merged-cells";
import { readTableFile } from "./read-table";

async function workbook(): Promise<Uint8Array<ArrayBuffer>> {
  const first = [[{ value: "nothing merged here" }]];
  const second = [
    [{ value: "Gender" }, { value: "Age" }, { value: "Target" }],
    [{ value: "Female", rowSpan: 2 }, { value: "18-34" }, { value: 10 }],
    [null, { value: "35-54" }, { value: 20 }],
    [{ value: "Male" }, { value: "all", columnSpan: 2 }, null],
  ];
  const sheets = [
    { data: first, sheet: "First" },
    { data: second, sheet: "A & <B>" },
  ];
  return Uint8Array.from(await (await writeExcelFile(sheets)).toBuffer());
}

describe("merged cells", () => {
  test("of the sheet that is meant are found", async () => {
    const bytes = await workbook();
    expect(await mergedCells(bytes, "A & <B>")).toEqual([
      { top: 1, left: 0, bottom: 2, right: 0 },
      { top: 3, left: 1, bottom: 3, right: 2 },
    ]);
    expect(await mergedCells(bytes, "First")).toEqual([]);
    expect(await mergedCells(bytes, "Missing")).toEqual([]);
  });

  test("of what is no workbook are none", async () => {
    expect(await mergedCells(new Uint8Array(0), "A")).toEqual([]);
    expect(await mergedCells(new TextEncoder().encode("x".repeat(100_000)), "A")).toEqual([]);
  });

  test("all get the value of the first, where that is asked for", async () => {
    const second = [
      [{ value: "Gender" }, { value: "Target" }],
      [{ value: "Female", rowSpan: 2 }, { value: 10 }],
      [null, { value: 20 }],
    ];
    const bytes = Uint8Array.from(await (await writeExcelFile(second, { sheet: "A" })).toBuffer());
    const noText = () => ({ rows: [], notices: [] });
    const [, , last] = (await readTableFile("a.xlsx", bytes, noText, { fillsMerged: true })).rows;
    expect(last).toEqual(["Female", "20"]);
    const [, , asIs] = (await readTableFile("a.xlsx", bytes, noText)).rows;
    expect(asIs).toEqual(["", "20"]);
  });

  test("beyond the rows that are there change nothing", () => {
    expect(fillMerged([["a", ""]], [{ top: 0, left: 0, bottom: 9, right: 9 }])).toEqual([["a", "a"]]);
    expect(fillMerged([["a"]], [{ top: 5, left: 5, bottom: 9, right: 9 }])).toEqual([["a"]]);
  });
});
