import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { columnRows } from "@/lib/answers/columns/prepare-columns";
import type { ImportPlan, PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import type { LookedFile } from "@/lib/contracts/ours/imports";
import { renderPage } from "../test-page";
import { ColumnDrawer } from "./column-drawer";
import { PlanContext } from "./plan-context";

const grid = { id: "quality", text: "How good is it?" };
const item = (id: string): PlannedQuestion => ({
  ...{ kind: "open", id, text: id, column: id, missing: [], blank: "not_asked", grid },
});
const first: ImportPlan = {
  ...{ timeZone: "UTC", decimal: ".", time: null, end: null, endBeforeStart: "keep", id: null, weights: [] },
  ...{ ignored: [], notes: [], questions: [item("Price"), item("Staff")] },
};
const looked = {
  columns: ["Price", "Staff"].map((name) => ({ name, label: null })),
  ...{ sample: [], looks: [], plan: first },
} as unknown as LookedFile;

let plan = first;
function Page() {
  const [now, setNow] = useState(first);
  plan = now;
  const [row] = columnRows(looked, now);
  return (
    <PlanContext value={{ looked, plan: now, corrected: null, onPlan: setNow }}>
      {row && <ColumnDrawer row={row} onClose={() => {}} />}
    </PlanContext>
  );
}

test("a column of a grid says so, and is taken apart from the others in one step", async () => {
  const { user } = renderPage(<Page />);
  expect(await screen.findByText("A row of the grid “How good is it?”.")).toBeDefined();
  await user.click(screen.getByText("Ungroup"));
  expect(screen.queryByText("Ungroup")).toBeNull();
  expect(plan.questions.map(({ grid: of }) => of)).toEqual([null, null]);
});
