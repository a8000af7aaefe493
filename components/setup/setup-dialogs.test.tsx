import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { renderPage } from "../test-page";
import { MergeDialog } from "./setup-dialogs";

type Labels = [code: number, label: string][];

const question = (id: string, labels: Labels): Question => ({
  ...{ id, text: id, kind: "single", column: id, missing: [], blank: "not_asked" },
  ...{ grid: null, derivation: null, version: 1 },
  options: labels.map(([code, label], order) => ({ code, label, order, value: null, cells: [code] })),
});
const brand: Labels = [
  [1, "Alpha"],
  [2, "Other"],
  [4, "Other"],
];

/** Chooses options by the names that the dialog shows, and gives the changes that come of it. */
async function merge(chosen: Question[], { options, into }: { options: string[]; into: string }) {
  const onChanges = vi.fn();
  const form = { project: "p", questions: chosen, confirm: "Preview", onClose: () => {} };
  const { user } = renderPage(<MergeDialog chosen={chosen} onChanges={onChanges} {...form} />);
  for (const name of options) await user.click(await screen.findByRole("checkbox", { name }));
  await user.click(screen.getByRole("combobox", { name: "Merge into" }));
  await user.click(await screen.findByRole("option", { name: into }));
  await user.click(screen.getByRole("button", { name: "Preview" }));
  return onChanges.mock.calls[0]?.[0];
}

test("merges of options of one label only the one that was chosen", async () => {
  const changes = await merge([question("q1", brand)], { options: ["Other (2)"], into: "Alpha" });
  expect(changes).toEqual([{ change: "merge", id: "q1", codes: [2], into: 1 }]);
});

test("merges one option into another of the same label", async () => {
  const changes = await merge([question("q1", brand)], { options: ["Other (2)"], into: "Other (4)" });
  expect(changes).toEqual([{ change: "merge", id: "q1", codes: [2], into: 4 }]);
});

test("merges the same options of other questions: by code where a label is shared, else by label", async () => {
  const recoded: Labels = [
    [7, "alpha "],
    [8, "Beta"],
    [9, "Other"],
  ];
  const first = question("q1", [...brand, [5, "Beta"]]);
  const others = [question("q2", [[8, "Beta"], ...brand]), question("q3", recoded)];
  const changes = await merge([first, ...others], { options: ["Other (4)", "Beta"], into: "Alpha" });
  expect(changes).toEqual([
    { change: "merge", id: "q1", codes: [4, 5], into: 1 },
    { change: "merge", id: "q2", codes: [4, 8], into: 1 },
    { change: "merge", id: "q3", codes: [8], into: 7 },
  ]);
});
