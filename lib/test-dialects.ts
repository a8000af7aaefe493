import { workbookOf } from "./test-answer-files";
import { quotedForPspp } from "./test-pspp";

/** Surveys with answers as the exports of common tools write them, for tests of their import. */

export type TestQuestion = { text: string } & (
  | { kind: "single" | "multiple"; options: readonly string[] }
  | { kind: "grid"; rows: readonly string[]; options: readonly string[] }
  | { kind: "numeric" }
);

/** An answer: places of options; of a grid one a row; of a number the number. */
export type TestAnswer = readonly number[];

export type TestSurvey = { questions: readonly TestQuestion[]; answers: readonly (readonly TestAnswer[])[] };

type Cell = string;
/** A column of an export: its header rows, and its cell of an answer. */
type Column = { header: readonly string[]; cellOf: (answer: TestAnswer) => Cell };

type Dialect = {
  /** Columns before the questions: their header rows, and the cell of a row from 0. */
  before: readonly { header: readonly string[]; cellOf: (row: number) => Cell }[];
  columnsOf: (question: TestQuestion, number: number) => Column[];
  /** Whether the file has the options' labels, or codes and marks alone. */
  hasLabels: boolean;
};

const day = (row: number) =>
  `2024-03-${String(1 + (row % 28)).padStart(2, "0")} 10:${String(row % 60).padStart(2, "0")}:00`;
const responseId = (row: number) => `R_${1000 + row}`;

const textOf = (options: readonly string[], places: readonly number[], sign: string) =>
  places.map((place) => options[place] ?? "").join(sign);

const number = (header: readonly string[]): Column => ({ header, cellOf: ([value = 0]) => String(value) });
const choice = (header: readonly string[], { options }: { options: readonly string[] }, sign = ""): Column => ({
  header,
  cellOf: (answer) => textOf(options, answer, sign),
});
const code = (header: readonly string[]): Column => ({ header, cellOf: ([place = 0]) => String(place + 1) });

type Marks = { chosen: (option: string) => string; not: string };

const flags = (
  options: readonly string[],
  headerOf: (option: string, at: number) => string[],
  { chosen, not }: Marks,
) =>
  options.map(
    (option, at): Column => ({
      header: headerOf(option, at),
      cellOf: (answer) => (answer.includes(at) ? chosen(option) : not),
    }),
  );

const gridRows = (
  { rows, options }: Extract<TestQuestion, { kind: "grid" }>,
  headerOf: (row: string, at: number) => string[],
  cell: (place: number) => string = (place) => options[place] ?? "",
) => rows.map((row, at): Column => ({ header: headerOf(row, at), cellOf: (answer) => cell(answer[at] ?? 0) }));

const ownText: Marks = { chosen: (option) => option, not: "" };
const oneOrZero: Marks = { chosen: () => "1", not: "0" };
const asCode = (place: number) => String(place + 1);

const surveyMonkey: Dialect = {
  hasLabels: true,
  before: [
    { header: ["Respondent ID", ""], cellOf: (row) => String(11_400_000_000 + row) },
    { header: ["Start Date", ""], cellOf: day },
  ],
  columnsOf(question) {
    const { text } = question;
    const under = (part: string, at: number) => [at === 0 ? text : "", part];
    if (question.kind === "multiple") return flags(question.options, under, ownText);
    if (question.kind === "grid") return gridRows(question, under);
    return question.kind === "single"
      ? [choice([text, "Response"], question)]
      : [number([text, "Open-Ended Response"])];
  },
};

const importId = (name: string) => `{"ImportId":"${name}"}`;

const qualtrics: Dialect = {
  hasLabels: true,
  before: [
    { header: ["StartDate", "Start Date", importId("startDate")], cellOf: day },
    { header: ["ResponseId", "Response ID", importId("_recordId")], cellOf: responseId },
  ],
  columnsOf(question, at) {
    const { text } = question;
    const part = (label: string, place: number) => [
      ...[`Q${at}_${place + 1}`, `${text} - ${label}`],
      importId(`QID${at}_${place + 1}`),
    ];
    const header = [`Q${at}`, text, importId(`QID${at}`)];
    if (question.kind === "multiple") return flags(question.options, part, ownText);
    if (question.kind === "grid") return gridRows(question, part);
    return [question.kind === "single" ? choice(header, question) : number(header)];
  },
};

