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

/** The survey's answers as CSV of the tool. */
export function writtenBy(name: DialectName, { questions, answers }: TestSurvey): string {
  const { before, columnsOf }: Dialect = dialects[name];
  const columns = questions.map((question, at) => columnsOf(question, at + 1));
  const headers = [...before, ...columns.flat()].map(({ header }) => header);
  const headerRows = (headers[0] ?? []).map((_, row) => headers.map((header) => header[row] ?? ""));
  const rows = answers.map((given, row) => [
    ...before.map(({ cellOf }) => cellOf(row)),
    ...columns.flatMap((own, at) => own.map(({ cellOf }) => cellOf(given[at] ?? []))),
  ]);
  return `${[...headerRows, ...rows].map((cells) => cells.map(quoted).join(",")).join("\n")}\n`;
}
