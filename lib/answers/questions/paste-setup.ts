import Papa from "papaparse";
import type { AnswerOption, Question } from "@/lib/contracts/interfaces/answers";
import type { QuestionsChange } from "@/lib/contracts/ours/question-changes";
import { cellKey } from "@/lib/contracts/rules/answer-cells";
import { readTypedNumber } from "@/lib/tables/typed-number";
import { labelKey } from "./join-options";

/** Columns of a spreadsheet as changes of questions; with a problem, a sentence each, nothing of it is taken. */
export type Pasted = { changes: QuestionsChange[]; problems: string[] };

const rowsOf = (text: string): string[][] =>
  Papa.parse<string[]>(text.replace(/\r\n?/g, "\n").replace(/\n+$/, ""), { delimiter: "\t" })
    .data.map((row) => row.map((cell) => cell.trim()))
    .filter((row) => row.some((cell) => cell !== ""));

/** Texts of questions: with two columns an id and a text, with one the texts of the chosen questions in their order. */
export function pastedTexts(text: string, chosen: readonly Question[], all: readonly Question[]): Pasted {
  const rows = rowsOf(text);
  if (rows.length === 0)
    return { changes: [], problems: ["Paste a column of texts, or ids and texts beside each other."] };
  if (rows.every((row) => row.length === 1)) {
    if (rows.length !== chosen.length) {
      return {
        changes: [],
        problems: [
          countProblem(
            rows.length,
            chosen.length,
            chosen.length === 1 ? "question is selected" : "questions are selected",
          ),
        ],
      };
    }
    return { changes: chosen.map(({ id }, at) => ({ change: "text", id, text: rows[at]?.[0] ?? "" })), problems: [] };
  }
  const known = new Map(all.map(({ id }) => [id.toLowerCase(), id]));
  const unknown = rows.flatMap(([id = ""]) => (known.has(id.toLowerCase()) ? [] : [id]));
  return {
    changes: rows.flatMap(([name = "", ...rest]): QuestionsChange[] => {
      const id = known.get(name.toLowerCase());
      const words = rest.find((cell) => cell !== "");
      return id === undefined || words === undefined ? [] : [{ change: "text", id, text: words }];
    }),
    problems: unknown.slice(0, 5).map((id) => `This project has no question “${id}”.`),
  };
}

const countProblem = (pasted: number, wanted: number, are: string) =>
  `${pasted.toLocaleString("en")} ${pasted === 1 ? "line was" : "lines were"} pasted, but ${wanted.toLocaleString("en")} ${are}.`;

/**
 * Labels of options: a column of labels in the order of the options, or codes and labels beside each other, with values
 * in a third column. All of the chosen questions get them.
 */
export function pastedLabels(text: string, chosen: readonly Question[]): Pasted {
  const rows = rowsOf(text);
  if (rows.length === 0)
    return { changes: [], problems: ["Paste a column of labels, or codes and labels beside each other."] };
  const read = chosen.map((question) => labelsOf(question, rows));
  return {
    changes: read.flatMap(({ change }) => (change ? [change] : [])),
    problems: read.flatMap(({ problems }) => problems).slice(0, 5),
  };
}

type Read = { change: QuestionsChange | null; problems: string[] };

function labelsOf(question: Question, rows: readonly string[][]): Read {
  const { id } = question;
  const options = question.options.toSorted((one, other) => one.order - other.order);
  if (options.length === 0) return { change: null, problems: [`“${id}” has no options that could have labels.`] };
  if (rows.every((row) => row.length === 1)) {
    if (rows.length !== options.length) {
      return { change: null, problems: [countProblem(rows.length, options.length, `options are in “${id}”`)] };
    }
    const labelled = options.map(({ code }, at) => ({ code, label: rows[at]?.[0] ?? "" }));
    return { change: { change: "options", id, options: labelled }, problems: [] };
  }
  const find = finderOf(options);
  const read = rows.map(([name = "", label = "", value = ""]) => ({
    name,
    label,
    option: find(name),
    number: readTypedNumber(value),
  }));
  const unknown = read
    .filter(({ option }) => option === undefined)
    .map(({ name }) => `“${id}” has no option “${name}”.`);
  const wrong = read.flatMap(({ number }) => ("problem" in number ? [number.problem] : []));
  const labelled = read.flatMap(({ option, label, number }) =>
    option === undefined
      ? []
      : [
          {
            code: option.code,
            ...(label !== "" && { label }),
            ...("value" in number && number.value !== null && { value: number.value }),
          },
        ],
  );
  return { change: { change: "options", id, options: labelled }, problems: [...unknown, ...wrong] };
}

/** By its cell in the file, else its code, else its label of now. */
function finderOf(options: readonly AnswerOption[]): (name: string) => AnswerOption | undefined {
  const byCell = new Map(options.flatMap((option) => option.cells.map((cell) => [cellKey(cell), option] as const)));
  const byCode = new Map(options.map((option) => [String(option.code), option]));
  const byLabel = new Map(options.map((option) => [labelKey(option), option] as const));
  return (name) => byCell.get(cellKey(name)) ?? byCode.get(name) ?? byLabel.get(labelKey({ label: name }));
}
