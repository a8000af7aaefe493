import { isAscii, isUtf8 } from "node:buffer";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openBytes, readBytes } from "@/lib/test-answer-files";
import { runs } from "@/lib/test-runs";
import { guessDelimiter } from "./delimited";

/** The letters of windows-1252 that Unicode has elsewhere than ISO 8859-1. */
const WESTERN = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ";
const WESTERN_BYTES = [0x80, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8b, 0x8c, 0x8e];
const WESTERN_MORE = [0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9a, 0x9b, 0x9c, 0x9e, 0x9f];
const westernCodes = new Map([...WESTERN].map((letter, at) => [letter, [...WESTERN_BYTES, ...WESTERN_MORE][at] ?? 0]));

const encoders = {
  "utf-8": (text: string) => Buffer.from(text, "utf8"),
  "utf-8 with a mark": (text: string) => Buffer.from(`\uFEFF${text}`, "utf8"),
  "utf-16le": (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le"),
  "utf-16be": (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le").swap16(),
  "windows-1252": (text: string) =>
    Buffer.from([...text].map((letter) => westernCodes.get(letter) ?? letter.charCodeAt(0))),
};
type Encoding = keyof typeof encoders;

const ENDS = ["\n", "\r\n", "\r"] as const;

/** Cells as a writer may meet them: any sign that means something, and letters that every encoding here has. */
const letters = fc.constantFrom(..."ab1 ,;\t|\"'\n=-üéß", ...WESTERN);
const cell = fc.oneof(fc.string({ unit: letters, maxLength: 12 }), fc.integer().map(String), fc.constant(""));
const table = fc
  .tuple(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 1, max: 12 }))
  .chain(([columns, rows]) =>
    fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
  );

