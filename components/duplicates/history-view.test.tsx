import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { type ActivationChange, listActivations, reverseActivation } from "@/lib/contracts/ours/duplicates";
import { on, Refusal, renderPage, serve } from "../test-page";
import { saveFile } from "../ui/save-file";
import { HistoryView } from "./history-view";

vi.mock("../ui/save-file", () => ({ saveFile: vi.fn() }));

const change = (more: Partial<ActivationChange> = {}): ActivationChange => ({
  ...{ id: `job:${crypto.randomUUID()}`, at: "2026-03-01T10:00:00Z", who: "ana@b.test", origin: "job" },
  ...{
    type: "1",
    route: "search",
    selectors: { Panel_Id: { count: 1, values: ["panel-1"] } },
    surveys: 1,
    records: 1,
    state: "done",
  },
  ...{ reverses: null, reversed_by: null, not_reversible: null },
  ...more,
});

function open(changes: ActivationChange[], address = "/duplicates?show=history") {
  const calls = serve(
    on(listActivations, ({ query }) => {
      const page = Number(query.get("page") ?? 1);
      return { total_changes: changes.length, page, changes: page === 1 ? changes : [] };
    }),
    on(reverseActivation, () => {
      throw new Refusal("conflict", "It was reversed already.");
    }),
  );
  return { calls, ...renderPage(<HistoryView account={undefined} />, { address }) };
}

const rows = () =>
  within(screen.getByRole("table", { name: "What was switched" }))
    .getAllByRole("row")
    .slice(1);

test("says who switched what; what was reversed cannot be reversed again, and says why", async () => {
  const reason = "It was reversed already.";
  open([change({ type: "2", reverses: "job:1" }), change({ reversed_by: "job:2", not_reversible: reason })]);
  await screen.findByText("Activated on Search");
  const [later, earlier] = rows();
  expect(later?.textContent).toContain("Reverses another");
  expect(earlier?.textContent).toContain("ana@b.test");
  expect(earlier?.textContent).toContain("Deactivated on Search");
  expect(earlier?.textContent).toContain("Panel id: panel-1");
  const [first, second] = screen.getAllByRole("button", { name: "Reverse this" });
  expect(first?.getAttribute("aria-disabled")).toBeNull();
  expect([second?.getAttribute("aria-disabled"), second?.dataset.tip]).toEqual(["true", reason]);
});

test("a reversal says what it does before it is sent, and what refuses it in the same place", async () => {
  const { user, calls } = open([change()]);
  await user.click(await screen.findByRole("button", { name: "Reverse this" }));
  const dialog = await screen.findByRole("dialog", { name: "Reverse this?" });
  expect(dialog.textContent).toContain("Activates exactly");
  expect(calls.map(({ name }) => name)).not.toContain("reverseActivation");
  await user.click(within(dialog).getByRole("button", { name: "Reverse" }));
  expect((await within(dialog).findByRole("alert")).textContent).toBe("It was reversed already.");
});

test("a page behind the end leads to the last one", async () => {
  const { address } = open([change()], "/duplicates?show=history&page=99");
  await waitFor(() => expect(address()).not.toContain("page=99"));
  await screen.findByText("Deactivated on Search");
});

test("only a file of full values asks for all values of each change", async () => {
  const { user, calls } = open([change()]);
  vi.mocked(saveFile).mockReset();
  await screen.findByText("Deactivated on Search");
  for (const [label, values] of [
    ["CSV as shown", "first"],
    ["CSV with full values", "all"],
  ] as const) {
    calls.length = 0;
    await user.click(screen.getByRole("button", { name: "Export" }));
    await user.click(await screen.findByRole("menuitem", { name: label }));
    await waitFor(() => expect(calls.map(({ query }) => query.get("values"))).toEqual([values]));
  }
  await waitFor(() => expect(saveFile).toHaveBeenCalledTimes(2));
});
