import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { importedFile } from "@/lib/test-imported-file";

/** Shaped as a published poll: 1,615 responses, nine multiple-choice questions over 58 columns, a grid and others. */

const folder = mkdtempSync(join(tmpdir(), "fieldwork-multiple-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const RESPONSES = 1615;
const sizes = { q0004: 6, q0008: 12, q0010: 8, q0011: 5, q0012: 7, q0019: 7, q0020: 6, q0021: 4, q0025: 3 };
const NOT_ASKED = new Set(["q0010", "q0011", "q0012", "q0019", "q0021"]);
const names = ["q0001", ...Object.keys(sizes)];

const columnName = (id: string, at: number) => `${id}_${String(at + 1).padStart(4, "0")}`;

/** The same for the same numbers, below 256, and without a pattern. */
const drawn = (...of: number[]) =>
  Math.imul(
    of.reduce((sum, value) => Math.imul(sum ^ value, 16_777_619), 2_166_136_261),
    2_654_435_761,
  ) >>> 24;

/** Whether a respondent chose an option; some options are rare. */
const chose = (row: number, question: number, option: number) => drawn(row, question, option) % (option + 3) === 1;
const wasAsked = (row: number, id: string) => !NOT_ASKED.has(id) || row % 3 !== 0;

/** An option that is called as no answers are, and one whose label has a comma in it. */
const optionText = (id: string, option: number, size: number) =>
  option === size - 1 ? (id === "q0008" ? "Don't know" : "None of the above") : `${id}: reason ${option + 1}, in words`;

const questions = Object.entries(sizes).map(([id, size], at) => ({ id, size, at }));

function cellsOf(row: number): string[] {
  const multiple = questions.flatMap(({ id, size, at }) =>
    Array.from({ length: size }, (_, option) => {
      if (!wasAsked(row, id)) return "NA";
      return chose(row, at, option) ? optionText(id, option, size) : "Not selected";
    }),
  );
  const scale = ["Often", "Sometimes", "Rarely", "No answer"];
  const grid = Array.from({ length: 11 }, (_, at) => scale[drawn(row, 99, at) % 4] ?? "");
  return [String(row + 1), row % 2 ? "Very" : "Somewhat", ...multiple, ...grid];
}

const csv = (cells: readonly string[]) => cells.map((cell) => (cell.includes(",") ? `"${cell}"` : cell)).join(",");

test("a poll comes in as its questions: nine multiple choice over 58 columns, and a grid", async () => {
  const header = [
    ...["", "q0001"],
    ...questions.flatMap(({ id, size }) => Array.from({ length: size }, (_, at) => columnName(id, at))),
    ...Array.from({ length: 11 }, (_, at) => columnName("q0007", at)),
  ];
  const rows = Array.from({ length: RESPONSES }, (_, row) => cellsOf(row));
  const path = join(folder, "poll.csv");
  writeFileSync(path, `${[header, ...rows].map(csv).join("\n")}\n`);
  const { plan, questions: read, kept, refused, reported } = await importedFile(path, "poll.csv");
  expect([plan.id, kept.length, refused.length, reported.length]).toEqual(["Column 1", RESPONSES, 0, 0]);
  expect(read.filter(({ grid }) => grid === null).map(({ id }) => id)).toEqual(names);
  expect(read.filter(({ grid }) => grid === "q0007").map(({ kind }) => kind)).toEqual(Array(11).fill("scale"));
  for (const { id, size, at } of questions) {
    const asked = Array.from({ length: RESPONSES }, (_, row) => row).filter((row) => wasAsked(row, id));
    const counts = Array.from({ length: size }, (_, option) => [
      optionText(id, option, size),
      asked.filter((row) => chose(row, at, option)).length,
    ]);
    expect(read.find((question) => question.id === id)).toMatchObject({
      kind: "multiple",
      base: asked.length,
      counts: Object.fromEntries(counts),
    });
  }
});
