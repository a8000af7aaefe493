import { describe, expect, test } from "vitest";
import type { AnswerFile, FileColumn, MultipleSet, RawCell } from "@/lib/answers/files/answer-file";
import { type ImportPlan, importPlanSchema, type PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import { validOptions } from "@/lib/contracts/rules/answer-cells";
import { planProblems } from "@/lib/contracts/rules/import-plan";
import type { Delimiter } from "@/lib/contracts/terms/answers";
import { guessPlan } from "./guess";
import { profiler } from "./profile";

type Described = Pick<AnswerFile, "columns" | "multipleSets" | "weight" | "timeZone" | "delimiter">;

/** The plan for columns (a name, or what the file says of it) and rows; it has to be plain JSON that fits the file. */
function planFor(
  columns: readonly (string | FileColumn)[],
  rows: readonly RawCell[][],
  { before = null, ...more }: Partial<Described> & { before?: ImportPlan | null } = {},
) {
  const file: Described = {
    columns: columns.map((each) => (typeof each === "string" ? { name: each } : each)),
    multipleSets: [],
    ...more,
  };
  const seen = profiler(file.columns.length);
  seen.add(rows.map((cells, at) => ({ row: at + 2, cells })));
  const plan = importPlanSchema.parse(JSON.parse(JSON.stringify(guessPlan(file, seen, before))));
  expect(
    planProblems(
      plan,
      file.columns.map(({ name }) => name),
    ),
  ).toEqual([]);
  return plan;
}

/** Sixty rows of the values in turn. */
const turns = (...values: RawCell[]): RawCell[][] =>
  Array.from({ length: 60 }, (_, at) => [values[at % values.length] ?? null]);
const beside = (...columns: RawCell[][][]): RawCell[][] =>
  Array.from({ length: 60 }, (_, at) => columns.map((column) => column[at]?.[0] ?? null));

const only = (column: string | FileColumn, rows: RawCell[][]): PlannedQuestion => {
  const [question, ...others] = planFor([column], rows).questions;
  if (!question || others.length > 0) throw new Error("There is not one question.");
  return question;
};
/** Of the options that are answers. */
const labelsOf = (question: PlannedQuestion | undefined) =>
  question && "options" in question ? validOptions(question).map(({ code, label, value }) => [code, label, value]) : [];

test.each([
  ["signs that part a name from its number", "_".repeat(300_000)],
  ["digits", `${"1".repeat(300_000)}x`],
  ["what weights are called", `${"-w".repeat(100_000)}\nx`],
  ["blanks", `${" ".repeat(300_000)}x`],
])("a name and a label of nothing but %s are looked at in no time", (_, name) => {
  expect(planFor([{ name, label: name }], turns("yes", "no")).questions).toHaveLength(1);
});

describe("the kind of a column", () => {
  const kinds: [what: string, column: string | FileColumn, rows: RawCell[][], kind: string][] = [
    ["numeric: many numbers", "Age", turns(...Array.from({ length: 40 }, (_, at) => String(18 + at))), "numeric"],
    ["numeric: few numbers with decimals", "Share", turns("0.5", "1.25", "2"), "numeric"],
    ["numeric: decimal commas", "Share", turns("0,5", "1,25", "2,75"), "numeric"],
    [
      "numeric: some cells that are none",
      "Amount",
      turns(...Array.from({ length: 58 }, (_, at) => String(at * 31)), "a lot"),
      "numeric",
    ],
    [
      "numeric: a zero in front of one of many",
      "Age",
      turns(...Array.from({ length: 59 }, (_, at) => String(18 + at)), "034"),
      "numeric",
    ],
    [
      "open: postcodes",
      "Zip",
      turns(...Array.from({ length: 60 }, (_, at) => String(2_139 + at * 1_301).padStart(5, "0"))),
      "open",
    ],
    [
      "open: postcodes of which few begin with a zero",
      "Zip",
      turns("02139", ...Array.from({ length: 59 }, (_, at) => String(10_001 + at))),
      "open",
    ],
    [
      "open: a text of the file with a zero in front",
      { name: "code", hint: "text" },
      turns("07", ...Array.from({ length: 59 }, (_, at) => String(10 + at))),
      "open",
    ],
    ["single: postcodes that recur", "Zip", turns("02139", "10001", "94103"), "single"],
    [
      "open: more digits than a number holds",
      "Code",
      turns(...Array.from({ length: 60 }, (_, at) => `900719925474099${10 + at}`)),
      "open",
    ],
    [
      "numeric: negative in brackets",
      "Balance",
      turns("(1.50)", ...Array.from({ length: 30 }, (_, at) => `${at}.5`)),
      "numeric",
    ],
    [
      "numeric: a currency",
      "Spent",
      turns(...Array.from({ length: 60 }, (_, at) => `CHF 1'2${at + 10}.50`)),
      "numeric",
    ],
    [
      "numeric: lakhs",
      "Income",
      turns(...Array.from({ length: 60 }, (_, at) => `${at + 10},15,327`), "1,005"),
      "numeric",
    ],
    [
      "numeric: lengths of time",
      "Took",
      turns(...Array.from({ length: 40 }, (_, at) => `${at + 1} min`), "1:05:00"),
      "numeric",
    ],
    ["single: lengths that are offered", "How long?", turns("5 min", "10 min", "15 min"), "single"],
    [
      "open: amounts of two currencies",
      "Spent",
      turns(...Array.from({ length: 60 }, (_, at) => `${"$€"[at % 2]}${at}`)),
      "open",
    ],
    [
      "open: lengths beside bare numbers",
      "Took",
      turns(...Array.from({ length: 60 }, (_, at) => (at % 2 ? `${at} min` : `${at}`))),
      "open",
    ],
    ["date: all in one number", "Asked", turns("20230703050410", "20230704060510"), "date"],
    [
      "open: dates that cannot be stored",
      "Built",
      turns(...Array.from({ length: 60 }, (_, at) => `17${at + 10}-01-15`)),
      "open",
    ],
    ["scale: 1 to 5 with zeros in front", "Q1", turns("01", "02", "03", "04", "05"), "scale"],
    ["scale: 0 to 10", "Recommend", turns(...Array.from({ length: 11 }, (_, at) => String(at))), "scale"],
    ["scale: 1 to 5", "Q1", turns("1", "2", "3", "4", "5"), "scale"],
    ["single: codes of another number", "Q1", turns("1", "2", "3"), "single"],
    ["single: texts that recur", "Region", turns("North", "South", "East"), "single"],
    ["single: truth values", { name: "Yes", hint: "boolean" }, turns(true, false), "single"],
    [
      "open: texts that do not recur",
      "Why",
      turns(...Array.from({ length: 60 }, (_, at) => `because of ${at}, and more`)),
      "open",
    ],
    ["open: few long texts", "Text", turns("a".repeat(200), "b".repeat(200)), "open"],
    ["date: by its cells", "Visited", turns("2020-01-15", "2020-02-29 10:00", "2021-12-31"), "date"],
    ["date: with a month's name and a year of two digits", "Visited", turns("31-Jan-23", "1-Feb-23"), "date"],
    ["date: as SAS writes it", "Visited", turns("01JAN2020", "15FEB2020"), "date"],
    ["date: in another language", "Visited", turns("Montag, 3. März 2025", "1. Mai 2025"), "date"],
    ["single: months without a day", "Since", turns("Jan-23", "Feb-23"), "single"],
    ["date: what the file says", { name: "Visited", hint: "datetime" }, turns("2020-01-15"), "date"],
    ["multiple: a list in a cell", { name: "Likes", hint: "list" }, turns(["a", "b"], ["b"], []), "multiple"],
    ["multiple: parts between separators", "Likes", turns("Red;Blue", "Blue", "Red;Green;Blue", "Green"), "multiple"],
    [
      "multiple: a line an option, with commas in them",
      "Likes",
      turns("Tea, hot\nRum", "Rum", "Tea, hot", "Rum\nMilk, cold", "Milk, cold\nTea, hot\nRum"),
      "multiple",
    ],
    ["open: texts of several lines", "Why", turns(...Array.from({ length: 60 }, (_, at) => `so\n${at}`)), "open"],
    ["single: options of two lines", "Which", turns("Tea\nhot", "Rum\ncold"), "single"],
    ["multiple: parts between commas", "Drinks", turns("Coffee,Tea", "Tea", "Milk", "Coffee", "Milk,Tea"), "multiple"],
    ["multiple: codes between commas", "Q1", turns("1", "1,2", "2,3,4", "3"), "multiple"],
    ["multiple: two codes at most", "Q1", turns("1", "2", "1,2", "3", "2,3"), "multiple"],
    ["single: codes in an order", "Rank", turns("1,2,3", "3,2,1", "2,1,3"), "single"],
    ["numeric: halves", "Score", turns("1", "2", "3", "4", "5", "3,5", "4,5"), "numeric"],
    ["numeric: tenths", "Grade", turns("1", "2", "3", "1,3", "2,3", "3,1"), "numeric"],
    ["single: places with commas", "City", turns("Boston,MA", "Salem,MA", "Salem,OR", "Portland,OR"), "single"],
    ["single: texts with commas that are whole", "Which", turns("kind, and loyal", "kind and loyal"), "single"],
  ];
  test.each(kinds)("is %s", (_, column, rows, kind) => expect(only(column, rows).kind).toBe(kind));

  test("follows labels and the measure: named codes are a choice, an ordinal is a scale, named ends are a scale", () => {
    const valueLabels = [
      { value: 1, label: "Yes" },
      { value: 2, label: "No" },
      { value: 9, label: "Refused" },
    ];
    const single = only({ name: "q", valueLabels, measure: "nominal" }, turns(1, 2, 9));
    expect(single.kind).toBe("single");
    expect(labelsOf(single)).toEqual([
      [1, "Yes", 1],
      [2, "No", 2],
    ]);
    expect(single.missing).toEqual([{ cell: 9, kind: "no_answer", label: "Refused", marked: true }]);
    expect(only({ name: "q", valueLabels, measure: "ordinal" }, turns(1, 2, 9)).kind).toBe("scale");
    const ends = only(
      {
        name: "q",
        valueLabels: [
          { value: 0, label: "Never" },
          { value: 10, label: "Always" },
        ],
      },
      turns(...Array.from({ length: 11 }, (_, at) => at)),
    );
    expect(ends.kind).toBe("scale");
    expect(labelsOf(ends).at(-1)).toEqual([10, "Always", 10]);
    expect(labelsOf(ends)).toHaveLength(11);
    const amount = only(
      { name: "income", valueLabels: [{ value: 0, label: "None" }] },
      turns(...Array.from({ length: 30 }, (_, at) => at * 1_000)),
    );
    expect(amount.kind).toBe("numeric");
  });

  test("has one option for a text whose accents are written in both ways", () => {
    const question = only("Place", turns("caf\u00e9", "bar", "cafe\u0301"));
    expect(labelsOf(question).map(([, label]) => label)).toEqual(["caf\u00e9", "bar"]);
  });

  test("has options in the order of their numbers", () => {
    expect(labelsOf(only("Age", turns("30-44", "> 60", "18-29", "45-60"))).map(([, label]) => label)).toEqual([
      "18-29",
      "30-44",
      "45-60",
      "> 60",
    ]);
    expect(labelsOf(only("Q1", turns("3", "1", "2")))).toEqual([
      [1, "1", 1],
      [2, "2", 2],
      [3, "3", 3],
    ]);
    const valueLabels = [1, 1e308].map((value) => ({ value, label: `${value}` }));
    expect(labelsOf(only({ name: "q", valueLabels }, turns(1, 1e308))).map(([, , value]) => value)).toEqual([1, null]);
    expect(labelsOf(only("Size", turns("large", "small")))).toEqual([
      [1, "large", null],
      [2, "small", null],
    ]);
  });
});

describe("missing codes", () => {
  test("are NA for not asked and -1, refusals and don't knows for no answer", () => {
    expect(only("Q1", turns("1", "2", "NA", "-1")).missing).toEqual([
      { cell: "NA", kind: "not_asked", marked: true },
      { cell: -1, kind: "no_answer", marked: true },
    ]);
    const texts = only("Party", turns("Left", "Right", "Refused", "Don't know", "Not applicable", "Prefer not to say"));
    expect(texts.missing.map((code) => code.kind)).toEqual(["no_answer", "no_answer", "not_asked", "no_answer"]);
    expect(labelsOf(texts)).toHaveLength(2);
  });

  test.each([
    "Refused",
    "Refusal",
    "Refused to answer",
    "Declined",
    "Decline to state.",
    "I don’t know",
    "dont know",
    "DK",
    "DK/NA",
    "Don't know/Refused",
    "Don't know / No answer",
    "Don't know or not sure",
    "DON'T KNOW (VOLUNTEERED)",
    "Refused (99)",
    "Missing",
    "Missing data",
    "Weiß nicht / keine Angabe",
    "k. A.",
  ])("are whole cells: %s", (text) => {
    expect(only("Q", turns("Left", "Right", text)).missing).toEqual([{ cell: text, kind: "no_answer", marked: true }]);
  });

  test("are no answers that only begin like one", () => {
    const reasons = ["Missing features", "Decline in quality", "Refused upgrade by IT", "Price"];
    const why = only("Reason", turns(...reasons));
    expect(why.missing).toEqual([]);
    expect(labelsOf(why).map(([, label]) => label)).toEqual(reasons);
    const texts = ["Don't know why but the app crashed", "No answer came from support", "Dk if it is good"];
    expect(only("Why", turns(...texts)).missing).toEqual([]);
    const valueLabels = [
      { value: 1, label: "Price" },
      { value: 2, label: "Missing features" },
    ];
    expect(only({ name: "q", valueLabels }, turns(1, 2)).missing).toEqual([]);
  });

  test("are the usual codes whose labels begin as no answer does, whatever follows", () => {
    const said = [
      "DK/NS",
      "No answer given",
      "Refused [-8]",
      "Don't know (SPONT.)",
      "Prefer not to answer this question",
    ];
    for (const [at, label] of said.entries()) {
      const valueLabels = [
        { value: 1, label: "Bad" },
        { value: 5, label: "Good" },
        { value: [98, -8][at % 2] ?? 0, label },
      ];
      const { missing } = only({ name: "q", valueLabels }, turns(1, 2, 3, 4, 5, [98, -8][at % 2] ?? 0));
      expect(missing, label).toEqual([{ cell: [98, -8][at % 2], kind: "no_answer", label, marked: true }]);
    }
  });

  test("are not Denmark among codes of countries", () => {
    const country = only("Country", turns("DE", "SE", "NO", "DK", "N/A"));
    expect(country.missing).toEqual([{ cell: "N/A", kind: "not_asked", marked: true }]);
    expect(labelsOf(country).map(([, label]) => label)).toContain("DK");
    expect(only("Owns", turns("Yes", "No", "DK")).missing).toEqual([{ cell: "DK", kind: "no_answer", marked: true }]);
  });

  test("are not Namibia among codes of countries", () => {
    const countries = ["DE", "SE", "NO", "BR", "ZA"];
    const country = only("Country", turns(...countries, "NA", "N/A"));
    expect(country.missing).toEqual([{ cell: "N/A", kind: "not_asked", marked: true }]);
    expect(labelsOf(country).map(([, label]) => label)).toContain("NA");
    const na = [{ cell: "NA", kind: "not_asked", marked: true }];
    expect(only("Country", turns(...countries.slice(1), "NA")).missing).toEqual(na);
    expect(only("Answer", turns(...countries.map((text) => text.toLowerCase()), "NA")).missing).toEqual(na);
    expect(only("Answer", turns(...countries, "Other", "NA")).missing).toEqual(na);
  });

  test("are 98 and 99 beside small codes, and not beside amounts", () => {
    expect(only("Q1", turns("1", "2", "3", "98", "99")).missing).toEqual([
      { cell: 98, kind: "no_answer", marked: true },
      { cell: 99, kind: "no_answer", marked: true },
    ]);
    expect(only("Age", turns("34", "51", "98", "99", "18")).missing).toEqual([]);
    expect(only("Change", turns("-1", "-2.5", "3", "12")).missing).toEqual([]);
  });

  test("are those that the file declares, by their label of the one kind or the other", () => {
    const column: FileColumn = {
      name: "q",
      hint: "number",
      valueLabels: [
        { value: 1, label: "Yes" },
        { value: -1, label: "Skipped by filter" },
        { value: 8, label: "Weiß nicht" },
      ],
      missing: { values: [-1, 8], ranges: [{ low: 90, high: null }] },
    };
    expect(only(column, turns(1, 8, 95)).missing).toEqual([
      { cell: -1, kind: "not_asked", label: "Skipped by filter", marked: true },
      { cell: 8, kind: "no_answer", label: "Weiß nicht", marked: true },
      { low: 90, high: null, kind: "no_answer", marked: true },
    ]);
  });

  test("of several columns hold for a column whose sample lacks them", () => {
    const rows = beside(turns("1", "-1", "2"), turns("2", "1", "-1"), turns("-1", "1", "2"), turns("1", "2"));
    const plan = planFor(["a", "b", "c", "d"], rows);
    const marked = [{ cell: -1, kind: "no_answer", marked: true }];
    // Nothing of it is there to look at, or to count as an answer.
    const lacking = [{ cell: -1, kind: "no_answer", label: "" }];
    expect(plan.questions.map(({ missing }) => missing)).toEqual([marked, marked, marked, lacking]);
  });

  test("of columns of numbers do not hold for one of words", () => {
    const coded = [turns("1", "-1", "2"), turns("2", "1", "-1"), turns("-1", "1", "2")];
    const plan = planFor(["a", "b", "c", "wave"], beside(...coded, turns("W1", "W2")));
    expect(plan.questions.at(-1)).toMatchObject({ id: "wave", kind: "single", missing: [] });
  });
});

describe("a column of more values than are kept", () => {
  const rows = 3_000;
  const amounts = (codeAt: (at: number) => string | null, of = (at: number) => String(20_000 + at * 7)) =>
    planFor(
      ["Amount", "weight"],
      Array.from({ length: rows }, (_, at) => [codeAt(at) ?? of(at), codeAt(at) ?? `${0.5 + at / rows}`]),
    );
  const everyFourth = (code: string) => (at: number) => (at % 4 === 3 ? code : null);

  test("is of numbers, and a weight, beside cells that say that there is none", () => {
    const plan = amounts(everyFourth("NA"));
    expect(plan.questions).toMatchObject([
      { id: "Amount", kind: "numeric", missing: [{ cell: "NA", kind: "not_asked" }] },
    ]);
    expect(plan.weights).toEqual(["weight"]);
  });

  test("has the order of its dates by those that come late as well", () => {
    const at = (minute: number) => `${Math.floor(minute / 60) % 24}:${String(minute % 60).padStart(2, "0")}`;
    const dayOf = (row: number) => (row < 1_500 ? 1 + (row % 12) : 13 + (row % 15));
    const visits = (dateOf: (day: number) => string) =>
      planFor(
        ["Submitted"],
        Array.from({ length: rows }, (_, row) => [`${dateOf(dayOf(row))} ${at(row)}`]),
      );
    const british = visits((day) => `${day}/03/2024`);
    expect(british.time).toMatchObject({ column: "Submitted", order: "dmy" });
    expect(british.notes.join(" ")).not.toContain("month/day");
    expect(visits((day) => `03/${day}/2024`).time).toMatchObject({ column: "Submitted", order: "mdy" });
  });

  test("has -99 as a missing code where nothing else is below zero", () => {
    const plan = amounts(everyFourth("-99"));
    expect(plan.questions).toMatchObject([{ kind: "numeric", missing: [{ cell: -99, kind: "no_answer" }] }]);
    expect(plan.weights).toEqual(["weight"]);
    const change = amounts(everyFourth("-99"), (at) => String(at < 2_000 ? at : -at));
    expect(change.questions[0]).toMatchObject({ kind: "numeric", missing: [] });
  });
});

describe("dates that name their months", () => {
  test.each([
    ["31-Jan-23", "01-Feb-23"],
    ["01JAN2020", "02FEB2020"],
    ["3. März 2021", "15. Mai 2021"],
    ["Tue Nov 25 2025 10:00:00 GMT+0100 (CET)", "Wed Nov 26 2025 11:30:00 GMT+0100 (CET)"],
  ])("as %s are the times of responses", (...dates) => {
    const plan = planFor(["Submitted"], turns(...dates));
    expect(plan.time).toMatchObject({ column: "Submitted", order: "ymd" });
    expect(plan.notes.join(" ")).not.toContain("month/day");
  });
});

test("several options on lines of their own in a cell are parted there, whatever else is in them", () => {
  const plan = planFor(["Has"], turns("Car, or van\nBike", "Bike", "Train\nCar, or van", "Bike\nTrain", "Train"));
  expect(plan.questions).toMatchObject([{ kind: "multiple", source: { form: "list", separator: "\n" } }]);
  expect(labelsOf(plan.questions[0]).map(([, label]) => label)).toEqual(["Car, or van", "Bike", "Train"]);
});

describe("columns that belong together", () => {
  test("are one multiple question when they are flags", () => {
    const plan = planFor(
      ["Q1_1", "Q1_2", "Q1_3", "Q2"],
      beside(turns("1", "0"), turns("0", "1"), turns("1"), turns("1", "2")),
    );
    expect(plan.questions.map(({ id, kind }) => [id, kind])).toEqual([
      ["Q1", "multiple"],
      ["Q2", "single"],
    ]);
    expect(plan.questions[0]).toMatchObject({
      source: {
        form: "flags",
        chosen: ["1"],
        columns: [
          { column: "Q1_1", code: 1 },
          { column: "Q1_2", code: 2 },
          { column: "Q1_3", code: 3 },
        ],
      },
    });
  });

  test("stay one where nobody chose an option, and where a text to write in stands among them", () => {
    const texts = turns(...Array.from({ length: 60 }, (_, at) => `mine is ${at}`));
    const nothing = turns(null);
    const names = ["Q5_1", "Q5_2", "Q5_3", "Q5_5", "Q5_5_TEXT", "Q5_6", "Q6_1", "Q6_2"];
    const marks = [turns("1", null), turns(null, "1"), nothing, turns("1", null), texts, turns(null, null, "1")];
    const plan = planFor(names, beside(...marks, nothing, nothing));
    expect(plan.questions.map(({ id, kind }) => [id, kind])).toEqual([
      ["Q5", "multiple"],
      ["Q5_5_TEXT", "open"],
    ]);
    expect(labelsOf(plan.questions[0]).map(([, label]) => label)).toEqual(["Q5_1", "Q5_2", "Q5_3", "Q5_5", "Q5_6"]);
    expect(plan).toMatchObject({ ignored: ["Q6_1", "Q6_2"], empty: ["Q5_3", "Q6_1", "Q6_2"] });
    expect(plan.notes).toContain("Nothing is in “Q6_1”, “Q6_2”: not imported.");
  });

  test("are one question of a header of two rows of which nobody chose an option", () => {
    const part = (option: string): FileColumn => ({ name: `Has?: ${option}`, part: { question: "Has?", option } });
    const plan = planFor(
      ["Car", "Bike", "Train"].map(part),
      beside(turns("Car", null), turns(null), turns(null, "Train")),
    );
    expect(plan.questions.map(({ kind }) => kind)).toEqual(["multiple"]);
    expect(labelsOf(plan.questions[0]).map(([, label]) => label)).toEqual(["Car", "Bike", "Train"]);
  });

  test("are the rows of one grid when they have the same codes, also around one without an answer", () => {
    const codes = turns("1", "2", "3", "4", "5");
    const gap = planFor(["Q1[1]", "Q1[2]", "Q1[3]"], beside(codes, turns(null), codes));
    expect(gap.questions.map(({ id, grid }) => [id, grid?.id])).toEqual([
      ["Q1[1]", "Q1"],
      ["Q1[3]", "Q1"],
    ]);
    expect(gap.ignored).toEqual(["Q1[2]"]);
  });

  test("are the rows of one grid when they have the same codes", () => {
    const codes = turns("1", "2", "3", "4", "5");
    const plan = planFor(["Q1[1]", "Q1[2]"], beside(codes, turns("5", "4", "3", "2")));
    expect(plan.questions.map(({ id, kind, grid }) => [id, kind, grid])).toEqual([
      ["Q1[1]", "scale", { id: "Q1", text: "Q1" }],
      ["Q1[2]", "scale", { id: "Q1", text: "Q1" }],
    ]);
    expect(labelsOf(plan.questions[1])).toHaveLength(5);
  });

  test.each([
    ["Google Forms", ["Satisfied with? [Price]", "Satisfied with? [Service]"], "Satisfied with?", ["Price", "Service"]],
    ["LimeSurvey", ["Q1[SQ001]", "Q1[SQ002]"], "Q1", ["Q1[SQ001]", "Q1[SQ002]"]],
    ["LimeSurvey's .sav", ["Q1_SQ001", "Q1_SQ002"], "Q1", ["Q1_SQ001", "Q1_SQ002"]],
    ["Decipher", ["Q4r1", "Q4r2"], "Q4", ["Q4r1", "Q4r2"]],
  ])("are the rows of one grid in names of %s", (_, names, id, rows) => {
    const plan = planFor([...names, "Age"], beside(turns("good", "so so"), turns("so so", "good"), turns("18", "34")));
    expect(plan.questions.map(({ grid, text }) => [grid?.id, text])).toEqual([
      ...rows.map((row) => [id, row]),
      [undefined, "Age"],
    ]);
  });

  test("are one multiple question a row in cells of Decipher, and in cells of a table of LimeSurvey", () => {
    const cells = [1, 2].flatMap((row) => [1, 2].map((column) => ({ row, column })));
    const rows = beside(...cells.map(() => turns("1", "0")));
    const namesBy = (nameOf: (cell: { row: number; column: number }) => string) =>
      planFor(cells.map(nameOf), rows).questions.map(({ id, kind }) => [id, kind]);
    expect(namesBy(({ row, column }) => `Q4r${row}c${column}`)).toEqual([
      ["Q4r1", "multiple"],
      ["Q4r2", "multiple"],
    ]);
    expect(namesBy(({ row, column }) => `Q4[SQ00${row}_SQ00${column}]`)).toEqual([
      ["Q4[SQ001]", "multiple"],
      ["Q4[SQ002]", "multiple"],
    ]);
  });

  test("are one multiple question a column where cells of Decipher stand a column after the other", () => {
    const rows = beside(turns("1", "0"), turns("0", "1"), turns("1", "0"), turns("0", "1"));
    const plan = planFor(["Q4r1c1", "Q4r2c1", "Q4r1c2", "Q4r2c2"], rows);
    expect(plan.questions.map(({ id }) => id)).toEqual(["Q4c1", "Q4c2"]);
  });

  test("leave nothing out of a column of more values than are kept, which may say more", () => {
    const options = Array.from({ length: 12 }, (_, at) => `o${at}`);
    const chosen = Array.from({ length: 4095 }, (_, at) => options.filter((_, bit) => ((at + 1) >> bit) & 1));
    const rows = chosen.map((each) => [
      each.join(" "),
      ...options.map((option) => (each.includes(option) ? "1" : "0")),
    ]);
    const plan = planFor(
      ["q1", ...options.map((option) => `q1/${option}`)],
      [...rows, ["mate", ...options.map(() => "0")]],
    );
    expect(plan.ignored).toEqual([]);
    expect(plan.notes.join(" ")).not.toContain("not imported twice");
  });

  test("are one multiple question of Kobo, which has them in one cell as well", () => {
    const names = ["q1", "q1/phone", "q1/car"];
    const rows = beside(turns("phone", "car", "phone car"), turns("1", "0", "1"), turns("0", "1", "1"));
    const plan = planFor(names, rows);
    expect(plan.questions).toMatchObject([{ id: "q1", kind: "multiple", source: { form: "flags" } }]);
    expect(plan.ignored).toEqual(["q1"]);
    expect(plan.notes.join(" ")).toContain(
      "What is in “q1” is in a column for each option as well: not imported twice.",
    );
    const other = planFor(names, beside(turns("bike", "car"), turns("1", "0"), turns("0", "1")));
    expect(other.questions.map(({ id }) => id)).toEqual(["q1", "q1 (2)"]);
  });

  test("are one multiple question named by the options in columns of Kobo", () => {
    const plan = planFor(["age", "q1/phone", "q1/car"], beside(turns("18", "34"), turns("1", "0"), turns("0", "1")));
    expect(plan.questions.map(({ id, kind }) => [id, kind])).toEqual([
      ["age", "numeric"],
      ["q1", "multiple"],
    ]);
    expect(labelsOf(plan.questions[1]).map(([, label]) => label)).toEqual(["phone", "car"]);
  });

  test.each([
    ["0 and 1, and a few words that recur", [turns("1", "0"), turns("0", "1"), turns(null, "Mate", null, "Cider")]],
    ["marks, and one word that recurs", [turns("x", null), turns(null, "x"), turns(null, "Mate", null)]],
    ["yes and no in words, and others that recur", [turns("Oui", "Non"), turns("Non", "Oui"), turns("Mate", "Cider")]],
    ["their own words, and others that recur", [turns("Tea", null), turns(null, "Rum"), turns(null, "Mate", "Cider")]],
  ])("are one multiple question beside what is written in: %s", (_, columns) => {
    const plan = planFor(["Q5_1", "Q5_2", "Q5_3"], beside(...columns));
    expect(plan.questions.map(({ id, kind }) => [id, kind])).toEqual([
      ["Q5", "multiple"],
      ["Q5_3", "single"],
    ]);
    expect(labelsOf(plan.questions[0])).toHaveLength(2);
  });

  test.each([
    ["Oui", null],
    ["Ja", null],
    ["Sí", null],
    ["WAHR", "FALSCH"],
    ["VRAI", "FAUX"],
    ["VERDADERO", "FALSO"],
    ["✓", null],
  ])("are one multiple question where they say %s or %s", (yes, no) => {
    const [question, ...others] = planFor(["Q5_1", "Q5_2"], beside(turns(yes, no), turns(no, yes))).questions;
    expect(question).toMatchObject({ kind: "multiple", source: { form: "flags", chosen: [yes] } });
    expect(others).toEqual([]);
  });

  test.each([
    ["Oui", "Non"],
    ["Sí", "No"],
    ["Ja", "Nein"],
  ])("are the rows of one grid where they say %s and %s", (yes, no) => {
    const { questions } = planFor(["Q5_1", "Q5_2"], beside(turns(yes, no), turns(no, yes)));
    expect(questions.map(({ grid }) => grid?.id)).toEqual(["Q5", "Q5"]);
  });

  test("have the question's text from all labels, and their own words from what follows it", () => {
    const columns = ["Soap", "Soda"].map((option, at) => ({ name: `Q5_${at + 1}`, label: `Which? - ${option}` }));
    const flags = planFor(columns, beside(turns("1", "0"), turns("0", "1")));
    expect(flags.questions).toMatchObject([
      { id: "Q5", text: "Which?", options: [{ label: "Soap" }, { label: "Soda" }] },
    ]);
    const grid = planFor(columns, beside(turns("1", "2", "3"), turns("3", "2", "1")));
    expect(grid.questions).toMatchObject([
      { id: "Q5_1", text: "Soap", grid: { id: "Q5", text: "Which?" } },
      { id: "Q5_2", text: "Soda", grid: { id: "Q5", text: "Which?" } },
    ]);
  });

  test("are apart when only their names look alike", () => {
    const plan = planFor(
      ["Q1", "Q2", "wave 1", "wave 2"],
      beside(turns("1", "0"), turns("0", "1"), turns("a", "b"), turns("12.5", "3")),
    );
    expect(plan.questions.every(({ grid, kind }) => grid === null && kind !== "multiple")).toBe(true);
  });

  test("are those that SPSS declares, flags and choices", () => {
    const sets: MultipleSet[] = [
      { name: "used", label: "Which have you used?", columns: ["m1", "m2"], form: "flags", chosen: 1 },
      { name: "pick", label: "", columns: ["c1", "c2"], form: "choices" },
    ];
    const labelled = (name: string): FileColumn => ({ name, label: `Label of ${name}` });
    const choice = (name: string): FileColumn => ({
      name,
      valueLabels: [
        { value: 1, label: "A" },
        { value: 2, label: "B" },
        { value: 3, label: "C" },
      ],
    });
    const rows = beside(turns(1, 0), turns(0, 1), turns(1, 2), turns(2, null));
    const plan = planFor([labelled("m1"), labelled("m2"), choice("c1"), choice("c2")], rows, { multipleSets: sets });
    expect(plan.questions.map(({ id, text }) => [id, text])).toEqual([
      ["used", "Which have you used?"],
      ["pick", "pick"],
    ]);
    expect(labelsOf(plan.questions[0])).toEqual([
      [1, "Label of m1", null],
      [2, "Label of m2", null],
    ]);
    expect(plan.questions[1]).toMatchObject({ source: { form: "choices", columns: ["c1", "c2"] } });
    expect(labelsOf(plan.questions[1]).map(([, label]) => label)).toEqual(["A", "B", "C"]);
  });

  test("are those that SPSS declares with the options that nobody chose, unless nobody chose any", () => {
    const set = (name: string, ...columns: string[]): MultipleSet => ({
      ...{ name, label: "", columns, form: "flags", chosen: 1 },
    });
    const rows = beside(turns(1, null), turns(null), turns(null), turns(null));
    const multipleSets = [set("used", "m1", "m2"), set("kept", "k1", "k2")];
    const plan = planFor(["m1", "m2", "k1", "k2"], rows, { multipleSets });
    expect(plan.questions).toMatchObject([{ id: "used", options: [{ label: "m1" }, { label: "m2" }] }]);
    expect(plan.ignored).toEqual(["k1", "k2"]);
  });

  test("are the options under one question of a header of two rows; what is written in is a question of its own", () => {
    const part = (option: string): FileColumn => ({ name: `Used?: ${option}`, part: { question: "Used?", option } });
    const other = turns(...Array.from({ length: 60 }, (_, at) => `mine is ${at}`));
    const plan = planFor(
      [part("Soap"), part("Shampoo"), part("Other")],
      beside(turns("Soap", null), turns(null, "Shampoo", null), other),
    );
    expect(plan.questions.map(({ kind, text }) => [kind, text])).toEqual([
      ["multiple", "Used?"],
      ["open", "Used?: Other"],
    ]);
    expect(labelsOf(plan.questions[0])).toEqual([
      [1, "Soap", null],
      [2, "Shampoo", null],
    ]);
    expect(plan.questions[0]).toMatchObject({ source: { chosen: null } });
  });
});

describe("the decimal sign", () => {
  const amounts = Array.from({ length: 59 }, (_, at) => `${at + 1},250`);

  test("is the comma where a number can be read in no other way, be it one of many", () => {
    const plan = planFor(["Amount"], turns(...amounts, "0,875"));
    expect(plan.decimal).toBe(",");
    expect(plan.notes.join(" ")).not.toContain("decimal sign");
    expect(planFor(["Amount"], turns("1.5", "2.5", "0,5")).decimal).toBe(".");
    expect(planFor(["Why"], turns("well", "I have 2", "no idea", "0,5", "none", "so so", "yes")).decimal).toBe(".");
  });

  test("is that of the file's other numbers where one column has a comma", () => {
    const slip = [...Array(59).fill(["3"]), ["3,5"]].map(([cell]) => [cell as string]);
    const plan = planFor(["Score", "Hours"], beside(turns("2.5", "1.5"), slip));
    expect(plan.decimal).toBe(".");
    expect(planFor(["Hours"], slip).decimal).toBe(",");
  });

  test("is not that of codes with commas between them", () => {
    const columns = ["Q1", "Minutes"];
    const plan = planFor(columns, beside(turns("3", "1,2", "2", "2,3,4", "1"), turns("28.207", "3.125", "7")));
    expect(plan.decimal).toBe(".");
    expect(plan.questions[0]).toMatchObject({ kind: "multiple", source: { form: "list", separator: "," } });
    expect(labelsOf(plan.questions[0]).map(([code]) => code)).toEqual([1, 2, 3, 4]);
    expect(planFor(columns, beside(turns("1", "1,2", "2"), turns("28.207", "3.125"))).decimal).toBe(".");
  });

  test("is not told by pairs that may be codes, where they would turn other numbers around", () => {
    const pairs = turns("1", "3", "1,2", "1,3", "2,3");
    const amounts = turns("4.381", "4.381", "7");
    const plan = planFor(["Brands", "Amount"], beside(pairs, amounts));
    expect(plan.decimal).toBe(".");
    expect(plan.questions.map(({ kind }) => kind)).toEqual(["multiple", "numeric"]);
    expect(labelsOf(plan.questions[0]).map(([code]) => code)).toEqual([1, 2, 3]);
    expect(planFor(["Brands", "Amount"], beside(pairs, turns("4", "7"))).decimal).toBe(",");
    const sure = turns("1", "3", "1,2", "3,2");
    expect(planFor(["Grade", "Amount"], beside(sure, amounts)).decimal).toBe(",");
  });

  test("is told by such pairs in a file with semicolons: grades of 1,3 stand beside amounts of 4.381", () => {
    const grades = turns("1,3", "1,7", "2,3", "2,7", "1");
    const columns = ["Note", "Betrag"];
    const read = beside(grades, turns("4.381", "12.500", "7"));
    expect(planFor(columns, read, { delimiter: ";" }).decimal).toBe(",");
    expect(planFor(columns, read, { delimiter: "," }).decimal).toBe(".");
    const codes = beside(turns("1", "3", "1,2", "1,3", "2,3"), turns("4.381", "12.500", "7"));
    expect(planFor(["Marken", "Betrag"], codes, { delimiter: ";" }).decimal).toBe(".");
  });

  test("is said where numbers can be read in two ways", () => {
    const plan = planFor(["Amount"], turns(...amounts));
    expect(plan.decimal).toBe(".");
    expect(plan.notes).toContain(
      "“1,250” in “Amount” is read as 1250: choose the other decimal sign if it has decimals.",
    );
  });
});

describe("what a response has beside its answers", () => {
  const ids = Array.from({ length: 60 }, (_, at) => [`R${at}`]);
  const weights = turns("0.5", "1.5", "1.0");

  test("are said to be dates to come, or of births a century before, where years have two digits", () => {
    const days = turns("14.02.04", "02.02.61");
    const { questions, notes } = planFor(["birth", "due"], beside(days, days));
    expect(questions.map(({ kind }) => kind)).toEqual(["date", "date"]);
    expect(notes.filter((note) => note.includes("61"))).toEqual([
      "“02.02.61” in “birth” is read as of 1961: write its year with four digits if that is not meant.",
      "“02.02.61” in “due” is read as of 2061: write its year with four digits if that is not meant.",
    ]);
  });

  test("are said where dates may begin with a year of two digits", () => {
    const days = turns(...["03", "05", "08", "12", "17", "21", "30"].map((day) => `23-Jan-${day}`));
    expect(planFor(["Date"], days).notes.filter((note) => note.includes("front"))).toEqual([
      "“23-Jan-03” in “Date” is read as 23 January 2003: write its year with four digits if it is what stands in front.",
    ]);
  });

  test("are said to be open where a file with semicolons has points that may stand between thousands", () => {
    const noted = (delimiter: Delimiter, ...values: string[]) =>
      planFor(["Amount"], turns(...values), { delimiter }).notes.filter((note) => note.includes("Amount"));
    const thousands = ["12.500", "1.250", "900", ...Array.from({ length: 30 }, (_, at) => `${at + 20}.000`)];
    expect(noted(";", ...thousands)).toEqual([
      "“1.250” in “Amount” is read as 1.25: choose the decimal comma if its point stands between thousands.",
    ]);
    expect(noted(",", ...thousands)).toEqual([]);
    expect(noted(";", ...thousands, "0.5")).toEqual([]);
  });

  test("is found: id, weight, start and end", () => {
    const names = ["RespId", "weight", "Start", "End", "Q1"];
    const plan = planFor(names, beside(ids, weights, turns("7/15/18"), turns("7/17/18"), turns("1", "2")));
    expect(plan).toMatchObject({
      id: "RespId",
      weights: ["weight"],
      time: { column: "Start", order: "mdy" },
      end: { column: "End", order: "mdy" },
    });
    expect(plan.questions.map(({ id }) => id)).toEqual(["Q1"]);
    expect(plan.notes).toEqual([
      "“weight” is taken as a weight: its mean is 1. Choose something else for the column if it is none.",
      "New tables of the project are weighted by “weight”, which “Table defaults” change.",
    ]);
  });

  test("is in the zone that the file names, else in UTC", () => {
    const rows = beside(turns("2024-03-15 17:57:00"), turns("1", "2"));
    expect(planFor(["Start", "Q1"], rows, { timeZone: "America/Denver" }).timeZone).toBe("America/Denver");
    expect(planFor(["Start", "Q1"], rows).timeZone).toBe("UTC");
  });

  test("is a weight with three decimals behind a comma as well", () => {
    const plan = planFor(["weight", "Q1"], beside(turns("0,875", "1,125", "1,000"), turns("1", "2")));
    expect(plan).toMatchObject({ decimal: ",", weights: ["weight"] });
  });

  test("is no id that recurs, no weight with another mean, no date of another kind", () => {
    const plan = planFor(
      ["id", "weight", "Birthday", "Q1"],
      beside(turns("a", "b"), turns("70", "85"), turns("1/31/1970"), turns("1", "2")),
    );
    expect(plan).toMatchObject({ id: null, weights: [], time: null });
    expect(plan.notes).toContainEqual(expect.stringContaining("No column with an id"));
    expect(plan.notes).toContainEqual(expect.stringContaining("If it is “Birthday”, choose that there"));
    expect(plan.notes).toContainEqual(expect.stringContaining("By its name “weight” may be a weight"));
  });

  test("is the only date with a time of day, whatever it is called", () => {
    const moments = turns("2024-03-15 17:57:00", "2024-03-16 08:01:00");
    expect(planFor(["ts", "Q1"], beside(moments, turns("1", "2")))).toMatchObject({ time: { column: "ts" } });
    const two = planFor(["ts", "paid", "Q1"], beside(moments, moments, turns("1", "2")));
    expect(two.time).toBeNull();
    expect(two.notes.join(" ")).toContain("If it is “ts”, “paid”, choose that there");
  });

  const days = turns("2018-07-15", "2020-01-31");
  test.each<[what: string, names: string[], time: string | null, end: string | null]>([
    ["the time of submission", ["When did you start your current job?", "Submitted At"], "Submitted At", null],
    ["the start", ["When did your contract end?", "StartDate", "EndDate"], "StartDate", "EndDate"],
    ["words written as one", ["job_start_date", "datestamp", "startdate"], "startdate", null],
    ["a name with more to it", ["When did you move here?", "Start_W1", "End_W1"], "Start_W1", "End_W1"],
    ["no question's answer", ["When did you start your current job?", "Birthday"], null, null],
  ])("is no answer to a question of dates, but %s", (_, names, time, end) => {
    const plan = planFor(names, beside(...names.map(() => days)));
    expect([plan.time?.column ?? null, plan.end?.column ?? null]).toEqual([time, end]);
  });

  test("is a time of day with its zone, as Google Forms writes it", () => {
    const stamps = turns("2024/03/01 3:05:12 PM GMT+1", "2024/03/02 9:05:12 AM CET");
    expect(planFor(["Timestamp"], stamps).time).toMatchObject({ column: "Timestamp", order: "ymd" });
    const byBrowsers = turns("Tue Nov 25 2025 10:00:00 GMT+0100 (CET)", "Sat Nov 29 2025 10:00:00 GMT+0100 (CET)");
    expect(planFor(["Timestamp"], byBrowsers).time).toMatchObject({ column: "Timestamp", order: "ymd" });
  });

  test.each([
    ["seconds", "1688360650", "1688360651"],
    ["milliseconds", "1688360650123", "1688360651123"],
    ["year, month, day, hour, minute and second", "20230703050410", "20230703050411"],
  ])("is a time in numbers, of %s", (words, ...stamps) => {
    const plan = planFor(["start_time", "visits"], beside(turns(...stamps), turns("1688360650", "17", "2")));
    expect(plan.time).toMatchObject({ column: "start_time" });
    expect(plan.notes.join(" ")).toContain(`“${stamps[0]}” in “start_time” is read as ${words}`);
    expect(plan.questions).toMatchObject([{ id: "visits", kind: "numeric" }]);
  });

  test("says how numbers with signs and lengths of time are read", () => {
    const balance = turns("(1.50)", ...Array.from({ length: 30 }, (_, at) => `${at}.5`));
    const took = turns(...Array.from({ length: 40 }, (_, at) => `1:${at + 10}:00`));
    expect(planFor(["Balance", "Took"], beside(balance, took)).notes.slice(-2)).toEqual([
      "“(1.50)” in “Balance” is read as -1.5.",
      "“1:10:00” in “Took” is read as 70; lengths of time are in minutes.",
    ]);
  });

  test("says what numbers count that a file shows with a unit", () => {
    const share: FileColumn = { name: "Share", unit: "percent" };
    const took: FileColumn = { name: "Took", hint: "number", unit: "minutes" };
    const values = Array.from({ length: 40 }, (_, at) => at + 28.5);
    const plan = planFor([share, took], beside(turns(...values), turns(...values.map((each) => each / 10))));
    expect(plan.questions.map(({ kind }) => kind)).toEqual(["numeric", "numeric"]);
    expect(plan.notes.slice(-2)).toEqual([
      "“28.5%” in “Share” is read as 28.5; percents are kept as numbers of a hundred.",
      "“00:02:51” in “Took” is read as 2.85; lengths of time are in minutes.",
    ]);
  });

  test("has few numbers with a unit that recur as options, as their texts would be", () => {
    const shown = labelsOf(only({ name: "Share", unit: "percent" }, turns(0, 25, 50, 75)));
    const written = labelsOf(only("Share", turns("0%", "25%", "50%", "75%")));
    expect(shown.map(([, label]) => label)).toEqual(["0%", "25%", "50%", "75%"]);
    expect(written.map(([, label]) => label)).toEqual(["0%", "25%", "50%", "75%"]);
  });

  test("is the weight that the file itself names", () => {
    expect(planFor(["factor", "Q1"], beside(weights, turns("1", "2")), { weight: "factor" }).weights).toEqual([
      "factor",
    ]);
  });

  test("says when day and month cannot be told apart, and what has nothing in it", () => {
    const plan = planFor(["date", "empty"], beside(turns("1/2/2020", "3/4/2020"), turns(null)));
    expect(plan.ignored).toEqual(["empty"]);
    expect(plan.notes.join(" ")).toMatch(/“date” can be read as month\/day or day\/month.*Nothing is in “empty”/);
    expect(planFor(["date"], turns("1/2/2020", "13/4/2020")).time).toMatchObject({ column: "date", order: "dmy" });
  });
});

describe("what was chosen for the project's file before", () => {
  const ids = Array.from({ length: 60 }, (_, at) => [`R${at}`]);
  const twice = [...ids.slice(1), ["R1"]];
  const panel = Array.from({ length: 60 }, (_, at) => [`P${at}`]);
  const amounts = turns("1.8", "2.1", "1.5");
  const open = turns("1/2/2020", "3/4/2020");
  const names = ["respondent_id", "panel_id", "paid", "when", "Q1"];
  const rows = beside(ids, panel, amounts, open, turns("1", "2"));
  const first = planFor(names, rows);

  test("is what the next file begins with: id, weight, time, orders, zone and decimal sign", () => {
    expect(first).toMatchObject({ id: "respondent_id", weights: [], time: { column: "when", order: "mdy" } });
    const before: ImportPlan = {
      ...{ ...first, weights: ["paid"], time: { column: "when", order: "dmy" }, timeZone: "Europe/Berlin" },
      ...{ decimal: ",", endBeforeStart: "refuse", questions: first.questions.filter(({ id }) => id !== "paid") },
    };
    const next = planFor(names, beside(twice, panel, turns("2", "3"), open, turns("1", "2")), { before });
    expect(next).toMatchObject({
      ...{ id: "respondent_id", weights: ["paid"], time: { column: "when", order: "dmy" } },
      ...{ timeZone: "Europe/Berlin", decimal: ",", endBeforeStart: "refuse" },
    });
    expect(next.questions.map(({ id }) => id)).toEqual(["panel_id", "Q1"]);
    expect(next.notes).toEqual([]);
  });

  test("is the id of a long name, whatever else the file has", () => {
    const stem = "How satisfied are you with this, all in all? ".repeat(6);
    const [price, quality] = [`${stem}Price`, `${stem}Quality`];
    const codes = turns("1", "2");
    const both = planFor([price, quality], beside(codes, codes));
    const [, second] = both.questions.map(({ id }) => id);
    expect(planFor([price, quality], beside(turns(null), codes)).questions.map(({ id }) => id)).toEqual([second]);

    const former = [`${stem.slice(0, 189)}…`, `${stem.slice(0, 189)}… (2)`];
    const before = { ...both, questions: both.questions.map((each, at) => ({ ...each, id: former[at] ?? "" })) };
    const next = planFor([price, quality], beside(turns(null), codes), { before });
    expect(next.questions.map(({ id }) => id)).toEqual([former[1]]);
  });

  test("holds against what the guess finds in columns that were something else", () => {
    const panelId = { column: "panel_id", kind: "open" as const, text: "", missing: [], blank: "not_asked" as const };
    const before: ImportPlan = { ...first, id: null, time: null, questions: [{ ...panelId, id: "p", grid: null }] };
    const next = planFor(["panel_id", "when"], beside(panel, open), { before: { ...before, ignored: ["when"] } });
    expect(next).toMatchObject({ id: null, time: null, questions: [{ id: "p" }], ignored: ["when"] });
    expect(next.notes.join(" ")).toContain("“when” was left out of the file before, and of this one.");
  });

  test("leaves nothing out that was left out only as there was nothing in it", () => {
    const before = planFor(names, beside(ids, panel, amounts, open, turns(null)));
    expect(before).toMatchObject({ ignored: ["Q1"], empty: ["Q1"] });
    const next = planFor(names, rows, { before });
    expect(next.questions.map(({ id }) => id)).toEqual(["panel_id", "paid", "Q1"]);
  });

  test("has the end for its time where the file lacks the time of before", () => {
    const before = planFor(["Start", "End"], beside(open, open));
    expect(before).toMatchObject({ time: { column: "Start" }, end: { column: "End" } });
    expect(planFor(["End", "Q1"], beside(open, turns("1", "2")), { before })).toMatchObject({
      ...{ time: { column: "End" }, end: null },
    });
  });

  test("gives way to what the file shows: no such column, no date, another order, other decimals", () => {
    const before: ImportPlan = { ...first, decimal: ",", time: { column: "when", order: "dmy" } };
    const other = planFor(["uuid", "paid", "when"], beside(ids, amounts, turns("1/31/2020")), { before });
    expect(other).toMatchObject({ id: "uuid", decimal: ".", time: { column: "when", order: "mdy" } });
    expect(other.notes).toContain(
      "The project's responses are known by “respondent_id”, which this file lacks: “uuid” is taken instead.",
    );
    const text = planFor(["panel_id", "when", "Start"], beside(panel, turns("soon", "later"), open), { before });
    expect(text).toMatchObject({ id: null, time: { column: "Start" } });
    expect(text.notes.join(" ")).toContain("which this file lacks: all its rows come in as new responses.");
  });
});
