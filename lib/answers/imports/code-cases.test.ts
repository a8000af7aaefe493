import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { guessPlan } from "@/lib/answers/columns/guess";
import { profiler } from "@/lib/answers/columns/profile";
import type { Answer } from "@/lib/answers/columns/read-answer";
import { openAnswerFile } from "@/lib/answers/files/open-answer-file";
import { missingOptions, validOptions } from "@/lib/contracts/rules/answer-cells";
import { rankedCodes } from "@/lib/contracts/rules/option-order";
import { type ReadResponse, readRows } from "./read-rows";

const cases = new URL("../../../../shared/data/import-cases/", import.meta.url);
const hasCases = existsSync(cases);

/** A file as its guessed plan reads it. */
async function imported(name: string) {
  const file = await openAnswerFile(fileURLToPath(new URL(name, cases)), { name });
  const seen = profiler(file.columns.length);
  for await (const rows of file.rows()) seen.add(rows);
  const plan = guessPlan(file, seen);
  const kept: ReadResponse[] = [];
  const counts = { refused: 0, reported: 0 };
  for await (const batch of readRows(file, plan)) {
    kept.push(...batch.kept);
    counts.refused += batch.refused.length;
    counts.reported += batch.reported.length;
  }
  await file.close();
  const questionAt = (id: string) => {
    const at = plan.questions.findIndex((question) => question.id === id);
    const question = plan.questions[at];
    if (!question) throw new Error(`There is no question ${id}.`);
    return { question, answers: kept.map(({ answers }): Answer | undefined => answers[at]) };
  };
  /** How often each option was chosen; `null`: options that count as no answer. */
  const countsOf = (id: string) => {
    const { question, answers } = questionAt(id);
    if (!("options" in question)) throw new Error(`${id} has no options.`);
    const missing = missingOptions(question);
    const countOf = (code: number) => answers.filter((answer) => answer === code).length;
    const valid = validOptions(question).map(({ code, label, value }) => [label, value, countOf(code)]);
    return { valid, missing: [...missing].map(([code, kind]) => [kind, countOf(code)]) };
  };
  return { plan, kept, ...counts, questionAt, countsOf };
}

describe.skipIf(!hasCases)(`the case files${hasCases ? "" : " (skipped: ../shared/data is not here)"}`, () => {
  test("97 beside 1 to 5 is proposed as missing in a scale", async () => {
    const { plan, kept, refused, reported, questionAt, countsOf } = await imported("code-97.csv");
    expect([kept.length, refused, reported]).toEqual([60, 0, 0]);
    expect(questionAt("q").question.kind).toBe("scale");
    const { valid, missing } = countsOf("q");
    expect(valid).toEqual([
      ["1", 1, 8],
      ["2", 2, 10],
      ["3", 3, 13],
      ["4", 4, 11],
      ["5", 5, 9],
    ]);
    expect(missing).toEqual([["no_answer", 9]]);
    const sum = valid.reduce((total, [, value, n]) => total + Number(value) * Number(n), 0);
    expect(sum / 51).toBeCloseTo(3.0588, 4);
    expect(plan.notes.join(" ")).toContain("“97” in “q” (9 cells) counts as no answer");
  });

  test("a placeholder takes no time column's kind away, and no response either", async () => {
    const { plan, kept, refused, reported } = await imported("placeholder-in-times.csv");
    expect([kept.length, refused, reported]).toEqual([60, 0, 0]);
    expect(plan.time?.column).toBe("submitted");
    expect(kept.filter(({ time }) => time === null)).toHaveLength(6);
    expect(plan.notes.join(" ")).toContain("“[not completed]” in “submitted” (6 cells) is read as no answer.");
  });

  test("negative numbers in brackets are numbers", async () => {
    const { plan, reported, questionAt } = await imported("negatives.csv");
    const { question, answers } = questionAt("balance");
    expect([question.kind, reported]).toEqual(["numeric", 0]);
    expect(answers.slice(0, 6)).toEqual([-1.5, 11.5, 12.5, 13.5, 14.5, -6.5]);
    expect(plan.notes).toContain("“(1.50)” in “balance” is read as -1.5.");
  });

  test("a satisfaction scale by word is ordered and has values", async () => {
    const { plan, questionAt, countsOf } = await imported("not-selected.csv");
    const { question } = questionAt("q0005");
    expect(question.kind).toBe("scale");
    expect(countsOf("q0005").valid).toEqual([
      ["Very dissatisfied", 1, 47],
      ["Somewhat dissatisfied", 2, 38],
      ["Neither", 3, 43],
      ["Somewhat satisfied", 4, 31],
      ["Very satisfied", 5, 41],
    ]);
    expect(
      rankedCodes({ ...("options" in question ? question : { options: [] }), missing: [], derivation: null }),
    ).toEqual([1, 2, 3, 4, 5]);
    expect(plan.notes).toContain(
      "The options of “q0005” are ordered as a scale from “Very dissatisfied” (1) to “Very satisfied” (5): edit them if that is not meant.",
    );
  });

  test("“No answer” is kept as an option that counts as no answer", async () => {
    const { plan, countsOf } = await imported("not-selected.csv");
    const { valid, missing } = countsOf("q0006");
    expect(valid.map(([label]) => label)).toEqual(["Yes", "No"]);
    expect(missing).toEqual([["no_answer", 62]]);
    expect(plan.notes.join(" ")).toContain("“No answer” in “q0006” (62 cells) counts as no answer");
  });
});
