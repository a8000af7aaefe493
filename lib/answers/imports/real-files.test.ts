import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { guessPlan } from "@/lib/answers/columns/guess";
import { profiler } from "@/lib/answers/columns/profile";
import type { Answer } from "@/lib/answers/columns/read-answer";
import { openAnswerFile } from "@/lib/answers/files/open-answer-file";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import { missingMatcher } from "@/lib/contracts/rules/answer-cells";
import { type ReadResponse, type RowProblem, readRows } from "./read-rows";

const data = new URL("../../../../shared/data/", import.meta.url);
const hasData = existsSync(data);
const why = hasData ? "" : " (skipped: ../shared/data is not here)";

/** The file as its guessed plan reads it, beside its cells as another parser reads them. */
async function imported(name: string) {
  const path = fileURLToPath(new URL(name, data));
  const file = await openAnswerFile(path, { name });
  const seen = profiler(file.columns.length);
  for await (const rows of file.rows()) seen.add(rows);
  const plan = guessPlan(file, seen);
  const found = { kept: [] as ReadResponse[], refused: [] as RowProblem[], reported: [] as RowProblem[] };
  for await (const { kept, refused, reported } of readRows(file, plan)) {
    found.kept.push(...kept);
    found.refused.push(...refused);
    found.reported.push(...reported);
  }
  await file.close();
  const plain = Papa.parse<Record<string, string>>(readFileSync(path, "utf8"), {
    header: true,
    skipEmptyLines: true,
  }).data;
  return { file, plan, plain, ...found };
}

/** What the answers mean, by question: numbers and texts as they are, codes as their label, no answer as its kind. */
function meanings(plan: ImportPlan, answers: readonly Answer[]): Record<string, unknown> {
  return Object.fromEntries(
    plan.questions.map((question, at) => {
      const answer = answers[at];
      const labelOf = (code: unknown) =>
        "options" in question ? question.options.find((option) => option.code === code)?.label : undefined;
      if (Array.isArray(answer)) return [question.id, answer.map(labelOf)];
      if (typeof answer === "object" && answer !== null)
        return [question.id, "missing" in answer ? answer.missing : answer];
      const label = labelOf(answer);
      const marked = missingMatcher(question.missing)(label ?? null);
      return [question.id, marked ?? label ?? answer];
    }),
  );
}

