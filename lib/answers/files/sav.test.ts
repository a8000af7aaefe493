import { existsSync, readFileSync } from "node:fs";
import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { openBytes, readBytes } from "@/lib/test-answer-files";
import { hasPspp, psppSav, quotedForPspp, type SavCompression, withoutPspp } from "@/lib/test-pspp";

const compressions: SavCompression[] = ["uncompressed", "compressed", "zcompressed"];
const nameOf = (compression: SavCompression) => (compression === "zcompressed" ? "a.zsav" : "a.sav");

const LONG = Array.from({ length: 48 }, (_, at) => `${at}:é`).join(" ");
const LONGER = `${"x".repeat(254)}ß–€${"y".repeat(1_000)} end`;

const definition = `
DATA LIST LIST NOTABLE /RespondentNumber (F8.0) sex (F1.0) age (F3.0) share (F8.4) city (A12) letter (A3)
  when (DATETIME20) day (DATE11) american (ADATE10) clock (TIME8) used1 used2 used3 (F1.0) pick1 pick2 (F2.0) brand1 brand2 (A3) story (A300) tale (A1400).
BEGIN DATA.
1 1 34 0.7516 "Köln" "abc" "29-FEB-2020 23:59:58" "15-MAR-1999" "12/31/2021" "10:30:00" 1 0 1 3 4 "Yes" "No" "${LONG}" "short"
2 2 99 -12.5 "Malmö" "" "" "" "" "" 0 0 0 . . "" "" "" "${LONGER}"
3 . 255 1e10 "" "z" "01-JAN-1900 00:00:00" "01-JAN-1970" "07/04/1776" "23:59:59" 1 1 1 4 3 "No" "Yes" "end" ""
END DATA.
VARIABLE LABELS sex 'Geschlecht – männlich/weiblich' age 'Alter in Jahren' tale 'Was kostet es in €?'.
VALUE LABELS sex 1 'männlich' 2 'weiblich „so“' /city 'Koeln' 'Köln am Rhein' 'Oslo' 'Oslo in Norwegen' /letter 'abc' 'die ersten' /age 98 'verweigert' 99 'weiß nicht' .
MISSING VALUES age (98 THRU 99, -1) share (LOWEST THRU -1) sex (7, 8, 9) letter ('z') city ('Oslo').
VARIABLE LEVEL sex (NOMINAL) pick1 pick2 (ORDINAL) age (SCALE).
MRSETS /MDGROUP NAME=$used LABEL='Genutzt: alles mögliche' VARIABLES=used1 used2 used3 VALUE=1
  /MDGROUP NAME=$brands LABEL='Marken' VARIABLES=brand1 brand2 VALUE='Yes'
  /MCGROUP NAME=$pick LABEL='Gewählt' VARIABLES=pick1 pick2.
WEIGHT BY share.
`;

