import { expect, test } from "vitest";
import { workbookOf, writtenFile } from "@/lib/test-answer-files";
import { importedFile } from "@/lib/test-imported-file";
import { mergeQuestions } from "./merge-questions";

/** The styles 1 to 3 of a workbook: a length of time beyond a day, one within it, and a percent. */
const styles = {
  name: "xl/styles.xml",
  content: `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.0%"/></numFmts>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="46"/><xf numFmtId="21"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
};
const NAMES = ["id", "Took", "Visit", "Share", "Offer"];

/** Seconds, seconds and two percents of each respondent. */
const answers = Array.from({ length: 80 }, (_, at) => [219 + at * 13, 3_600 * at + 5, 0.5 + at / 2, (at % 4) * 10]);

function workbook() {
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const number = (value: number, style: number) => `<c s="${style}"><v>${value}</v></c>`;
  const rows = answers.map(([took = 0, visit = 0, share = 0, offer = 0], at) => [
    ...[text(`r${at}`), number(took / 86_400, 1), number(visit / 86_400, 2)],
    ...[number(share / 100, 3), number(offer / 100, 3)],
  ]);
  const all = [NAMES.map(text), ...rows].map((cells) => `<row>${cells.join("")}</row>`);
  return workbookOf(all.join(""), [styles]);
}

function csv() {
  const padded = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const clock = (seconds: number) =>
    `${padded(seconds / 3_600)}:${padded((seconds / 60) % 60)}:${padded(seconds % 60)}`;
  const rows = answers.map(([took = 0, visit = 0, share = 0, offer = 0], at) =>
    [`r${at}`, clock(took), clock(visit), `${share.toFixed(1)}%`, `${offer}%`].join(),
  );
  return [NAMES.join(), ...rows].join("\n");
}

const imported = (name: string, bytes: string | Uint8Array) => importedFile(writtenFile(name, bytes), name);

test("a workbook gives the figures and the notes of the text that it would be saved as", async () => {
  const [fromWorkbook, fromText] = [await imported("a.xlsx", workbook()), await imported("a.csv", csv())];
  expect(fromWorkbook.questions).toEqual(fromText.questions);
  expect(fromWorkbook.questions.map(({ kind, mean }) => [kind, mean])).toEqual([
    ["numeric", expect.closeTo(3.65 + (39.5 * 13) / 60, 9)],
    ["numeric", expect.closeTo(39.5 * 60 + 5 / 60, 6)],
    ["numeric", 20.25],
    ["single", undefined],
  ]);
  expect(fromWorkbook.plan.notes).toEqual(fromText.plan.notes);
  expect(fromWorkbook.plan.notes.join(" ")).toMatch(
    /lengths of time are in minutes.*percents are kept as numbers of a hundred/,
  );
  const numbers = ({ kept }: typeof fromText) => kept.map((response) => response.answers.slice(0, 3));
  expect(numbers(fromWorkbook)).toEqual(numbers(fromText));
});

test.each([
  ["a text", "a workbook"],
  ["a workbook", "a text"],
])("options with percents are the same in %s and in %s that is appended to it", async (first) => {
  const files = [await imported("a.csv", csv()), await imported("a.xlsx", workbook())];
  const [one, other] = first === "a text" ? files : files.toReversed();
  if (!one || !other) throw new Error("A file is not there.");
  const project = mergeQuestions({ questions: [], weights: [], columnsGiven: 0 }, one.plan, "append");
  const merged = mergeQuestions(project, other.plan, "append");
  const offer = merged.questions.find(({ id }) => id === "Offer");
  expect(offer?.options.map(({ label }) => label)).toEqual(["0%", "10%", "20%", "30%"]);
  expect(merged.notices).toEqual([]);
});
