import { describe, expect, test } from "vitest";
import { openBytes, readBytes, workbookOfSheets } from "@/lib/test-answer-files";
import { findHeader } from "./find-header";

const answers = ["7,5,North,2024-01-02", "8,3,South,2024-01-03", "9,4,North,2024-01-04", "10,2,South,2024-01-05"];
const csv = (...lines: string[]) => `${[...lines, ...answers].join("\n")}\n`;
const NAMES = "id,score,region,day";

describe("the header of a table", () => {
  test.each<[what: string, above: string[], row: number]>([
    ["in the first row", [], 1],
    ["below a title", ["Brand survey"], 2],
    ["below a title with its blank cells", ["Brand survey,,,"], 2],
    ["below titles and a blank row", ["Brand survey", "Exported 2024-05-06", ""], 4],
    ["below pairs of words", ["Study:,Brand,,", "Wave:,2,,", "", ""], 5],
    ["below a title in another language", ["Enquête de satisfaction : données brutes,,,", ",,,"], 3],
  ])("is found %s", async (_, above, headerRow) => {
    const { names, rows, file } = await readBytes("a.csv", csv(...above, NAMES));
    expect(names).toEqual(NAMES.split(","));
    expect(rows.map(({ row: number }) => number)).toEqual([1, 2, 3, 4].map((at) => headerRow + at));
    expect(file.notices.some((notice) => notice.includes(`row ${headerRow} names the columns`))).toBe(headerRow > 1);
  });

  test.each<[what: string, lines: string[], labels: (string | undefined)[]]>([
    [
      "names and texts",
      [NAMES, "Respondent,How good is it?,Where?,When?"],
      ["Respondent", "How good is it?", "Where?", "When?"],
    ],
    [
      "texts above names",
      ["Your number,How good is it?,Where do you live?,When?", NAMES],
      ["Your number", "How good is it?", "Where do you live?", "When?"],
    ],
    [
      "names, texts and what these add",
      [NAMES, "Number,How good?,Where?,When?", "Number,0 to 5,,Day"],
      ["Number", "How good? - 0 to 5", "Where?", "When? - Day"],
    ],
  ])("has %s", async (_, lines, labels) => {
    const { file, rows } = await readBytes("a.csv", csv(...lines));
    expect(file.columns.map(({ name }) => name)).toEqual(NAMES.split(","));
    expect(file.columns.map(({ label }) => label)).toEqual(labels);
    expect(rows).toHaveLength(4);
    expect(file.notices.join(" ")).toMatch(/are read as the header/);
  });

  test("names the options of a question that stands over each of them", async () => {
    const lines = [
      "id,Used?,Used?,day",
      "id,Soap,Cream,day",
      "1,1,0,2024-01-02",
      "2,0,1,2024-01-03",
      "3,1,1,2024-01-04",
    ];
    const { file } = await readBytes("a.csv", `${lines.join("\n")}\n`);
    expect(file.columns.map(({ part }) => part)).toEqual([
      undefined,
      { question: "Used?", option: "Soap" },
      { question: "Used?", option: "Cream" },
      undefined,
    ]);
  });

  test.each<[what: string, lines: string[]]>([
    ["an answer of texts alone", ["name,town", "Ann,Ulm", "Ben,Bonn", "Cem,Ulm", "Dora,Bonn"]],
    ["an answer with placeholders for numbers", [NAMES, "n/a,-,North,[not completed]", ...answers]],
    [
      "an answer of words that recur below",
      [
        "sex,plan,town,age",
        "Male,Gold,Ulm,refused",
        ...Array.from(
          { length: 8 },
          (_, at) => `${["Male", "Female"][at % 2]},${["Gold", "Free"][at % 2]},Ulm,${30 + at}`,
        ),
      ],
    ],
  ])("does not take for its second row %s", async (_, lines) => {
    const { rows } = await readBytes("a.csv", `${lines.join("\n")}\n`);
    expect(rows).toHaveLength(lines.length - 1);
  });

  test("is where a person says that it is, and is refused where nothing is", async () => {
    const rows = ["a,b", "c,d", "1,2"].map((line, at) => ({ row: at * 2 + 1, cells: line.split(",") }));
    expect(findHeader(rows, { headerRow: 3 })?.columns).toEqual([{ name: "c" }, { name: "d" }]);
    expect(findHeader(rows, { headerRow: 1, headerRows: 2 })?.columns).toEqual([
      { name: "a", label: "c" },
      { name: "b", label: "d" },
    ]);
    expect(() => findHeader(rows, { headerRow: 2 })).toThrow("Row 2 has nothing in it: choose another row");
  });
});

test("the delimiter is the one that a person chooses", async () => {
  const bytes = "a;b,c\n1;2,3\n";
  expect((await openBytes("a.csv", bytes, { delimiter: ";" })).columns.map(({ name }) => name)).toEqual(["a", "b,c"]);
  expect((await openBytes("a.csv", bytes, { delimiter: "," })).columns.map(({ name }) => name)).toEqual(["a;b", "c"]);
});

const sheet = (name: string, ...lines: string[]) => ({ name, rows: lines.map((line) => line.split(",")) });

describe("the sheet of a workbook", () => {
  const data = sheet("S2", NAMES, ...answers);
  const described = ["id,Number,text", "score,Score,number", "region,Where,text", "day,Day,date"];

  test.each<[what: string, sheets: ReturnType<typeof sheet>[]]>([
    ["behind a cover", [sheet("Study", "Study,Brand", "Wave,May", "Contact,Ann"), data]],
    ["behind a code book", [sheet("Codebook", "Variable,Label,Type", ...described), data]],
    ["before others", [data, sheet("Labels", "Variable,Label,Type", ...described)]],
  ])("with answers is proposed %s, and another can be chosen", async (_, sheets) => {
    const file = await openBytes("a.xlsx", workbookOfSheets(sheets));
    expect(file.columns.map(({ name }) => name)).toEqual(NAMES.split(","));
    expect(file.table).toMatchObject({ sheet: "S2", sheets: sheets.map(({ name }) => name) });
    const other = sheets.find(({ name }) => name !== "S2")?.name ?? "";
    expect((await openBytes("a.xlsx", workbookOfSheets(sheets), { sheet: other })).table?.sheet).toBe(other);
    await expect(openBytes("a.xlsx", workbookOfSheets(sheets), { sheet: "S9" })).rejects.toThrow(
      /no visible sheet “S9”/,
    );
  });
});
