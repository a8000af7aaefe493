import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import type { ImportPlan, PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import type { LookedFile } from "@/lib/contracts/ours/imports";
import { renderPage } from "../test-page";
import { GroupBar } from "./group-bar";
import { PlanContext } from "./plan-context";

const common = (id: string) => ({ id, text: id, column: id, missing: [], blank: "not_asked" as const, grid: null });
const first: ImportPlan = {
  ...{ timeZone: "UTC", decimal: ".", time: null, end: null, endBeforeStart: "keep", id: null, weights: [] },
  ...{ ignored: [], notes: [] },
  questions: [
    { kind: "numeric", ...common("Approve") },
    { kind: "open", ...common("Population") },
    { kind: "open", ...common("Pollster") },
  ],
};
const names = ["Approve", "Population", "Pollster"];
const looked = {
  columns: names.map((name) => ({ name, label: null })),
  sample: ["36", "41"].map((approve, at) => ({ row: at + 2, cells: [approve, "Adults", "YouGov"] })),
  looks: [],
} as unknown as LookedFile;

let plan = first;
function Page() {
  const [now, setNow] = useState(first);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(names));
  plan = now;
  return (
    <PlanContext value={{ looked, plan: now, corrected: now === first ? null : now, onPlan: setNow }}>
      <GroupBar ticked={ticked} onUntick={() => setTicked(new Set())} onTickShown={() => setTicked(new Set(names))} />
    </PlanContext>
  );
}

const kinds = () => plan.questions.map(({ kind }) => kind);
const told = () => screen.getByLabelText("What became of the ticked columns").textContent;
const focused = () => document.activeElement?.textContent;

function show() {
  const { user } = renderPage(<Page />);
  const press = async (button: string) => {
    screen.getByText(button).closest("button")?.focus();
    await user.keyboard("{Enter}");
  };
  /** Opens a menu and chooses one of its items, by keys alone. */
  const choose = async (menu: string, item: string) => {
    await press(menu);
    (await screen.findByText(item)).closest<HTMLElement>("[role=menuitem]")?.focus();
    await user.keyboard("{Enter}");
  };
  return { user, press, choose };
}

test("ticked columns are imported as one kind by keys, which is undone in one step", async () => {
  const { user, press, choose } = show();
  await press("Import as");
  await screen.findByText("Number");
  await waitFor(() => expect(focused()).toBe("Number"));
  await user.keyboard("{Escape}");
  await choose("Import as", "Text");
  expect(told()).toBe("1 of 3 columns taken as texts; 2 were already.");
  await waitFor(() => expect(focused()).toBe("Import as"));
  expect(kinds()).toEqual(["open", "open", "open"]);
  await press("Undo");
  expect(told()).toBe("Undone: these columns are as before.");
  expect(plan).toEqual(first);
  expect(screen.queryByText("Undo")).toBeNull();
});

test("columns that do not fit a kind stay as they were, and are named", async () => {
  const { choose } = show();
  await choose("Import as", "Text");
  await choose("Import as", "Number");
  expect(told()).toBe(
    "1 of 3 columns taken as numbers; 2 stay (“Population”, “Pollster”): their values are no numbers.",
  );
  expect(kinds()).toEqual(["numeric", "open", "open"]);
});

test("codes that mean no answer are added to all ticked columns, and the focus goes back to where it was", async () => {
  const { user, press } = show();
  await press("Missing codes");
  fireEvent.change(await screen.findByLabelText("Codes that mean no answer"), { target: { value: "-1, 99" } });
  await user.keyboard("{Enter}");
  expect(told()).toBe("Codes added to 3 columns.");
  await waitFor(() => expect(focused()).toBe("Missing codes"));
  const codes = ({ missing }: PlannedQuestion) => missing.map((each) => ("cell" in each ? each.cell : each));
  expect(plan.questions.map(codes)).toEqual(names.map(() => ["-1", "99"]));
  await press("Tick none");
  expect(focused()).toBe("Tick all shown");
});

test("ticked columns become a grid, whose questions share its options, and no column stays ticked", async () => {
  const { choose } = show();
  await choose("Group 3 columns", "Grid (one column per row)");
  const grids = new Set(plan.questions.map(({ grid }) => grid?.id));
  expect(grids.size).toBe(1);
  expect(grids.has(undefined)).toBe(false);
  expect(screen.queryByText("3 ticked")).toBeNull();
  expect(focused()).toBe("Tick all shown");
});