const limeSurvey: Dialect = {
  hasLabels: true,
  before: [
    { header: ["id. Response ID"], cellOf: (row) => String(row + 1) },
    { header: ["submitdate. Date submitted"], cellOf: day },
  ],
  columnsOf(question, at) {
    const { text } = question;
    const part = (label: string, place: number) => [`Q${at}[SQ00${place + 1}]. ${text} [${label}]`];
    const header = [`Q${at}. ${text}`];
    if (question.kind === "multiple") return flags(question.options, part, { chosen: () => "Y", not: "" });
    if (question.kind === "grid") return gridRows(question, part);
    return [question.kind === "single" ? choice(header, question) : number(header)];
  },
};

const redcapLabels: Dialect = {
  hasLabels: true,
  before: [
    { header: ["Record ID"], cellOf: (row) => String(row + 1) },
    { header: ["Survey Timestamp"], cellOf: day },
  ],
  columnsOf(question) {
    const { text } = question;
    if (question.kind === "multiple") {
      const marks = { chosen: () => "Checked", not: "Unchecked" };
      return flags(question.options, (label) => [`${text} (choice=${label})`], marks);
    }
    if (question.kind === "grid") return gridRows(question, (row) => [`${text} - ${row}`]);
    return [question.kind === "single" ? choice([text], question) : number([text])];
  },
};

const redcapRaw: Dialect = {
  hasLabels: false,
  before: [{ header: ["record_id"], cellOf: (row) => String(row + 1) }],
  columnsOf(question, at) {
    if (question.kind === "multiple")
      return flags(question.options, (_, place) => [`q${at}___${place + 1}`], oneOrZero);
    if (question.kind === "grid") return gridRows(question, (_, place) => [`q${at}_${place + 1}`], asCode);
    return [question.kind === "single" ? code([`q${at}`]) : number([`q${at}`])];
  },
};

const googleForms: Dialect = {
  hasLabels: true,
  before: [{ header: ["Timestamp"], cellOf: day }],
  columnsOf(question) {
    const { text } = question;
    if (question.kind === "grid") return gridRows(question, (row) => [`${text} [${row}]`]);
    return [question.kind === "numeric" ? number([text]) : choice([text], question, ", ")];
  },
};

const decipher: Dialect = {
  hasLabels: false,
  before: [
    { header: ["record"], cellOf: (row) => String(row + 1) },
    { header: ["date"], cellOf: day },
  ],
  columnsOf(question, at) {
    if (question.kind === "multiple") return flags(question.options, (_, place) => [`Q${at}r${place + 1}`], oneOrZero);
    if (question.kind === "grid") return gridRows(question, (_, place) => [`Q${at}r${place + 1}`], asCode);
    return [question.kind === "single" ? code([`Q${at}`]) : number([`Q${at}`])];
  },
};

const alchemer: Dialect = {
  hasLabels: true,
  before: [
    { header: ["Response ID"], cellOf: (row) => String(row + 1) },
    { header: ["Date Submitted"], cellOf: day },
  ],
  columnsOf(question) {
    const { text } = question;
    const part = (label: string) => [`${label}:${text}`];
    if (question.kind === "multiple") return flags(question.options, part, ownText);
    if (question.kind === "grid") return gridRows(question, part);
    return [question.kind === "single" ? choice([text], question) : number([text])];
  },
};

export const dialects = {
  ...{ surveyMonkey, qualtrics, limeSurvey, redcapLabels, redcapRaw, googleForms, decipher, alchemer },
} as const satisfies Record<string, Dialect>;
export type DialectName = keyof typeof dialects;

const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** The survey's answers as the rows of the tool's file, headers first. */
function tableOf(name: DialectName, { questions, answers }: TestSurvey): string[][] {
  const { before, columnsOf }: Dialect = dialects[name];
  const columns = questions.map((question, at) => columnsOf(question, at + 1));
  const headers = [...before, ...columns.flat()].map(({ header }) => header);
  const headerRows = (headers[0] ?? []).map((_, row) => headers.map((header) => header[row] ?? ""));
  const rows = answers.map((given, row) => [
    ...before.map(({ cellOf }) => cellOf(row)),
    ...columns.flatMap((own, at) => own.map(({ cellOf }) => cellOf(given[at] ?? []))),
  ]);
  return [...headerRows, ...rows];
}