/** A cell as it is written; a quoted one begins and ends with the mark. */
function written(text: string, delimiter: string, quotesAll: boolean): string {
  const needs = quotesAll || text.includes(delimiter) || /["\n\r]/.test(text);
  return needs ? `"${text.replaceAll('"', '""')}"` : text;
}

const isBlankRow = (cells: readonly string[]) => cells.every((text) => text.trim() === "");

describe("a table as text", () => {
  test("comes back cell by cell, whatever its delimiter, quoting, line breaks and encoding", async () => {
    const delimiters = fc.constantFrom(",", ";", "\t", "|");
    const encodings = fc.constantFrom(...(Object.keys(encoders) as Encoding[]));
    await fc.assert(
      fc.asyncProperty(
        table,
        delimiters,
        fc.boolean(),
        fc.constantFrom(...ENDS),
        encodings,
        async (cells, delimiter, quotesAll, end, encoding) => {
          const width = cells[0]?.length ?? 0;
          // Names without any delimiter, and as many rows of numbers that no other sign parts, tell which one it is.
          const header = Array.from({ length: width }, (_, at) => `column${at}`);
          const plain = Array.from({ length: 40 }, () => header.map(() => "1"));
          const marked = header.map((_, at) => (at === 0 ? "Größe ü" : "2"));
          const rows = [...plain, marked, ...cells.filter((row) => !isBlankRow(row))];
          const text =
            [header, ...rows]
              .map((row) => row.map((one) => written(one, delimiter, quotesAll)).join(delimiter))
              .join(end) + end;
          const bytes = encoders[encoding](text);
          // Nothing tells such a line of windows-1252 from one of UTF-8.
          const isOther = (line: Buffer) => isUtf8(line) && !isAscii(line);
          const lines = text.split(/[\r\n]/).map(encoders["windows-1252"]);
          fc.pre(encoding !== "windows-1252" || !lines.some(isOther));
          const read = await readBytes("a.csv", bytes);
          expect(read.problems).toEqual([]);
          expect(read.names).toEqual(header);
          expect(read.cells).toEqual(rows);
          expect(read.rows.map(({ row }) => row)).toEqual(rows.map((_, at) => at + 2));
        },
      ),
      { numRuns: runs(150) },
    );
  });

  test("keeps quoted line breaks within a cell, and counts rows as a spreadsheet does", async () => {
    const { rows } = await readBytes("a.csv", 'a,b\r\n"one\r\ntwo",1\r\nthree,2\r\n');
    expect(rows).toEqual([
      { row: 2, cells: ["one\ntwo", "1"] },
      { row: 3, cells: ["three", "2"] },
    ]);
  });

  test("has no row where there is nothing but separators", async () => {
    const { rows } = await readBytes("a.csv", "a;b;c\n1;2;3\n;;\n ; ;\n4;;\n");
    expect(rows).toEqual([
      { row: 2, cells: ["1", "2", "3"] },
      { row: 5, cells: ["4", "", ""] },
    ]);
  });

  test("is read across the boundaries of what is read at once", async () => {
    const rows = Array.from({ length: 30_000 }, (_, at) => [
      String(at),
      `Größe ${"x".repeat(at % 120)} – "${at}"`,
      `${at}.25`,
    ]);
    const text = [
      "id,reply,value",
      ...rows.map(([id = "", reply = "", value = ""]) => `${id},${written(reply, ",", true)},${value}`),
    ].join("\r\n");
    expect(Buffer.byteLength(text)).toBeGreaterThan(2_000_000);
    const read = await readBytes("a.csv", text);
    expect(read.cells).toEqual(rows);
  });

  test("has replies longer than many reads, with line breaks and commas, also at its end", async () => {
    const reply = 'a line of it, and "more"\n'.repeat(60_000);
    const rows = ["1", "2", "3", "4"].map((id, at) => [id, at % 2 === 1 ? reply : "short"]);
    const text = ["id,reply", ...rows.map(([id = "", said = ""]) => `${id},${written(said, ",", true)}`)].join("\n");
    expect((await readBytes("a.csv", text)).cells).toEqual(rows);
  });

  test("with another number of cells in a row has a problem in that row alone", async () => {
    const { rows, problems } = await readBytes("a.csv", "a,b,c\n1,2,3\n1,2\n1,2,3,4\n1,2,3,,\n\n5\n");
    expect(problems).toEqual([
      "Row 3 has 2 cells where the header has 3.",
      "Row 4 has 4 cells where the header has 3.",
      "Row 7 has 1 cell where the header has 3.",
    ]);
    expect(rows.filter(({ problem }) => !problem)).toEqual([
      { row: 2, cells: ["1", "2", "3"] },
      { row: 5, cells: ["1", "2", "3"] },
    ]);
  });

  test("with a quotation mark that stands alone within a cell has a problem in that row", async () => {
    const { problems, rows } = await readBytes("a.csv", 'a,b\n1,"x"y"\n2,z\n');
    expect(problems).toEqual(["Row 2: a quotation mark stands alone within a cell."]);
    expect(rows).toHaveLength(2);
  });

  test("with a quotation mark that swallows the rows behind it has a problem in each of them", async () => {
    const line = (at: number) =>
      at === 51 ? '51,"open,1' : at === 61 ? '61,"said",1' : at === 55 ? "" : `${at},said,1`;
    const text = ["id,reply,score", ...Array.from({ length: 62 }, (_, at) => line(at + 2))].join("\n");
    const { rows } = await readBytes("a.csv", text);
    const numbers = Array.from({ length: 62 }, (_, at) => at + 2).filter((row) => row !== 55);
    expect(rows.map(({ row }) => row)).toEqual(numbers);
    const refused = rows.filter(({ problem }) => problem);
    expect(refused.map(({ row }) => row)).toEqual([51, 52, 53, 54, 56, 57, 58, 59, 60, 61]);
    expect(refused[0]?.problem).toMatch(/^Row 51: a quotation mark is opened .* rows 51 to 61 are one because of it\./);
    expect(refused[1]?.problem).toMatch(/^Row 52 is read as a part of row 51: .* rows 51 to 61 are one/);
    expect(rows.at(-1)).toEqual({ row: 63, cells: ["63", "said", "1"] });
    // It may as well show in the number of cells alone; a reply of several lines is one row as ever.
    const more = await readBytes("a.csv", 'a,b\n1,"x\n2,y\n3,y",4\n5,6\n');
    expect(more.rows.map(({ row, problem }) => [row, problem !== undefined])).toEqual([
      [2, true],
      [3, true],
      [4, true],
      [5, false],
    ]);
    const reply = await readBytes("a.csv", 'a,b\n1,"he "said" it\nso"\n5,6\n');
    expect(reply.problems).toEqual(["Row 2: a quotation mark stands alone within a cell."]);
    expect(reply.rows.map(({ row }) => row)).toEqual([2, 3]);
  });

  test("with a quotation mark that makes one well-formed row of several says so at its cell", async () => {
    const { rows } = await readBytes("a.csv", 'id,reply,score\n1,"open,5\n2,fine,4\n3,said",3\n4,"one,\ntwo",2\n');
    expect(rows).toEqual([
      {
        row: 2,
        cells: ["1", "open,5\n2,fine,4\n3,said", "3"],
        doubt: {
          at: 1,
          reason: expect.stringMatching(/^It has 3 lines that look like rows of the table: .* \(line 2 of the file\)/),
        },
      },
      { row: 3, cells: ["4", "one,\ntwo", "2"] },
    ]);
  });

  test("with a quotation mark that swallows hundreds of thousands of rows has a problem in each of them", async () => {
    const many = 300_000;
    const { rows } = await readBytes("a.csv", `a,b\n1,"x\n${"2,y\n".repeat(many)}3,y",4\n5,6\n`);
    expect(rows).toHaveLength(many + 3);
    expect(rows.filter(({ problem }) => problem)).toHaveLength(many + 2);
    expect(rows.at(-1)).toEqual({ row: many + 4, cells: ["5", "6"] });
  });

  test("that is sound, but has rows in a cell, is told the row and the line where a quotation mark was opened", async () => {
    const rows = (from: number, many: number) => Array.from({ length: many }, (_, at) => `${from + at},said,1`);
    const lines = ["id,reply,score", '2,"two\nlines",1', ...rows(3, 3), '6,said,"1', ...rows(7, 12), '19,said,1"'];
    const read = await readBytes("a.csv", [...lines, ...rows(20, 2)].join("\n"));
    const refused = read.rows.filter(({ problem }) => problem);
    expect(refused.map(({ row }) => row)).toEqual(Array.from({ length: 14 }, (_, at) => 6 + at));
    expect(refused[0]?.problem).toMatch(
      /^Row 6: a quotation mark is opened and not closed in it \(line 7 of the file\), and rows 6 to 19 are one/,
    );
    expect(read.rows.filter(({ problem }) => !problem).map(({ row }) => row)).toEqual([2, 3, 4, 5, 20, 21]);
    // A reply has lines of its own.
    const reply = '"so, and so, on\n'.concat("this, that, more\n".repeat(5), 'the, end"');
    expect((await readBytes("a.csv", `id,reply,score\n2,${reply},1\n`)).problems).toEqual([]);
  });

  test("keeps a reply of several lines with delimiters in them where only blank cells are too many", async () => {
    const { rows } = await readBytes("a.csv", 'a,b\n1,"one,\ntwo,\nthree",,\n5,6\n');
    expect(rows).toEqual([
      { row: 2, cells: ["1", "one,\ntwo,\nthree"] },
      { row: 3, cells: ["5", "6"] },
    ]);
  });

  test("with a quotation mark that is never closed is refused with its row", async () => {
    const text = `a,b\n1,2\n3,"4\n${"5,6\n".repeat(10)}`;
    await expect(readBytes("a.csv", text)).rejects.toThrow(
      /^Row 3: a quotation mark is opened and never closed \(line 3 of the file\)/,
    );
    const late = `a,b\n1,"2\n2"\n3,4\n"5\n5","6\n${"7,8\n".repeat(10)}`;
    await expect(readBytes("a.csv", late)).rejects.toThrow(/^Row 4: .* never closed \(line 6 of the file\)/);
    // Nor does it gather a long file in memory.
    const long = `a,b\n1,2\n3,"4\n${"5,6\n".repeat(4_000_000)}`;
    await expect(readBytes("a.csv", long)).rejects.toThrow(
      /^Row 3 does not end within 8 million characters: a quotation mark/,
    );
  });

  test("in UTF-16 without a mark is read", async () => {
    const text = "name,value\nGröße,1\nother,2\n";
    for (const bytes of [Buffer.from(text, "utf16le"), Buffer.from(text, "utf16le").swap16()]) {
      expect((await readBytes("a.csv", bytes)).cells).toEqual([
        ["Größe", "1"],
        ["other", "2"],
      ]);
    }
  });

  test("in two encodings is read line by line, and says so", async () => {
    const lines = [
      encoders["utf-8"]("name,value\nGröße,1\n"),
      encoders["windows-1252"]("Maß – 5 €,2\n"),
      encoders["utf-8"]("é,3\n"),
    ];
    const { cells, file } = await readBytes("a.csv", Buffer.concat(lines));
    expect(cells).toEqual([
      ["Größe", "1"],
      ["Maß – 5 €", "2"],
      ["é", "3"],
    ]);
    expect(file.notices).toEqual([expect.stringMatching(/mixes two encodings: line 2 is UTF-8, line 3 Windows-1252/)]);
  });

  test("in two encodings with a zero byte far behind both is refused with its line", async () => {
    const head = [encoders["utf-8"]("name,value\nGröße,1\n"), encoders["windows-1252"]("Maß,2\n")];
    const lines = [...head, Buffer.from("plain,1\n".repeat(10_000)), Buffer.from("zero,\0\n")];
    await expect(readBytes("a.csv", Buffer.concat(lines))).rejects.toThrow(/zero byte in line 10004\./);
  });

  test("in windows-1252 says so, also when only its last line shows it", async () => {
    const text = `name,value\n${"plain,1\n".repeat(300_000)}Größe – 1 €,2\n`;
    const { cells, file } = await readBytes("a.csv", encoders["windows-1252"](text));
    expect(cells.at(-1)).toEqual(["Größe – 1 €", "2"]);
    expect(file.notices).toEqual([expect.stringMatching(/Windows-1252/)]);
  });

  test("names columns without a name and those of one name", async () => {
    const { names, file } = await readBytes("a.csv", "a,,a,a (2)\n1,2,3,4\n");
    expect(names).toEqual(["a", "Column 2", "a (3)", "a (2)"]);
    expect(file.notices).toHaveLength(2);
  });

  test("with a header of two rows joins question and option", async () => {
    const header =
      "RespondentID,Which have you used?,,,How old are you?\n,Soap,Shampoo,Other (please specify),Response\n";
    const { file, cells } = await readBytes("a.csv", `${header}1,Soap,,,34\n2,,Shampoo,Mine,51\n`);
    expect(file.columns).toEqual([
      { name: "RespondentID" },
      ...["Soap", "Shampoo", "Other (please specify)"].map((option) => ({
        name: `Which have you used?: ${option}`,
        label: `Which have you used?: ${option}`,
        part: { question: "Which have you used?", option },
      })),
      { name: "How old are you?" },
    ]);
    expect(cells).toHaveLength(2);
    expect(file.notices).toEqual([
      "Rows 1 and 2 are read as the header: row 2 names the options of the questions in row 1.",
    ]);
  });

  test.each([
    ["sep=;", "\n"],
    ["sep=;", "\r\n"],
    ["\uFEFFSEP=;", "\r\n"],
    ['"sep=;"', "\n"],
  ])("whose first line is %j is parted by that sign, and has its header behind it", async (line, end) => {
    const { names, rows } = await readBytes("a.csv", [line, "id;a,b", "1;x,y", "2;z", ""].join(end));
    expect(names).toEqual(["id", "a,b"]);
    expect(rows).toEqual([
      { row: 2, cells: ["1", "x,y"] },
      { row: 3, cells: ["2", "z"] },
    ]);
  });

  test("with Qualtrics' header of three rows has its questions' texts, its zone, and no row of them", async () => {
    const quote = (cells: readonly string[]) => cells.map((cell) => written(cell, ",", true)).join(",");
    const header = [
      ["StartDate", "ResponseId", "Q1", "Q1_4_TEXT"],
      ["Start Date", "Response ID", "Which do\nyou drink?", "Which do you drink? - Other - Text"],
      [
        '{"ImportId":"startDate","timeZone":"America/Denver"}',
        '{"ImportId":"_recordId"}',
        ...['{"ImportId":"QID1"}', '{"ImportId":"QID1_4_TEXT"}'],
      ],
    ].map(quote);
    const text = `${header.join("\n")}\n2024-03-01 10:00:00,R_1,Tea,\n2024-03-01 10:05:00,R_2,,Mate\n`;
    const { file, rows } = await readBytes("a.csv", text);
    expect(file.columns).toEqual([
      { name: "StartDate", label: "Start Date" },
      { name: "ResponseId", label: "Response ID" },
      { name: "Q1", label: "Which do you drink?" },
      { name: "Q1_4_TEXT", label: "Which do you drink? - Other - Text" },
    ]);
    expect(file.timeZone).toBe("America/Denver");
    expect(rows.map(({ row, cells }) => [row, cells[1]])).toEqual([
      [4, "R_1"],
      [5, "R_2"],
    ]);
    expect(file.notices).toEqual([expect.stringContaining("Rows 1 to 3 are read as the header")]);
    await expect(openBytes("a.csv", `${header.join("\n")}\n`)).rejects.toThrow(/has a header and no rows/);
  });

  test.each([
    ["an answer", "Respondent,,Comment\nanna,x,good\nben,y,bad\n"],
    ["a number with a decimal comma", 'Respondent,,Comment\nanna,x,"0,5"\nben,y,\n'],
  ])("takes no response for a second header: %s", async (_, text) => {
    const { names, cells } = await readBytes("a.csv", text);
    expect(names).toEqual(["Respondent", "Column 2", "Comment"]);
    expect(cells.map(([name]) => name)).toEqual(["anna", "ben"]);
  });
});

describe("the delimiter", () => {
  test("is the one that makes most rows as long as the header", () => {
    expect(guessDelimiter("a;b;c\n1,5;2,5;x\n2,5;3,5;y\n")).toBe(";");
    expect(guessDelimiter('"one, two, three"\tb\n"a, b"\t2\n')).toBe("\t");
    expect(guessDelimiter("text\nhello, there\nbye, now\n")).toBe(",");
    expect(guessDelimiter("a|b\n1|2\n")).toBe("|");
  });
});
