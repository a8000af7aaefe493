import { describe, expect, test } from "vitest";
import { openBytes, readBytes, workbookOf } from "@/lib/test-answer-files";

const workbook = workbookOf(
  `<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row><row r="2"><c r="A2"><v>1</v></c></row>`,
);
const wide = (count: number) => Array.from({ length: count }, (_, at) => `q${at}`).join(",");

const utf32 = (text: string) =>
  Uint8Array.from(
    [..."\uFEFF", ...text].flatMap((letter) => {
      const code = letter.charCodeAt(0);
      return [code & 0xff, code >> 8, 0, 0];
    }),
  );

describe("a file is refused with one sentence that says why:", () => {
  const refused: [what: string, name: string, bytes: string | Uint8Array, sentence: RegExp][] = [
    ["empty", "a.csv", "", /^The file is empty\.$/],
    ["nothing but blanks", "a.csv", "  \n\n \r\n", /^The file is empty\.$/],
    ["nothing but a mark", "a.csv", "\uFEFF", /^The file is empty\.$/],
    ["a header only", "a.csv", "a,b,c\n", /has a header and no rows: row 1 names the columns/],
    ["a header of two rows only", "a.csv", "id,Which?,\n,Soap,Shampoo\n", /has a header and no rows/],
    ["20,000 columns", "a.csv", `${wide(20_000)}\n${wide(20_000)}\n`, /has 20,000 columns; at most 10,000 can be read/],
    [
      "20,000 columns of JSON",
      "a.jsonl",
      `{${Array.from({ length: 20_000 }, (_, at) => `"q${at}":1`).join(",")}}\n`,
      /columns; at most 10,000/,
    ],
    [
      "a name of 400,000 characters",
      "a.csv",
      `id,${"_".repeat(400_000)}\nx,q\n`,
      /^The name of column 2, “_{39}…”, has 400,000 characters; at most 1,000 can be read\. Shorten it/,
    ],
    ["such a name of JSON", "a.jsonl", `{"${"_".repeat(400_000)}":1}\n`, /^The name of column 1, .* at most 1,000/],
    ["a zero byte", "a.csv", "a,b\n1,\0\n", /is no text: there is a zero byte in line 2\. Export/],
    ["UTF-32", "a.csv", utf32("id,b\n1,x\n"), /is text in UTF-32, which is not read/],
    ["zero characters in UTF-16", "a.csv", Buffer.from("\uFEFFid,b\n1,x\n2,\0\n", "utf16le"), /zero byte in line 3/],
    ["a web page", "a.csv", "<!DOCTYPE html>\n<html>Sign in</html>\n", /is a web page/],
    ["a JSON array that is cut short", "a.json", '[{"a":1},{"a":', /ends within element 2: the file was cut short/],
    ["a JSON array of nothing", "a.json", "[{}, {}]", /has no columns/],
    [
      "a quoted cell without end",
      "a.csv",
      `id,b\n1,"${"y".repeat(9_000_000)}\n`,
      /^Row 2 does not end within 8 million/,
    ],
    [
      "a line of JSON of 50 MB",
      "a.jsonl",
      `{"id":1}\n{"b":"${"x".repeat(50_000_000)}"}\n`,
      /^Line 2 is longer than 16 MB/,
    ],
    [
      "a workbook named .csv",
      "answers.csv",
      workbook,
      /called “answers\.csv”, but what is in it is a workbook \(XLSX\), not text/,
    ],
    [
      "text named .sav",
      "answers.sav",
      "a,b\n1,2\n",
      /called “answers\.sav”, but what is in it is text with rows and cells \(CSV\), not an SPSS file/,
    ],
    ["text named .xlsx", "answers.xlsx", "a,b\n1,2\n", /called “answers\.xlsx”, but .* not a workbook/],
    ["text named .parquet", "answers.parquet", "a,b\n1,2\n", /not a Parquet file/],
    ["an old workbook", "a.xls", Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0, 0), /is an old or a protected workbook/],
    ["a PDF", "a.csv", "%PDF-1.7\n", /is a PDF document/],
    ["an archive of another kind", "a.csv.gz", Uint8Array.of(0x1f, 0x8b, 8, 0), /is a compressed file \(\.gz\)/],
    ["SPSS's first bytes alone", "a.sav", "$FL2@(#) SPSS DATA FILE", /was cut short/],
    ["Parquet's first bytes alone", "a.parquet", "PAR1", /damaged or was cut short/],
    ["an archive's first bytes alone", "a.xlsx", "PK\x03\x04", /damaged or was cut short/],
  ];

  test.each(refused)("%s", async (_, name, bytes, sentence) => {
    const error: unknown = await openBytes(name, bytes).catch((found: unknown) => found);
    expect(error).toMatchObject({ name: "AppError", code: "invalid", message: expect.stringMatching(sentence) });
  });
});

describe("a file is read by what is in it", () => {
  test("where its name says nothing", async () => {
    expect((await readBytes("upload", workbook)).file.format).toBe("xlsx");
    expect((await readBytes("answers.txt", '{"a":1}\n')).file.format).toBe("jsonl");
    expect((await readBytes("answers.dat", "a\tb\n1\t2\n")).cells).toEqual([["1", "2"]]);
  });

  test("as often as its rows are asked for", async () => {
    const file = await openBytes("a.xlsx", workbook);
    const count = async () => {
      let found = 0;
      for await (const rows of file.rows()) found += rows.length;
      return found;
    };
    expect([await count(), await count()]).toEqual([1, 1]);
    await file.close();
  });

  test("with a sign for what no store keeps: zero characters and halves of pairs", async () => {
    const { names, cells } = await readBytes("a.jsonl", '{"id\\u0000":"x\\u0000y","l":["\\ud800"]}\n');
    expect([names, cells]).toEqual([["id\uFFFD", "l"], [["x\uFFFDy", ["\uFFFD"]]]]);
  });

  test("with names that the language itself uses, and names that are there twice", async () => {
    const { names, cells } = await readBytes("a.csv", "__proto__,constructor,a,a,a (2)\n1,2,3,4,5\n");
    expect(names).toEqual(["__proto__", "constructor", "a", "a (3)", "a (2)"]);
    expect(cells).toEqual([["1", "2", "3", "4", "5"]]);
  });

  test("with as many columns as are allowed", async () => {
    const { names } = await readBytes("a.csv", `${wide(10_000)}\n${wide(10_000)}\n`);
    expect(names).toHaveLength(10_000);
    const alike = Array(10_000).fill("a".repeat(500)).join(",");
    expect((await readBytes("a.csv", `${alike}\n${wide(10_000)}\n`)).names.at(-1)).toMatch(/^a+ \(10000\)$/);
  });
});
