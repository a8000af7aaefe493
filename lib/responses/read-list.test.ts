import fc from "fast-check";
import { describe, expect, test } from "vitest";
import writeExcelFile from "write-excel-file/node";
import { guessColumns, type ListColumns, readDecisions, readListFile, readListText, refuseList } from "./read-list";

const utf8 = (text: string) => new TextEncoder().encode(text);
const rejected = { status: "Rejected" as const, reason: "" };

/** Reads a list as the screen does, with the columns that it guesses. */
async function read(name: string, bytes: Uint8Array<ArrayBuffer>, usual = rejected) {
  const { rows, notices } = await readListFile(name, bytes);
  const columns = guessColumns(rows);
  return { rows, notices, columns, ...readDecisions(rows, columns, usual) };
}

const uuid = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`;

describe("a pasted list", () => {
  test.each([
    ["a line each", `${uuid(1)}\n${uuid(2)}\n${uuid(3)}`],
    ["Windows line ends, blank lines and blanks", `\r\n ${uuid(1)} \r\n\r\n${uuid(2)}\r\n${uuid(3)}\r\n`],
    ["commas", `${uuid(1)}, ${uuid(2)},${uuid(3)}`],
    ["several a line", `${uuid(1)};${uuid(2)}\n${uuid(3)}`],
    ["blanks", `${uuid(1)} ${uuid(2)}  ${uuid(3)}`],
    ["blanks in several lines", `${uuid(1)} ${uuid(2)}\n${uuid(3)}\n`],
    ["a header", `rdud\n${uuid(1)}\n${uuid(2)}\n${uuid(3)}`],
    ["a header of another name", `Panelist\n${uuid(1)}\n${uuid(2)}\n${uuid(3)}`],
  ])("with %s", (_, text) => {
    const { rows } = readListText(text);
    const { decisions, problems } = readDecisions(rows, guessColumns(rows), rejected);
    expect(decisions).toEqual([{ ...rejected, rduds: [uuid(1), uuid(2), uuid(3)] }]);
    expect(problems.total).toBe(0);
  });

  test.each([
    ["R1, R2, R1", ["R1", "R2", "R1"]],
    [`${uuid(1)};${uuid(2)};${uuid(1)}\n`, [uuid(1), uuid(2), uuid(1)]],
  ])("of one line is ids, those given twice too: %j", (text, rduds) => {
    const { rows } = readListText(text);
    expect(readDecisions(rows, guessColumns(rows), rejected).decisions).toEqual([{ ...rejected, rduds }]);
  });

  test.each([
    "Wave-1 00012345\nWave-2 00012346",
    "Panel 12345678\nPanel 22345678",
    "2026-01-31 abc-1234\n2026-01-31 abc-1235",
  ])("of ids with blanks in them keeps these: %j", (text) => {
    expect(readListText(text).rows).toEqual(text.split("\n").map((line) => [line]));
  });

  test("of one line with a decision is a row", () => {
    expect(readListText("abc-123,reject,2 fast").rows).toEqual([["abc-123", "reject", "2 fast"]]);
  });

  test("of nothing is said to be empty", () => {
    expect(() => readListText(" \n ")).toThrow("The list is empty.");
  });
});

describe("columns", () => {
  test("are found by their headers, in any order", () => {
    const { rows } = readListText(
      `Comment;Decision;Response ID;Status\nspeeder;Reject;abc-1;complete\n;accept;abc-2;complete`,
    );
    const columns = guessColumns(rows);
    expect(columns).toEqual({ header: true, id: 2, status: 1, reason: 0 } satisfies ListColumns);
    expect(readDecisions(rows, columns, { status: null, reason: "usual" }).decisions).toEqual([
      { status: "Rejected", reason: "speeder", rduds: ["abc-1"] },
      { status: "Accepted", reason: "usual", rduds: ["abc-2"] },
    ]);
  });

  test("are found by what stands in them", () => {
    const { rows } = readListText(`US\t${uuid(1)}\trejected\nUS\t${uuid(2)}\taccepted\nDE\t${uuid(3)}\trejected`);
    expect(guessColumns(rows)).toEqual({ header: false, id: 1, status: 2, reason: null });
  });

  test("a respondent's own status is no decision", () => {
    const { rows } = readListText(`rdud,status\n${uuid(1)},complete\n${uuid(2)},complete`);
    expect(guessColumns(rows)).toMatchObject({ id: 0, status: null });
  });
});

describe("a row that cannot be read", () => {
  test.each([
    [",reject", "Row 2: there is no id."],
    [
      "1.23457E+17,reject",
      "Row 2: “1.23457E+17” was shortened by a spreadsheet. Format the column as text and save it again.",
    ],
    ["abc-1,maybe", "Row 2: “maybe” is neither accept nor reject."],
    [`${"x".repeat(201)},reject`, /^Row 2: “x+…” is no response id: /],
    [`abc-1,reject,${"x".repeat(1001)}`, "Row 2: the reason has more than 1,000 characters."],
  ])("%#", (line, sentence) => {
    const { rows } = readListText(`rdud,decision,reason\n${line}\nabc-9,reject`);
    const columns = { header: true, id: 0, status: 1, reason: 2 };
    const { total, problems } = readDecisions(rows, columns, { status: null, reason: "" });
    expect(total).toBe(1);
    expect(problems.total).toBe(1);
    expect(problems.sentences[0]).toMatch(sentence);
  });

  test("is no row that leaves the decision open: that one is left out and counted, unless one is meant for such rows", () => {
    const { rows } = readListText("rdud,reconciliation\nabc-1,Rejected\nabc-2,\nabc-3,Accepted");
    const columns = guessColumns(rows);
    const left = readDecisions(rows, columns, { status: null, reason: "" });
    expect(left).toMatchObject({ total: 2, undecided: 1, problems: { total: 0 } });
    expect(left.decisions.flatMap(({ rduds }) => rduds)).toEqual(["abc-1", "abc-3"]);
    expect(readDecisions(rows, columns, rejected)).toMatchObject({ total: 3, undecided: 0 });
  });

  test("leaves formulas text", () => {
    const { rows } = readListText(`rdud,reason\n=1+1,"=HYPERLINK(""x"")"`);
    expect(readDecisions(rows, guessColumns(rows), rejected).decisions).toEqual([
      { status: "Rejected", reason: '=HYPERLINK("x")', rduds: ["=1+1"] },
    ]);
  });
});

describe("a file", () => {
  test("of CSV with a byte order mark and quoted line breaks", async () => {
    const { decisions } = await read("a.csv", utf8('\uFEFFrdud,reason\r\nabc-1,"too\r\nfast"\r\nabc-2,"a ""b"""\r\n'));
    expect(decisions).toEqual([
      { status: "Rejected", reason: "too\nfast", rduds: ["abc-1"] },
      { status: "Rejected", reason: 'a "b"', rduds: ["abc-2"] },
    ]);
  });

  test("in Windows-1252 and in UTF-16", async () => {
    const latin = Uint8Array.from([...Buffer.from("rdud;reason\nabc-1;Größe", "latin1")]);
    const read1252 = await read("a.csv", latin);
    expect(read1252.decisions[0]?.reason).toBe("Größe");
    expect(read1252.notices[0]).toContain("Windows-1252");
    const wide = Uint8Array.from([0xff, 0xfe, ...Buffer.from("rdud\treason\nabc-1\tGröße", "utf16le")]);
    expect((await read("a.txt", wide)).decisions[0]).toMatchObject({ reason: "Größe", rduds: ["abc-1"] });
  });

  test.each([
    ["empty", [], "The file is empty."],
    ["a PDF", [0x25, 0x50, 0x44, 0x46, 0x2d], /is a PDF document/],
    ["an old workbook", [0xd0, 0xcf, 0x11, 0xe0, 0xa1], /old or a protected workbook/],
    ["a picture", [0x89, 0x50, 0x4e, 0x47], /is a picture/],
    ["no text", [1, 0, 2, 0, 3], /no text and no workbook/],
    ["a damaged workbook", [0x50, 0x4b, 3, 4, 1, 2, 3], /cannot be read/],
  ])("that is %s is refused in a sentence", async (_, bytes, sentence) => {
    await expect(readListFile("list.csv", Uint8Array.from(bytes))).rejects.toThrow(sentence);
  });

  test("with a quotation mark that is never closed is named by its row", () => {
    expect(readListText('rdud,reason\nabc-1,"x\nabc-2,y').notices[0]).toMatch(/^Row \d: a quotation mark/);
  });
});

async function workbook(...sheets: (string | number | null | { value: string; rowSpan: number })[][][]) {
  const cells = sheets.map((rows) =>
    rows.map((row) => row.map((cell) => (typeof cell === "object" ? cell : { value: cell }))),
  );
  const file = await writeExcelFile(cells.map((data, at) => ({ data, sheet: `Sheet ${at + 1}` })));
  return Uint8Array.from(await file.toBuffer());
}

describe("a workbook", () => {
  test("with numbers for ids, empty and merged cells", async () => {
    const bytes = await workbook(
      [
        ["Response id", "Reason"],
        [123456789012345, { value: "speeder", rowSpan: 2 }],
        ["abc-2", null],
        [null, null],
        ["abc-3", "bot"],
      ],
      [["another"]],
    );
    const { decisions, notices, problems } = await read("list.xlsx", bytes);
    expect(decisions).toEqual([
      { status: "Rejected", reason: "speeder", rduds: ["123456789012345"] },
      { status: "Rejected", reason: "", rduds: ["abc-2"] },
      { status: "Rejected", reason: "bot", rduds: ["abc-3"] },
    ]);
    expect(notices).toEqual(["The sheet “Sheet 1” was read. The workbook has others, which were not."]);
    expect(problems.total).toBe(0);
  });

  test("is read as what it is, whatever it is called", async () => {
    const bytes = await workbook([["rdud"], [uuid(1)]]);
    expect((await read("list.csv", bytes)).notices).toEqual([
      "The file is a workbook, whatever its name says: it was read as XLSX.",
    ]);
    expect((await read("list.xlsx", utf8(`rdud\n${uuid(1)}`))).notices).toEqual([
      "The file is called a workbook, but is text: it was read as CSV.",
    ]);
  });

  test("without anything in it is refused", async () => {
    await expect(readListFile("list.xlsx", await workbook([[null]]))).rejects.toThrow("The workbook is empty.");
  });
});

test("200,000 ids are read, and one more is refused with the figure", () => {
  const lines = Array.from({ length: 200_001 }, (_, at) => uuid(at));
  const { rows } = readListText(lines.join("\n"));
  const list = readDecisions(rows, guessColumns(rows), rejected);
  expect(list.decisions[0]?.rduds).toEqual(lines);
  expect(refuseList(list)).toBe("The list names 200,001 responses. 200,000 can be reconciled at once: split it.");
  expect(refuseList({ total: 200_000, undecided: 0 })).toBeNull();
  expect(refuseList({ total: 0, undecided: 0 })).toBe("The list names no response.");
  expect(refuseList({ total: 0, undecided: 2 })).toMatch(/^No row says whether to accept or reject/);
});

test("whatever is written as CSV is read back", () => {
  const cell = fc.string({ unit: "grapheme" }).map((text) => text.replace(/\r\n?/g, "\n").trim());
  const row = fc.record({ at: fc.nat(), reason: cell, accepts: fc.boolean() });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), fc.constantFrom(",", ";", "\t"), (given, delimiter) => {
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const lines = given.map(({ at, reason, accepts }) =>
        [uuid(at), accepts ? "accept" : "REJECTED", quoted(reason)].join(delimiter),
      );
      const { rows } = readListText([["rdud", "decision", "reason"].join(delimiter), ...lines].join("\r\n"));
      const columns = { header: true, id: 0, status: 1, reason: 2 };
      const { decisions } = readDecisions(rows, columns, { status: null, reason: "" });
      const read = decisions.flatMap(({ status, reason, rduds }) => rduds.map((rdud) => `${rdud} ${status} ${reason}`));
      const expected = given.map(
        ({ at, reason, accepts }) => `${uuid(at)} ${accepts ? "Accepted" : "Rejected"} ${reason}`,
      );
      expect(read.sort()).toEqual(expected.sort());
    }),
  );
});
