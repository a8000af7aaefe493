import { screen, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { ImportPlan, PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import type { LookedFile } from "@/lib/contracts/ours/imports";
import { renderPage } from "../test-page";
import { PlanContext } from "./plan-context";
import { PlanSetup } from "./plan-setup";

const common = (id: string) => ({ id, text: id, column: id, missing: [], blank: "not_asked" as const, grid: null });
const choice = (id: string): PlannedQuestion => ({
  ...{ kind: "single", ...common(id) },
  options: ["Good", "Bad", "Refused"].map((label, order) => ({
    ...{ code: order + 1, label, order, value: null, cells: [label] },
  })),
  missing: [{ cell: "Refused", kind: "no_answer", marked: true }],
});
const first: ImportPlan = {
  ...{ timeZone: "UTC", decimal: ".", time: null, end: null, endBeforeStart: "keep", id: null, weights: [] },
  ...{ ignored: [], notes: [], questions: [choice("q1"), choice("q2"), { kind: "open", ...common("why") }] },
};
const looked = { columns: [], sample: [] } as unknown as LookedFile;

/** There is no layout here: the list has the height that it is told. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(640);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1000);
});

let plan = first;
const opened = vi.fn();
function Page() {
  const [now, setNow] = useState(first);
  plan = now;
  return (
    <PlanContext value={{ looked, plan: now, corrected: now, onPlan: setNow }}>
      <PlanSetup project="0198-project" onOpen={opened} />
    </PlanContext>
  );
}

const valuesOf = (id: string) =>
  plan.questions.flatMap((each) => (each.id === id && "options" in each ? each.options.map(({ value }) => value) : []));

test("questions of a file are set up many at once before the import, and the change is undone", async () => {
  const { user } = renderPage(<Page />);
  await user.click(await screen.findByRole("checkbox", { name: "Select q1" }));
  await user.keyboard("{Shift>}");
  await user.click(await screen.findByRole("checkbox", { name: "Select q2" }));
  await user.keyboard("{/Shift}");
  await user.click(screen.getByRole("button", { name: "Set values" }));
  await user.click(await screen.findByRole("menuitem", { name: "1, 2, 3 … in their order" }));
  expect(await screen.findByText("Changed: Values of 2 questions.")).toBeDefined();
  expect([valuesOf("q1"), valuesOf("q2")]).toEqual([
    [1, 2, null],
    [1, 2, null],
  ]);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(plan).toEqual(first);
});

test("options that count as no answer become answers in all selected questions", async () => {
  const { user } = renderPage(<Page />);
  await user.click(await screen.findByRole("checkbox", { name: "Select all 3" }));
  await user.click(screen.getByRole("button", { name: "Change missing" }));
  await user.click(await screen.findByRole("menuitem", { name: /^Restore answers/ }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByRole("checkbox", { name: "Refused (2 questions)" })).toHaveProperty("checked", true);
  await user.click(dialog.getByRole("button", { name: "Change questions" }));
  expect(await screen.findByText("Changed: Restored answers of 3 questions.")).toBeDefined();
  expect(plan.questions.map(({ missing }) => missing)).toEqual([[], [], []]);
});

test("a change that cannot be done says why, and a question opens its column", async () => {
  const { user } = renderPage(<Page />);
  await user.click(await screen.findByRole("checkbox", { name: "Select why" }));
  await user.click(screen.getByRole("button", { name: "Group" }));
  await user.click(await screen.findByRole("menuitem", { name: "Ungroup" }));
  expect(await screen.findByText("“why” is neither a multiple-choice question nor part of a grid.")).toBeDefined();
  expect(plan).toBe(first);
  await user.click(screen.getByRole("button", { name: "why" }));
  expect(opened).toHaveBeenCalledWith("why");
});