/** As CSV of the tool. */
export const writtenBy = (name: DialectName, survey: TestSurvey): string =>
  tableOf(name, survey)
    .map((cells) => `${cells.map(quoted).join(",")}\n`)
    .join("");

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const inXml = (text: string) => text.replace(/[&<>]/g, (sign) => entities[sign] ?? sign);
const cellXml = (cell: string) =>
  /^\d+$/.test(cell) ? `<c><v>${cell}</v></c>` : `<c t="inlineStr"><is><t>${inXml(cell)}</t></is></c>`;

/** As a workbook of the tool, with numbers as numbers. */
export const workbookBy = (name: DialectName, survey: TestSurvey): Buffer =>
  workbookOf(
    tableOf(name, survey)
      .map((cells, at) => `<row r="${at + 1}">${cells.map(cellXml).join("")}</row>`)
      .join(""),
  );

/** As JSON lines: an object a response, several answers as a list. */
export function jsonLinesOf({ questions, answers }: TestSurvey): string {
  const lines = answers.map((given, row) => {
    const members = questions.flatMap((question, at): [string, unknown][] => {
      const { text } = question;
      const places = given[at] ?? [];
      if (question.kind === "numeric") return [[text, places[0]]];
      const labels = places.map((place) => question.options[place] ?? "");
      if (question.kind === "grid") return question.rows.map((part, place) => [`${text} [${part}]`, labels[place]]);
      return [[text, question.kind === "multiple" ? labels : labels[0]]];
    });
    return JSON.stringify({ id: responseId(row), ...Object.fromEntries(members) });
  });
  return `${lines.join("\n")}\n`;
}

type Variable = { name: string; label: string; options: readonly string[]; numberOf: (answer: TestAnswer) => number };

function variablesOf(question: TestQuestion, at: number): Variable[] {
  const name = `Q${at + 1}`;
  const { text } = question;
  if (question.kind === "numeric") return [{ name, label: text, options: [], numberOf: ([value = 0]) => value }];
  const { options } = question;
  if (question.kind === "single") return [{ name, label: text, options, numberOf: ([place = 0]) => place + 1 }];
  if (question.kind === "grid") {
    return question.rows.map((row, part) => ({
      ...{ name: `${name}_${part + 1}`, label: `${text} - ${row}`, options },
      numberOf: (answer) => (answer[part] ?? 0) + 1,
    }));
  }
  return options.map((option, part) => ({
    ...{ name: `${name}_${part + 1}`, label: option, options: [] },
    numberOf: (answer) => (answer.includes(part) ? 1 : 0),
  }));
}

/** As syntax and data by which pspp writes a .sav: values with labels, and sets of multiple choice. */
export function psppSyntaxOf({ questions, answers }: TestSurvey): { syntax: string; data: string } {
  const variables = questions.map(variablesOf);
  const all = variables.flat();
  const labelled = all.filter(({ options }) => options.length > 0);
  const valueLabels = ({ options }: Variable) => options.map((option, at) => `${at + 1} ${quotedForPspp(option)}`);
  const sets = questions.flatMap(({ kind, text }, at) => {
    const names = (variables[at] ?? []).map(({ name }) => name).join(" ");
    if (kind !== "multiple") return [];
    return [`/MDGROUP NAME=$set${at + 1} LABEL=${quotedForPspp(text)} VARIABLES=${names} VALUE=1`];
  });
  const lines = [
    `DATA LIST LIST NOTABLE FILE='data.txt' /id ${all.map(({ name }) => name).join(" ")} (F8.0).`,
    ...all.map(({ name, label }) => `VARIABLE LABELS ${name} ${quotedForPspp(label)}.`),
    ...labelled.map((each) => `VALUE LABELS ${each.name} ${valueLabels(each).join(" ")}.`),
    ...(sets.length > 0 ? [`MRSETS ${sets.join("\n  ")}.`] : []),
  ];
  const rows = answers.map((given, row) => [
    row + 1,
    ...variables.flatMap((own, at) => own.map(({ numberOf }) => numberOf(given[at] ?? []))),
  ]);
  return { syntax: lines.join("\n"), data: rows.map((row) => `${row.join(" ")}\n`).join("") };
}
