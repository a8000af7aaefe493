import { describe, expect, test } from "vitest";
import type { RawCell } from "@/lib/answers/files/answer-file";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import { rowReader } from "../imports/read-rows";
import { guessPlan } from "./guess";
import { profiler } from "./profile";

const ROWS = 40;

/** The plan for a file of forty rows; `cellOf` gives the cell of a column in a row. */
function planFor(
  names: readonly string[],
  cellOf: (name: string, row: number) => RawCell,
  before: ImportPlan | null = null,
) {
  const rows = Array.from({ length: ROWS }, (_, row) => ({
    row: row + 2,
    cells: names.map((name) => cellOf(name, row)),
  }));
  const seen = profiler(names.length);
  seen.add(rows);
  const plan = guessPlan({ columns: names.map((name) => ({ name })), multipleSets: [] }, seen, before);
  const read = rowReader(plan, names);
  const outcomes = rows.map(read);
  const leftOut = outcomes.flatMap((outcome) => ("leftOut" in outcome ? [outcome.leftOut] : []));
  return { plan, leftOut, kept: outcomes.filter((outcome) => "kept" in outcome).length };
}

const usual = (name: string, row: number): RawCell => {
  if (/date|datum|time|zeit|stamp/i.test(name)) return `2024-03-${String((row % 28) + 1).padStart(2, "0")} 09:00`;
  if (/id$/i.test(name)) return `R${row}`;
  return /^Q/.test(name) ? String((row % 5) + 1) : `x${row % 7}`;
};
const withCells = (cells: Record<string, (row: number) => RawCell>) => (name: string, row: number) =>
  cells[name] ? cells[name](row) : usual(name, row);

const always = (cell: string) => () => cell;

type Tool = {
  tool: string;
  names: string[];
  cells?: Record<string, (row: number) => RawCell>;
  metadata: string[];
  leftOut?: Record<string, number>;
};

const TOOLS: Tool[] = [
  {
    tool: "Qualtrics",
    names: [
      "StartDate",
      "EndDate",
      "Status",
      "IPAddress",
      "Progress",
      "Duration (in seconds)",
      "Finished",
      "RecordedDate",
      "ResponseId",
      "LocationLatitude",
      "DistributionChannel",
      "UserLanguage",
      "Q1",
      "Q2",
    ],
    cells: {
      Status: (row) => (row < 3 ? "Survey Preview" : row === 3 ? "Survey Test" : "IP Address"),
      Finished: (row) => (row >= 38 ? "False" : "True"),
    },
    metadata: [
      "Status",
      "IPAddress",
      "Progress",
      "Duration (in seconds)",
      "Finished",
      "RecordedDate",
      "LocationLatitude",
      "DistributionChannel",
      "UserLanguage",
    ],
    leftOut: { preview: 3, test: 1, unfinished: 2 },
  },
  {
    tool: "Qualtrics",
    names: [
      "Startdatum",
      "Enddatum",
      "Antworttyp",
      "IP-Adresse",
      "Fortschritt",
      "Dauer (in Sekunden)",
      "Beendet",
      "Aufgezeichnetes Datum",
      "Antwort-ID",
      "Verteilungskanal",
      "Q1",
    ],
    cells: {
      Antworttyp: (row) => (row < 2 ? "Umfragevorschau" : "IP-Adresse"),
      Beendet: (row) => (row > 36 ? "Falsch" : "Wahr"),
    },
    metadata: [
      "Antworttyp",
      "IP-Adresse",
      "Fortschritt",
      "Dauer (in Sekunden)",
      "Beendet",
      "Aufgezeichnetes Datum",
      "Verteilungskanal",
    ],
    leftOut: { preview: 2, unfinished: 3 },
  },
  {
    tool: "SurveyMonkey",
    names: [
      "Respondent ID",
      "Collector ID",
      "Start Date",
      "End Date",
      "IP Address",
      "Email Address",
      "First Name",
      "Last Name",
      "Q1",
    ],
    cells: { "Collector ID": () => "77" },
    metadata: ["Collector ID", "IP Address", "Email Address", "First Name", "Last Name"],
  },
  {
    tool: "LimeSurvey",
    names: [
      "id",
      "submitdate",
      "lastpage",
      "startlanguage",
      "seed",
      "startdate",
      "datestamp",
      "ipaddr",
      "Group time: Start",
      "Q1",
    ],
    cells: { submitdate: (row) => (row % 10 === 0 ? null : "2024-03-01 10:00"), lastpage: () => "3" },
    metadata: ["lastpage", "startlanguage", "seed", "datestamp", "ipaddr", "Group time: Start"],
    leftOut: { unfinished: 4 },
  },
  {
    tool: "Alchemer",
    names: [
      "Response ID",
      "Time Started",
      "Date Submitted",
      "Status",
      "Legacy Comments",
      "Language",
      "IP Address",
      "Country",
      "Q1",
    ],
    cells: { Status: (row) => (row < 5 ? "Partial" : "Complete") },
    metadata: ["Status", "Legacy Comments", "Language", "IP Address", "Country"],
    leftOut: { unfinished: 5 },
  },
  { tool: "Google Forms", names: ["Timestamp", "Email Address", "Q1"], metadata: ["Email Address"] },
];