describe.skipIf(!hasPspp)(`a system file that pspp wrote${withoutPspp}`, () => {
  const cases = ["utf-8", "windows-1252"].flatMap((encoding) =>
    compressions.map((compression) => [encoding, compression] as const),
  );

  test.each(cases)("in %s, %s, has every label and value", async (encoding, compression) => {
    const { file, cells } = await readBytes(nameOf(compression), psppSav(definition, compression, { encoding }));
    const column = (name: string) => file.columns.find((each) => each.name === name);
    expect(file.columns.map(({ name }) => name).slice(0, 5)).toEqual([
      "RespondentNumber",
      "sex",
      "age",
      "share",
      "city",
    ]);
    expect(file.columns).toHaveLength(19);
    expect({ rows: file.rowCount, weight: file.weight, notices: file.notices }).toEqual({
      rows: 3,
      weight: "share",
      notices: [],
    });
    expect(column("sex")).toEqual({
      name: "sex",
      hint: "number",
      label: "Geschlecht – männlich/weiblich",
      valueLabels: [
        { value: 1, label: "männlich" },
        { value: 2, label: "weiblich „so“" },
      ],
      missing: { values: [7, 8, 9], ranges: [] },
      measure: "nominal",
    });
    expect(column("age")).toMatchObject({
      label: "Alter in Jahren",
      valueLabels: [
        { value: 98, label: "verweigert" },
        { value: 99, label: "weiß nicht" },
      ],
      missing: { values: [-1], ranges: [{ low: 98, high: 99 }] },
      measure: "scale",
    });
    expect(column("share")?.missing).toEqual({ values: [], ranges: [{ low: null, high: -1 }] });
    expect(column("letter")).toMatchObject({
      hint: "text",
      width: 3,
      valueLabels: [{ value: "abc", label: "die ersten" }],
      missing: { values: ["z"], ranges: [] },
    });
    expect(column("city")).toMatchObject({
      width: 12,
      valueLabels: [
        { value: "Koeln", label: "Köln am Rhein" },
        { value: "Oslo", label: "Oslo in Norwegen" },
      ],
      missing: { values: ["Oslo"], ranges: [] },
    });
    expect(column("tale")).toMatchObject({ label: "Was kostet es in €?", hint: "text" });
    expect(column("pick1")?.measure).toBe("ordinal");
    expect(["when", "day", "american", "clock"].map((name) => column(name)?.hint)).toEqual([
      "datetime",
      "date",
      "date",
      "number",
    ]);
    expect(file.multipleSets).toEqual([
      {
        name: "used",
        label: "Genutzt: alles mögliche",
        columns: ["used1", "used2", "used3"],
        form: "flags",
        chosen: 1,
      },
      { name: "brands", label: "Marken", columns: ["brand1", "brand2"], form: "flags", chosen: "Yes" },
      { name: "pick", label: "Gewählt", columns: ["pick1", "pick2"], form: "choices" },
    ]);
    expect(cells).toEqual([
      [
        1,
        1,
        34,
        0.7516,
        "Köln",
        "abc",
        "2020-02-29T23:59:58",
        "1999-03-15",
        "2021-12-31",
        630,
        1,
        0,
        1,
        3,
        4,
        "Yes",
        "No",
        LONG,
        "short",
      ],
      [2, 2, 99, -12.5, "Malmö", "", null, null, null, null, 0, 0, 0, null, null, "", "", "", LONGER],
      [
        3,
        null,
        255,
        1e10,
        "",
        "z",
        "1900-01-01T00:00:00",
        "1970-01-01",
        "1776-07-04",
        1439.98333333,
        1,
        1,
        1,
        4,
        3,
        "No",
        "Yes",
        "end",
        "",
      ],
    ]);
  });

  test("has times and lengths in minutes, with their labels and missing codes", async () => {
    const syntax = [
      "DATA LIST LIST NOTABLE /took (TIME8) days (DTIME12) share (PCT5) price (DOLLAR8).",
      'BEGIN DATA.\n"0:03:39" "1 01:00:00" 37 12.5\n"0:01:39" "0 00:00:30" 28.5 4\nEND DATA.',
      "VALUE LABELS took 99 'refused'.\nMISSING VALUES took (99) days (90000 THRU HIGHEST).",
    ];
    const { file, cells } = await readBytes("a.sav", psppSav(syntax.join("\n"), "compressed"));
    expect(cells).toEqual([
      [3.65, 1500, 37, 12.5],
      [1.65, 0.5, 28.5, 4],
    ]);
    expect(file.columns).toMatchObject([
      {
        ...{ hint: "number", unit: "minutes", valueLabels: [{ value: 1.65, label: "refused" }] },
        missing: { values: [1.65], ranges: [] },
      },
      { hint: "number", unit: "minutes", missing: { values: [], ranges: [{ low: 1500, high: null }] } },
      { hint: "number" },
      { hint: "number" },
    ]);
    expect(file.columns.map(({ unit }) => unit)).toEqual(["minutes", "minutes", undefined, undefined]);
  });

  test.each(compressions)("(%s) that is cut short is refused with the case where it ends", async (compression) => {
    const bytes = psppSav(definition, compression);
    const cut = bytes.subarray(0, bytes.length - 60);
    const reading = readBytes(nameOf(compression), cut);
    await expect(reading).rejects.toThrow(/(ends within case \d of 3|ends before its last block): it was cut short/);
  });

  test("that is cut short within its dictionary is refused when it is opened", async () => {
    const bytes = psppSav(definition, "compressed");
    for (const length of [100, 176, 400, 1_000]) {
      await expect(openBytes("a.sav", bytes.subarray(0, length))).rejects.toThrow(
        /ends within its dictionary.*cut short/,
      );
    }
  });

  test("without cases is refused", async () => {
    const syntax = "DATA LIST LIST NOTABLE /a (F8.0).\nBEGIN DATA.\n1\nEND DATA.\nSELECT IF a > 1.";
    await expect(openBytes("a.sav", psppSav(syntax, "compressed"))).rejects.toThrow(
      "The .sav file has variables and no cases.",
    );
  });
});

