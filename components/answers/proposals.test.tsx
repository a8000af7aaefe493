import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import type { LookedFile } from "@/lib/contracts/ours/imports";
import { renderPage } from "../test-page";
import { NoAnswerOptions } from "./no-answer-options";
import { ToolParts } from "./tool-parts";

const question = (id: string): ImportPlan["questions"][number] => ({
  ...{ kind: "single", id, text: id, column: id, blank: "not_asked", grid: null, options: [] },
  missing: [{ cell: "Refused", kind: "no_answer", marked: true }],
});
const first: ImportPlan = {
  ...{ timeZone: "UTC", decimal: ".", time: null, end: null, endBeforeStart: "keep", id: null, weights: [], notes: [] },
  ...{ questions: [question("a"), question("b")], ignored: ["Progress"], metadata: ["Progress"] },
  rowFilters: [
    { reason: "preview", column: "Status", cells: ["Survey Preview"], isBlank: false, rows: 3, applies: true },
  ],
};
const looked = {
  columns: ["a", "b", "Progress"].map((name) => ({ name, label: null })),
  sample: [{ cells: ["x", "y", "100"] }],
} as unknown as LookedFile;

let plan = first;
function Page() {
  const [now, setNow] = useState(first);
  plan = now;
  return (
    <>
      <ToolParts looked={looked} plan={now} onPlan={setNow} />
      <NoAnswerOptions plan={now} onPlan={setNow} />
    </>
  );
}

test("previews and metadata are proposed to be left out with their counts, and taken in again by a click each", async () => {
  const { user } = renderPage(<Page />);
  const previews = screen.getByRole<HTMLInputElement>("checkbox", { name: "3 previews" });
  const metadata = screen.getByRole<HTMLInputElement>("checkbox", { name: "1 column of metadata" });
  expect([previews.checked, metadata.checked]).toEqual([true, true]);
  await user.click(previews);
  await user.click(metadata);
  expect(plan.rowFilters?.map(({ applies }) => applies)).toEqual([false]);
  expect(plan.questions.map(({ id, kind }) => [id, kind])).toContainEqual(["Progress", "numeric"]);
});

test("one click counts the options for no answer of all questions as answers, and another undoes it", async () => {
  const { user } = renderPage(<Page />);
  expect(screen.getByText("Counted as no answer: “Refused” (2 questions).")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Count them as answers" }));
  expect(plan.questions.map(({ missing }) => missing)).toEqual([[], []]);
  await user.click(screen.getByRole("button", { name: "Count them as no answer" }));
  expect(plan.questions.map(({ missing }) => missing.length)).toEqual([1, 1]);
});
