import fc from "fast-check";
import { describe, expect, test } from "vitest";
import writeExcelFile from "write-excel-file/node";
import { openBytes, readBytes, workbookOf, zipOf } from "@/lib/test-answer-files";
import { runs } from "@/lib/test-runs";

/** A row of the sheet's XML: `c` are cells as they stand there. */
const row = (number: number, ...cells: string[]) => `<row r="${number}">${cells.join("")}</row>`;
const text = (reference: string, value: string) => `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (reference: string, value: string, style = 0) => `<c r="${reference}" s="${style}"><v>${value}</v></c>`;

/** Letters that hardly shrink. */
const noise = (length: number) =>
  Array.from({ length }, (_, at) => String.fromCharCode(97 + ((at * at * 31 + at * 7) % 23))).join("");

const styles = {
  name: "xl/styles.xml",
  content: `<styleSheet><numFmts count="3">
    <numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="[$-409]d\\.m\\.yy\\ h:mm;@"/>
    <numFmt numFmtId="166" formatCode="0.00&quot;days&quot;"/></numFmts>
    <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="20"/></cellXfs></styleSheet>`,
};

/** A workbook's styles: the usual one, and that of this code or of this number. */
const styleOf = (style: string | number) => ({
  name: "xl/styles.xml",
  content: `<styleSheet>${typeof style === "string" ? `<numFmts><numFmt numFmtId="164" formatCode="${style.replaceAll('"', "&quot;")}"/></numFmts>` : ""}
    <cellXfs><xf numFmtId="0"/><xf numFmtId="${typeof style === "string" ? 164 : style}"/></cellXfs></styleSheet>`,
});

async function cellsInStyle(style: string | number, values: readonly number[]) {
  const cells = values.map((value, at) => row(at + 2, number(`A${at + 2}`, String(value), 1)));
  const read = await readBytes("a.xlsx", workbookOf([row(1, text("A1", "a")), ...cells].join(""), [styleOf(style)]));
  return read.cells.map(([cell]) => cell);
}

describe("a workbook", () => {
  test("has numbers, texts, truth values and dates as its cells have them", async () => {
    const shared = {
      name: "xl/sharedStrings.xml",
      content:
        "<sst><si><t>id</t></si><si><r><t>rich </t></r><r><t>text</t></r><rPh><t>no</t></rPh></si><si><t>a_x000D_b &amp; c</t></si></sst>",
    };
    const cells = [
      row(1, `<c r="A1" t="s"><v>0</v></c>`, ...[..."BCDEFGHIJK"].map((letter) => text(`${letter}1`, letter))),
      row(
        3,
        number("A3", "1.5"),
        `<c r="B3" t="s"><v>1</v></c>`,
        `<c r="C3" t="b"><v>1</v></c>`,
        number("D3", "43845", 1),
        number("E3", "43845.5", 2),
        number("F3", "43845.75", 3),
        number("G3", "43845.25", 4),
        number("H3", "12.25", 5),
        number("I3", "0.5", 6),
        `<c r="J3" t="s"><v>2</v></c>`,
        number("K3", "12345678901234567890"),
      ),
      row(
        4,
        `<c r="B4" t="str"><f>1+1</f><v>made</v></c>`,
        `<c r="C4" t="e"><v>#N/A</v></c>`,
        number("K4", "3292953864"),
      ),
    ].join("");
    const read = await readBytes("a.xlsx", workbookOf(cells, [styles, shared]));
    expect(read.names).toEqual(["id", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K"]);
    const date = "2020-01-15";
    expect(read.rows).toEqual([
      {
        row: 3,
        cells: [
          1.5,
          "rich text",
          true,
          date,
          `${date}T12:00:00`,
          `${date}T18:00:00`,
          `${date}T06:00:00`,
          12.25,
          "12:00:00",
          "a\rb & c",
          "12345678901234567890",
        ],
      },
      { row: 4, cells: [null, "made", "#N/A", null, null, null, null, null, null, null, 3292953864] },
    ]);
  });

  test("says that of merged cells below its header only the first has an answer", async () => {
    const rows = [row(1, text("A1", "a")), row(2, text("A2", "x")), row(3, text("B3", "y"))].join("");
    const noticesOf = async (...ranges: string[]) => {
      const cells = ranges.map((range) => `<mergeCell ref="${range}"/>`).join("");
      const merged = `${rows}</sheetData><mergeCells count="${ranges.length}">${cells}</mergeCells><sheetData>`;
      return (await readBytes("a.xlsx", workbookOf(merged))).file.notices;
    };
    expect(await noticesOf("A1:C1", "A2:A3", "B3:B4")).toEqual([
      "Cells are merged below the header, first in A2:A3: the answer is the first cell's alone, and the others are blank. Take the merging back and fill them if they mean the same.",
    ]);
    expect(await noticesOf("A1:C1")).toEqual([]);
  });

  test("says how many cells are formulas without a stored value", async () => {
    const noticesOf = async (...cells: string[]) => {
      const rows = [row(1, text("A1", "a"), text("B1", "b"), text("C1", "c")), row(2, text("A2", "x"), ...cells)];
      return (await readBytes("a.xlsx", workbookOf(rows.join("") + row(3, text("A3", "y"))))).file.notices;
    };
    expect(await noticesOf(`<c r="B2"><f>A2&amp;A2</f></c>`, `<c r="C2"><f>1+1</f><v></v></c>`)).toEqual([
      "2 cells are formulas without a stored value, and read as blank. Open the workbook in a spreadsheet, save it there, and choose it again.",
    ]);
    expect(await noticesOf(`<c r="B2" s="0"><f t="shared" si="0"/></c>`)).toEqual([
      expect.stringMatching(/^1 cell is a formula without/),
    ]);
    expect(await noticesOf(`<c r="B2" t="str"><f>""</f><v></v></c>`, `<c r="C2"/>`)).toEqual([]);
    const named = [row(1, text("A1", "a"), '<c r="B1"><f>1+1</f></c>'), row(2, text("A2", "x"))].join("");
    expect((await readBytes("a.xlsx", workbookOf(named))).file.notices).toEqual([
      expect.stringMatching(/^1 cell is a formula without/),
    ]);
  });

  test("passes over a sheet of nothing but formulas without a stored value, and says so", async () => {
    const sheetOf = (cells: string) => `<worksheet><sheetData>${cells}</sheetData></worksheet>`;
    const file = (formulas: string, other: string) =>
      zipOf([
        {
          name: "xl/workbook.xml",
          content: `<workbook xmlns:r="r"><sheets><sheet name="Data" r:id="r1"/><sheet name="Notes" r:id="r2"/></sheets></workbook>`,
        },
        {
          name: "xl/_rels/workbook.xml.rels",
          content: `<Relationships><Relationship Id="r1" Target="/xl/a.xml"/><Relationship Id="r2" Target="/xl/b.xml"/></Relationships>`,
        },
        { name: "xl/a.xml", content: sheetOf(formulas) },
        { name: "xl/b.xml", content: sheetOf(other) },
      ]);
    const formulas = row(1, '<c r="A1"><f>1+1</f></c>');
    const { file: read } = await readBytes("a.xlsx", file(formulas, row(1, text("A1", "a")) + row(2, text("A2", "x"))));
    expect(read.notices).toEqual([
      "The sheet “Notes” is read. “Data” has nothing but formulas without a stored value. Open the workbook in a spreadsheet, save it there, and choose it again.",
    ]);
    await expect(openBytes("a.xlsx", file(formulas, ""))).rejects.toThrow(/formulas without a stored value/);
  });

  test("names the cells in which a formula has failed; #N/A is written on purpose", async () => {
    const failed = (at: string, error: string) => `<c r="${at}" t="e"><f>1/0</f><v>${error}</v></c>`;
    const cells = [row(1, text("A1", "a"), text("B1", "b")), row(2, failed("A2", "#N/A"), failed("B2", "#DIV/0!"))];
    expect((await readBytes("a.xlsx", workbookOf(cells.join("")))).rows).toEqual([
      { row: 2, cells: ["#N/A", "#DIV/0!"], errors: [1] },
    ]);
  });

  test("has no response where a row has nothing but blanks, as a text has none", async () => {
    const rows = [row(1, text("A1", "a")), row(2, text("A2", "x")), row(3, text("A3", "  ")), row(4, text("A4", "y"))];
    expect((await readBytes("a.xlsx", workbookOf(rows.join("")))).cells).toEqual([["x"], ["y"]]);
  });

  test("has lengths of time as a text would have them, whatever of them its style shows", async () => {
    const seconds = [219, 0, 45.5, 90_000, -300, 36_000_000];
    const lengths = ["00:03:39", "00:00:00", "00:00:45.500", "25:00:00", "-00:05:00", "10000:00:00"];
    const codes = [
      "[h]:mm:ss",
      "[hh]:mm",
      "[m]:ss",
      "[mm]",
      "[ss].00",
      "h:mm:ss",
      "mm:ss.0;@",
      '[=0]"";[h]:mm',
      "h&quot;h d&quot;",
    ];
    for (const code of codes)
      expect(
        await cellsInStyle(
          code,
          seconds.map((each) => each / 86_400),
        ),
      ).toEqual(lengths);
    for (const id of [20, 21, 45, 46, 47])
      expect(await cellsInStyle(id, [219 / 86_400, 25 / 24])).toEqual(["00:03:39", "25:00:00"]);
  });

  test("has a date where a style shows no more of it than its time", async () => {
    for (const code of ["h:mm:ss", "h:mm AM/PM"])
      expect(await cellsInStyle(code, [43_845.5])).toEqual(["2020-01-15T12:00:00"]);
    expect(await cellsInStyle("h:mm AM/PM", [0.75, 1.75])).toEqual(["18:00:00", "1900-01-01T18:00:00"]);
  });

  test("has percents as numbers of a hundred, without the dust of binary fractions", async () => {
    const shares = [0.37, 0.285, 0.07, 0.1 + 0.2, -1.5, 1e-7, 0];
    const percents = [37, 28.5, 7, 30, -150, 0.00001, 0];
    const styles = [9, 10, "0%", "0.0%", "0.00%;[Red]-0.00%", "#,##0 %", '[=0]"-";0%', "_(0%_)", "%0"];
    for (const style of styles) expect(await cellsInStyle(style, shares)).toEqual(percents);
    const signs = [
      '0"%"',
      "0\\%",
      "0_%",
      "0*%",
      "@",
      '"[h]"0',
      "0.00E+00",
      "# ?/?",
      "[$%-409]0",
      "General",
      '0.0"h:mm"',
    ];
    for (const style of signs) expect(await cellsInStyle(style, shares)).toEqual(shares);
  });

  test("keeps the zeros that its style shows before whole numbers, as of postcodes", async () => {
    expect(await cellsInStyle("00000", [77, 12_345, 1.5, -7])).toEqual(["00077", 12_345, 1.5, -7]);
    expect(await cellsInStyle("0", [77])).toEqual([77]);
  });

  test("says of which columns numbers are percents, and not of a title's above them", async () => {
    const cells = [
      row(1, text("A1", "Response rate"), number("B1", "0.37", 1)),
      row(3, text("A3", "id"), text("B3", "Score"), text("C3", "Share"), text("D3", "Text")),
      ...[4, 5, 6].map((at) =>
        row(
          at,
          text(`A${at}`, `r${at}`),
          number(`B${at}`, `${at}`),
          at === 6 ? number("C6", "0.5", 1) : `<c r="C${at}" s="1"/>`,
          text(`D${at}`, "x"),
        ),
      ),
    ].join("");
    const { file } = await readBytes("a.xlsx", workbookOf(cells, [styleOf(9)]));
    expect(file.columns.map(({ name, unit }) => [name, unit])).toEqual([
      ["id", undefined],
      ["Score", undefined],
      ["Share", "percent"],
      ["Text", undefined],
    ]);
  });

  test("tells a header from lengths of time below it", async () => {
    const title = [row(1, text("A1", "Study")), row(2, text("A2", "id"), text("B2", "Length"))];
    const rows = [3, 4, 5, 6].map((at) => row(at, text(`A${at}`, `r${at}`), number(`B${at}`, `0.0${at}`, 1)));
    const { names, rows: read } = await readBytes("a.xlsx", workbookOf([...title, ...rows].join(""), [styleOf(46)]));
    expect([names, read.length]).toEqual([["id", "Length"], 4]);
  });

  test("of an old Mac counts days from 1904", async () => {
    const cells =
      row(1, text("A1", "day"), text("B1", "time"), text("C1", "before")) +
      row(2, number("A2", "42383", 1), number("B2", "0.5", 6), number("C2", "-0.5", 6));
    const read = await readBytes("a.xlsx", workbookOf(cells, [styles], `<workbookPr date1904="1"/>`));
    expect(read.cells).toEqual([["2020-01-15", "12:00:00", "-12:00:00"]]);
  });

  test("comes back as a package wrote it", async () => {
    const value = fc.oneof(
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }).map((each) => (each === 0 ? 0 : each)),
      // The package loses a text that every object has as a member, such as toString.
      fc
        .string({ unit: "grapheme", minLength: 1 })
        .filter((each) => !(each in {}))
        .filter((each) => each.trim() === each && !/[\p{Cc}\ufffe\uffff\ud800-\udfff]/u.test(each)),
    );
    const rows = fc.array(fc.tuple(fc.integer(), value, fc.option(value)), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(rows, async (cells) => {
        const sheet = [["id", "a", "b"], ...cells].map((each) =>
          each.map((cell) => (cell === null ? null : { value: cell })),
        );
        const bytes = await writeExcelFile(sheet as never).toBuffer();
        expect((await readBytes("a.xlsx", bytes)).cells).toEqual(cells);
      }),
      { numRuns: runs(25) },
    );
  });

  test("with Qualtrics' header of three rows has no row of it", async () => {
    const id = (name: string) => `{&quot;ImportId&quot;:&quot;${name}&quot;}`;
    const cells =
      row(1, text("A1", "ResponseId"), text("B1", "Q1")) +
      row(2, text("A2", "Response ID"), text("B2", "How old are you?")) +
      row(3, text("A3", id("_recordId")), text("B3", id("QID1"))) +
      row(4, text("A4", "R_1"), number("B4", "34"));
    const { file, rows } = await readBytes("a.xlsx", workbookOf(cells));
    expect(file.columns).toEqual([
      { name: "ResponseId", label: "Response ID" },
      { name: "Q1", label: "How old are you?" },
    ]);
    expect(rows).toEqual([{ row: 4, cells: ["R_1", 34] }]);
  });

  test("whose rows say numbers that no row has are counted on from the row before", async () => {
    const odd = [3_000_000_000, 4.5, 1, Number.POSITIVE_INFINITY, 9].map((said) => row(said, number("A1", "1")));
    const read = await readBytes(
      "a.xlsx",
      workbookOf([row(1, text("A1", "a")), row(3, number("A3", "1")), ...odd].join("")),
    );
    expect(read.rows.map((each) => each.row)).toEqual([3, 4, 5, 6, 7, 9]);
  });

  test("with a cell beyond its header has a problem in that row", async () => {
    const cells = row(1, text("A1", "a"), text("B1", "b")) + row(2, number("A2", "1")) + row(3, number("D3", "1"));
    const read = await readBytes("a.xlsx", workbookOf(cells));
    expect(read.problems).toEqual(["Row 3 has 4 cells where the header has 2."]);
    expect(read.cells[0]).toEqual([1, null]);
  });

  test.each([
    ["has a header only", workbookOf(row(1, text("A1", "a"))), /has a header and no rows/],
    [
      "has a header and formulas without a stored value",
      workbookOf(row(1, text("A1", "a")) + row(2, '<c r="A2"><f>1+1</f></c>')),
      /^The workbook has formulas without a stored value where its answers should be\. Open the workbook/,
    ],
    ["is empty", workbookOf(""), /The workbook is empty/],
    ["is another archive", zipOf([{ name: "a.txt", content: "hello" }]), /archive \(ZIP\) without a workbook/],
    [
      "defines entities",
      zipOf([{ name: "xl/workbook.xml", content: `<!DOCTYPE a [<!ENTITY b "c">]><workbook/>` }]),
      /defines entities/,
    ],
    ["names a cell that no sheet has", workbookOf(row(1, text("ZZZZ1", "a"))), /names a cell ZZZZ1/],
    [
      "has a text that would fill the memory",
      workbookOf(row(1, text("A1", noise(9_000_000)))),
      /a single text or tag in it has more than 8 MB/,
    ],
    [
      "has a row beyond the last column",
      workbookOf(`<row r="7">${"<c><v>1</v></c>".repeat(16_385)}</row>`),
      /row 7 goes beyond the last column/,
    ],
    ["is cut short", workbookOf(row(1, text("A1", "a"))).subarray(0, 300), /damaged or was cut short/],
  ])("that %s is refused", async (_, bytes, sentence) => {
    await expect(openBytes("a.xlsx", bytes)).rejects.toThrow(sentence);
  });
});