describe.skipIf(!hasData)(`the real files${why}`, () => {
  test("job-approval polls: every row is kept, and the one that ends before it starts is reported", async () => {
    const { plan, kept, refused, reported, plain } = await imported("mueller-approval-polls.csv");
    expect(plan).toMatchObject({ time: { column: "Start", order: "mdy" }, end: { column: "End", order: "mdy" } });
    expect(plan.questions.filter(({ kind }) => kind === "numeric").map(({ id }) => id)).toEqual([
      "Sample Size",
      "Approve",
      "Disapprove",
      "Unsure",
      "Approve (Republican)",
      "Approve (Democrat)",
    ]);
    expect([kept.length, refused.length]).toEqual([65, 0]);
    expect(reported).toEqual([
      {
        row: 2,
        column: "End",
        value: "7/17/17",
        reason: "The end, 7/17/17, is before the start, 7/15/18: one of the two is wrong.",
      },
    ]);
    const day = (text = "") => {
      const [month = 0, date = 0, year = 0] = text.split("/").map(Number);
      return Date.UTC(2000 + year, month - 1, date);
    };
    expect(kept.map(({ time, end }) => [time, end])).toEqual(plain.map(({ Start, End }) => [day(Start), day(End)]));
    for (const [at, { answers }] of kept.entries()) {
      const row = plain[at] ?? {};
      const read = meanings(plan, answers);
      for (const name of ["Sample Size", "Approve", "Disapprove", "Unsure", "Approve (Republican)"]) {
        expect(read[name]).toBe(row[name] === "" ? "not_asked" : Number(row[name]));
      }
      expect([read.Pollster, read.Population, read.Text, read.Url]).toEqual([
        row.Pollster,
        row.Population,
        row.Text,
        row.Url,
      ]);
    }
  });

  test("comma survey: questions as headers, every answer by its text, blanks missing", async () => {
    const { plan, kept, refused, reported, plain, file } = await imported("comma-survey.csv");
    expect(file.columns).toHaveLength(13);
    expect([plan.id, plan.time]).toEqual(["RespondentID", null]);
    const scales = [2, 5, 6];
    const kinds = Array.from({ length: 12 }, (_, at) => (scales.includes(at) ? "scale" : "single"));
    expect(plan.questions.map(({ kind }) => kind)).toEqual(kinds);
    const isOrdered = ({ options }: { options: { value: number | null }[] }) =>
      options.every(({ value }, at) => value === at + 1);
    const ordered = plan.questions.flatMap((question, at) =>
      "options" in question && isOrdered(question) ? [at] : [],
    );
    expect(ordered).toEqual([...scales, 8, 9, 10]);
    expect([kept.length, refused.length, reported.length]).toEqual([1_129, 0, 0]);
    expect(kept.map(({ id }) => id)).toEqual(plain.map(({ RespondentID }) => RespondentID));
    for (const [at, { answers }] of kept.entries()) {
      const { RespondentID: _, ...row } = plain[at] ?? {};
      const expected = Object.entries(row).map(([name, text]) => [name, text === "" ? "not_asked" : text]);
      expect(meanings(plan, answers)).toEqual(Object.fromEntries(expected));
    }
  });

  test("nonvoters: id, weight, grids, multiple questions, -1 as refused and NA as not asked", async () => {
    const { plan, kept, refused, reported, plain, file } = await imported("nonvoters.csv");
    expect(file.columns).toHaveLength(119);
    expect([plan.id, plan.weights, plan.time]).toEqual(["RespId", ["weight"], null]);
    expect([kept.length, refused.length, reported.length]).toEqual([5_836, 0, 0]);
    const multiple = plan.questions.filter(({ kind }) => kind === "multiple").map(({ id }) => id);
    expect(multiple).toEqual(["Q19", "Q28", "Q29"]);
    const grids = [...new Set(plan.questions.flatMap(({ grid }) => grid?.id ?? []))];
    expect(grids).toEqual(["Q2", "Q3", "Q4", "Q8", "Q9", "Q10", "Q11", "Q17", "Q18", "Q27"]);
    expect(plan.questions.filter(({ kind }) => kind === "numeric").map(({ id }) => id)).toEqual(["ppage"]);
    for (const [at, { answers, id, weights }] of kept.entries()) {
      const { RespId, weight, ...row } = plain[at] ?? {};
      expect([id, weights]).toEqual([RespId, [Number(weight)]]);
      expect(meanings(plan, answers)).toEqual(expectedNonvoter(row, multiple));
    }
  });
});

/** By plain rules: 1 is chosen in the three questions of flags, -1 is refused, NA not asked, all else as it stands. */
function expectedNonvoter(row: Record<string, string>, multiple: readonly string[]): Record<string, unknown> {
  const expected: Record<string, unknown> = {};
  for (const id of multiple) {
    const flags = Object.entries(row).filter(([name]) => name.startsWith(`${id}_`));
    const chosen = flags.filter(([, text]) => text === "1").map(([name]) => name);
    const asked = flags.filter(([, text]) => text !== "NA");
    expected[id] = chosen.length > 0 ? chosen : asked.length > 0 ? "no_answer" : "not_asked";
  }
  for (const [name, text] of Object.entries(row)) {
    if (multiple.some((id) => name.startsWith(`${id}_`))) continue;
    const answer = name === "ppage" ? Number(text) : text;
    expected[name] = text === "NA" ? "not_asked" : text === "-1" ? "no_answer" : answer;
  }
  return expected;
}