const data = new URL("../../../../shared/data/", import.meta.url);
const hasData = existsSync(data);
const why = hasPspp ? (hasData ? "" : " (skipped: ../shared/data is not here)") : withoutPspp;

describe.skipIf(!hasPspp || !hasData)(`the real files as pspp saves them${why}`, () => {
  const files = ["mueller-approval-polls.csv", "comma-survey.csv", "nonvoters.csv"].flatMap((name) =>
    compressions.map((each) => [name, each] as const),
  );

  test.each(files)("%s, %s, comes in cell by cell", async (name, compression) => {
    const [names = [], ...rows] = Papa.parse<string[]>(readFileSync(new URL(name, data), "utf8"), {
      skipEmptyLines: true,
    }).data;
    const places = names.map((_, at) => at);
    const isNumeric = places.map((at) => rows.every((row) => /^(-?\d+(\.\d+)?|NA|)$/.test(row[at] ?? "")));
    const widths = places.map((at) => Math.max(1, ...rows.map((row) => Buffer.byteLength(row[at] ?? ""))));
    const types = places.map((at) => `v${at} ${isNumeric[at] ? "F20.6" : `A${widths[at]}`}`);
    const labels = places.map((at) => `VARIABLE LABELS v${at} ${quotedForPspp(names[at] ?? "")}.`);
    const lines = rows.map((row) => row.map((text) => (text === "NA" ? "." : text)).join("\t"));
    const from =
      "GET DATA /TYPE=TXT /FILE='data.txt' /ENCODING='utf-8' /ARRANGEMENT=DELIMITED /DELIMITERS='\\t' /VARIABLES=";
    const syntax = [from, types.join("\n "), ".", ...labels].join("\n");
    const bytes = psppSav(syntax, compression, { data: `${lines.join("\n")}\n` });
    const { file, cells } = await readBytes(nameOf(compression), bytes);
    expect(file.columns.map(({ label }) => label)).toEqual(names);
    const expected = rows.map((row) =>
      row.map((text, at) => (isNumeric[at] ? (/\d/.test(text) ? Number(text) : null) : text.trimEnd())),
    );
    expect(cells).toEqual(expected);
  });
});

describe("a system file of another machine", () => {
  test("has its numbers and texts in the other order of bytes", async () => {
    const { file, cells } = await readBytes("a.sav", bigEndianFile());
    expect(file.columns).toEqual([
      { name: "N", hint: "number" },
      { name: "T", hint: "text", width: 4 },
    ]);
    expect(cells).toEqual([
      [1.5, "ab"],
      [null, "ü–"],
    ]);
  });
});

/** Big-endian, uncompressed, two variables, two cases, in windows-1252 by its code page. */
function bigEndianFile(): Buffer {
  const int = (...values: number[]) => {
    const bytes = Buffer.alloc(values.length * 4);
    for (const [at, value] of values.entries()) bytes.writeInt32BE(value, at * 4);
    return bytes;
  };
  const float = (value: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    return bytes;
  };
  const text = (value: string, length: number) => Buffer.from(value.padEnd(length), "latin1");
  return Buffer.concat([
    text("$FL2", 4),
    text("@(#) SPSS DATA FILE", 60),
    int(2, 2, 0, 0, 2),
    float(100),
    text("", 84),
    int(2, 0, 0, 0, 5 << 16, 5 << 16),
    text("N", 8),
    int(2, 4, 0, 0, 1 << 16, 1 << 16),
    text("T", 8),
    int(7, 3, 4, 8, 1, 0, 0, -1, 1, 1, 1, 1252),
    int(999, 0),
    float(1.5),
    text("ab", 8),
    float(-Number.MAX_VALUE),
    text("\xfc\x96", 8),
  ]);
}