describe("a workbook that would unpack to too much", () => {
  const MEGABYTE = 1024 * 1024;

  test("is refused by its ratio, before anything is unpacked", async () => {
    const sheet = `${row(1, text("A1", "a"))}${row(2, text("A2", " ".repeat(64 * MEGABYTE)))}`;
    const bomb = workbookOf(sheet);
    expect(bomb.length).toBeLessThan(MEGABYTE / 4);
    const before = process.memoryUsage().rss;
    await expect(openBytes("a.xlsx", bomb)).rejects.toThrow(
      /sheet1\.xml would unpack to 64 MB, more than 200 times its size/,
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(48 * MEGABYTE);
  });

  test("is refused by what all its parts claim together", async () => {
    const parts = [1, 2, 3].map((at) => ({ name: `xl/media/${at}.bin`, content: "x", claims: 2_000 * MEGABYTE }));
    await expect(openBytes("a.xlsx", workbookOf("", parts))).rejects.toThrow(
      /would unpack to 6,000 MB; at most 4,096 MB are read/,
    );
  });

  test("is stopped where a part holds more than it claims", async () => {
    const cells = `${row(1, text("A1", "a"))}${row(2, text("A2", "x".repeat(MEGABYTE)))}`;
    const lying = zipOf([
      {
        name: "xl/workbook.xml",
        content: `<workbook xmlns:r="r"><sheets><sheet name="A" r:id="r1"/></sheets></workbook>`,
      },
      {
        name: "xl/_rels/workbook.xml.rels",
        content: `<Relationships><Relationship Id="r1" Target="/xl/s.xml"/></Relationships>`,
      },
      { name: "xl/s.xml", content: `<worksheet><sheetData>${cells}</sheetData></worksheet>`, claims: 1_000 },
    ]);
    await expect(readBytes("a.xlsx", lying)).rejects.toThrow(/damaged or was cut short/);
  });

  test("is refused for its texts, which would all be kept in memory", async () => {
    const texts = { name: "xl/sharedStrings.xml", content: "<sst/>".repeat(200_000), claims: 129 * MEGABYTE };
    const noise = Buffer.from(Array.from({ length: MEGABYTE }, (_, at) => (at * at * 31 + at) % 251));
    const padded = { ...texts, content: Buffer.concat([noise, Buffer.from(texts.content)]) };
    const bytes = workbookOf(row(1, text("A1", "a")), [padded]);
    await expect(openBytes("a.xlsx", bytes)).rejects.toThrow(/texts unpack to more than 128 MB|would unpack to 129 MB/);
  });
});
