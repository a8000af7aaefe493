import { existsSync, readFileSync } from "node:fs";
import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { orderProblem, rankedCodes } from "@/lib/contracts/rules/option-order";
import { question } from "@/lib/test-answers";
import { orderChange, orderToConfirm, sortChange } from "./confirm-order";
import { boxNets } from "./derive-draft";
import { editedQuestion } from "./edit-question";

const words = question(1, "q", "single", {
  options: ["Somewhat", "Not at all", "Very", "Refused"].map((label, at) => [at + 1, label, null]),
  missing: [{ cell: 4, kind: "no_answer", marked: true }],
});
const valued = (...values: (number | null)[]) => ({
  ...words,
  options: words.options.map((option, at) => ({ ...option, value: values[at] ?? null })),
});

describe("a question is ordered", () => {
  test("by the values of its options, not by the places in which they stand", () => {
    expect(rankedCodes(words)).toBeNull();
    expect(rankedCodes(valued(2, 1, 3))).toEqual([2, 1, 3]);
    expect(rankedCodes({ ...valued(2, 1, 3), ranking: [1, 2, 3] })).toEqual([2, 1, 3]);
    expect(rankedCodes(valued(2, null, 3))).toEqual([1, 3]); // "Don't know" is not on the scale
    expect(rankedCodes(valued(1, 1, 1))).toBeNull();
    expect(rankedCodes(valued(1, null, null, 7))).toBeNull();
  });

  test("as a person confirmed of all options that are answers", () => {
    expect(rankedCodes({ ...words, ranking: [2, 1, 3] })).toEqual([2, 1, 3]);
    expect(rankedCodes({ ...words, ranking: [2, 4, 1, 3] })).toEqual([2, 1, 3]);
    expect(rankedCodes({ ...words, ranking: [2, 1] })).toBeNull();
  });

  test("where it is bands of a number, by these", () => {
    const bands = question(0, "b", "single", {
      options: [
        [1, "Old", null],
        [2, "Young", null],
      ],
      derivation: {
        form: "bands",
        questionId: "age",
        bands: [
          { code: 1, low: 40, high: null },
          { code: 2, low: null, high: 40 },
        ],
      },
    });
    expect(rankedCodes(bands)).toEqual([2, 1]);
  });
});

describe("the order of a question", () => {
  const confirmed = (codes: number[], first: "lowest" | "highest") => {
    const change = { project_id: "p", ...orderChange(words, codes, first) };
    return editedQuestion(words, change, [words]).edited;
  };

  test("is confirmed with one edit that shows the options so, those that are no answer behind them", () => {
    const after = confirmed([3, 1, 2], "highest");
    expect(after.ranking).toEqual([2, 1, 3]);
    expect(after.options.map(({ code }) => code)).toEqual([3, 1, 2, 4]);
    expect([orderProblem(words), orderProblem(after)]).toEqual(["unconfirmed", null]);
    expect(orderToConfirm(after).map(({ code }) => code)).toEqual([3, 1, 2]);
    expect(confirmed([2, 1, 3], "lowest").ranking).toEqual([2, 1, 3]);
  });

  test("is not the one in which they are shown, or not of all, until that is put right", () => {
    const values = valued(2, 1, 3);
    expect([orderProblem(values), orderProblem(valued(2, null, 3))]).toEqual(["unsorted", "partial"]);
    const { edited } = editedQuestion(values, { project_id: "p", ...sortChange(values) }, [values]);
    expect(orderProblem(edited)).toBeNull();
  });
});

const CASE = new URL("../../../../shared/data/import-cases/not-selected.csv", import.meta.url);
const isThere = existsSync(CASE);

test.skipIf(!isThere)(
  `the top two of a satisfaction scale by word are the two satisfied answers, once its order is confirmed${isThere ? "" : " (skipped: ../shared/data is not here)"}`,
  () => {
    const { data } = Papa.parse<Record<string, string>>(readFileSync(CASE, "utf8"), {
      header: true,
      skipEmptyLines: true,
    });
    const answers = data.map((row) => row.q0005 ?? "");
    const labels = [...new Set(answers)];
    const scale = question(1, "q0005", "single", { options: labels.map((label, at) => [at + 1, label, null]) });
    expect(boxNets(scale)).toBeNull();
    const order = ["Very satisfied", "Somewhat satisfied", "Neither", "Somewhat dissatisfied", "Very dissatisfied"];
    const change = orderChange(
      scale,
      order.map((label) => labels.indexOf(label) + 1),
      "highest",
    );
    const made = boxNets(editedQuestion(scale, { project_id: "p", ...change }, [scale]).edited);
    const nets = made?.derivation?.form === "nets" ? made.derivation.nets : [];
    const counts = nets.map(({ of }) => answers.filter((answer) => of.includes(labels.indexOf(answer) + 1)).length);
    expect([made?.options.map(({ label }) => label), counts]).toEqual([
      ["Top 2", "Middle", "Bottom 2"],
      [72, 43, 85],
    ]);
  },
);