describe("known exports", () => {
  test.each(TOOLS)("$tool: $names.0", ({ tool, names, cells = {}, metadata, leftOut = {} }) => {
    const { plan, leftOut: reasons, kept } = planFor(names, withCells(cells));
    const questions = plan.questions.map(({ id }) => id);
    expect(questions.every((id) => id.startsWith("Q"))).toBe(true);
    expect(
      plan.metadata?.filter((name) => !["EndDate", "Enddatum", "End Date", "Date Submitted"].includes(name)),
    ).toEqual(metadata);
    const counted = Object.fromEntries(
      Object.keys(leftOut).map((reason) => [reason, reasons.filter((each) => each === reason).length]),
    );
    expect(counted).toEqual(leftOut);
    expect(kept + reasons.length).toBe(ROWS);
    expect(plan.notes.join(" ")).toContain(`metadata of ${tool}`);
  });

  test("say how many rows are left out", () => {
    const [qualtrics] = TOOLS;
    const { notes } = planFor(qualtrics?.names ?? [], withCells(qualtrics?.cells ?? {})).plan;
    expect(notes).toContain("3 previews of Qualtrics (“Status”) left out.");
    expect(notes).toContain("1 test of Qualtrics (“Status”) left out.");
    expect(notes).toContain("2 unfinished responses of Qualtrics (“Finished”) left out.");
  });
});

test("a filter that would leave nothing over is none", () => {
  const names = TOOLS[0]?.names ?? [];
  const { plan, kept } = planFor(names, withCells({ Finished: always("False"), Status: always("Survey Preview") }));
  expect([plan.rowFilters, kept]).toEqual([undefined, ROWS]);
});

test("questions that are called like a tool's columns stay questions in other files", () => {
  const { plan, leftOut } = planFor(["id", "Status", "Progress", "Finished", "Name", "Country"], usual);
  expect(plan.questions.map(({ id }) => id)).toEqual(["Status", "Progress", "Finished", "Name", "Country"]);
  expect([plan.metadata, leftOut]).toEqual([undefined, []]);
});

test("an IP address is metadata in every file", () => {
  expect(planFor(["id", "IP Address", "Q1"], usual).plan).toMatchObject({
    metadata: ["IP Address"],
    ignored: ["IP Address"],
  });
});

test("what was chosen for the file before holds for the next", () => {
  const [qualtrics] = TOOLS;
  const [names, cells] = [qualtrics?.names ?? [], withCells(qualtrics?.cells ?? {})];
  const { plan: first } = planFor(names, cells);
  const progress = {
    id: "Progress",
    text: "",
    kind: "open" as const,
    column: "Progress",
    missing: [],
    blank: "not_asked" as const,
    grid: null,
  };
  const before: ImportPlan = {
    ...first,
    questions: [...first.questions, progress],
    ignored: first.ignored.filter((name) => name !== "Progress"),
    rowFilters: first.rowFilters?.map((filter) => ({ ...filter, applies: filter.reason === "preview" })),
  };
  const { plan, leftOut } = planFor(names, cells, before);
  expect(plan.questions.map(({ id }) => id)).toContain("Progress");
  expect(leftOut).toEqual(["preview", "preview", "preview"]);
  expect(plan.notes.join(" ")).not.toContain("left out of the file before");
  // A project whose files came before there were filters has all their rows.
  const { rowFilters: _, ...unfiltered } = first;
  expect(planFor(names, cells, unfiltered).leftOut).toEqual([]);
});
