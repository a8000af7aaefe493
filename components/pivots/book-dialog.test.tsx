import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { on, renderPage, serve } from "@/components/test-page";
import { exportBook } from "@/lib/contracts/ours/exports";
import { listJobs } from "@/lib/contracts/ours/jobs";
import type { Recording } from "@/lib/contracts/ours/recordings";
import { loadPivotState } from "@/lib/pivots/address";
import { askOf } from "@/lib/pivots/ask";
import type { Field } from "@/lib/pivots/fields";
import { question } from "@/lib/test-answers";
import { BookDialog } from "./book-dialog";

const questions = ["sex", "region", "brand"].map((id, at) =>
  question(at, id, "single", {
    options: [
      [1, "One", null],
      [2, "Two", null],
    ],
  }),
);
const fields = questions.map(({ id }): Field => {
  return { id, title: id, part: id, grid: null, kind: "single", dimension: "itself", numbers: [] };
});
const book = { id: "0192f6d4-0000-7000-8000-000000000001", title: "Book of tables: 5 tables of Wave 3" };

function show(address: Record<string, string>, held: Recording | null = null) {
  const state = loadPivotState({ project: "p", rows: "brand", ...address });
  const asked = askOf(state, "UTC");
  if (!asked) throw new Error("Nothing is asked.");
  const shown = { tables: [], asked, state, timeZone: "UTC", madeAt: 0, held };
  const calls = serve(
    on(exportBook, () => ({ job: book })),
    on(listJobs, () => ({ jobs: [] })),
  );
  const onStarted = vi.fn();
  const page = renderPage(<BookDialog {...{ shown, fields, questions, onStarted }} onClose={() => {}} />);
  const begun = () => calls.find(({ name }) => name === exportBook.name)?.body;
  return { ...page, begun, onStarted };
}

test("a book is begun of the chosen questions by the columns and filter of the table", async () => {
  const { user, begun, onStarted } = show({ columns: "sex,region", banner: "true", values: "column" });
  await user.click(await screen.findByRole("checkbox", { name: "brand" }));
  await user.click(screen.getByRole("button", { name: "Make the book of 2 tables" }));
  await expect.poll(() => onStarted).toHaveBeenCalledWith(book);
  const table = { project: "p", rows: "brand", columns: "sex,region", banner: "true", values: "column" };
  expect(begun()).toEqual({ table, questions: ["sex", "region"], others: [] });
});

test("a further set of sheets begins as the last one, and has columns, a filter and questions of its own", async () => {
  const { user, begun } = show({ columns: "sex" });
  await user.click(await screen.findByRole("button", { name: "Add a set of sheets" }));
  const first = screen.getByRole("group", { name: "Set 1" });
  const second = screen.getByRole("group", { name: "Set 2" });
  expect(first.textContent).toContain("3 questions by sex; all responses");
  await user.click(within(second).getByRole("combobox", { name: "Columns" }));
  await user.click(await screen.findByRole("option", { name: "region" }));
  await user.click(within(second).getByRole("radio", { name: "Side by side" }));
  await user.click(within(second).getByRole("checkbox", { name: "brand" }));
  await user.click(within(second).getByRole("button", { name: "Add filter" }));
  await user.click(within(second).getByRole("combobox", { name: "Question" }));
  await user.click(await screen.findByRole("option", { name: "sex" }));
  await user.click(within(second).getByRole("combobox", { name: "Options" }));
  await user.click(await screen.findByRole("option", { name: "Two" }));
  await user.click(within(second).getByRole("button", { name: "Add" }));
  expect(second.textContent).toContain("2 questions by sex, region; sex is one of Two");
  // The first is as it was, and so is the whole once the second is removed.
  expect(first.textContent).toContain("3 questions by sex; all responses");
  await user.click(screen.getByRole("button", { name: "Make the book of 5 tables" }));
  await expect.poll(begun).toBeDefined();
  const table = { project: "p", rows: "brand" };
  const filter = JSON.stringify([{ questionId: "sex", operator: "in", value: [2] }]);
  expect(begun()).toEqual({
    table: { ...table, columns: "sex" },
    others: [{ table: { ...table, columns: "sex,region", banner: "true", filter }, questions: ["sex", "region"] }],
  });
});

test("a book that is too large, or has a set without questions, says so and cannot be begun", async () => {
  const { user } = show({ columns: "sex" });
  await user.click(await screen.findByRole("button", { name: "Add a set of sheets" }));
  await user.click(screen.getByRole("button", { name: "Choose none" }));
  expect(within(screen.getByRole("dialog")).getByRole("alert").textContent).toBe(
    "Choose at least one question for set 2.",
  );
  expect(screen.getByRole("button", { name: "Make the book of 3 tables" }).hasAttribute("disabled")).toBe(true);
  await user.click(screen.getByRole("button", { name: "Remove set 2" }));
  expect(within(screen.getByRole("dialog")).queryByRole("alert")).toBeNull();
  expect(screen.getByRole("button", { name: "Make the book of 3 tables" }).hasAttribute("disabled")).toBe(false);
});

test("a book of a frozen table says that it is made of the answers of its day", async () => {
  show({ columns: "sex" }, { frozen_at: "2026-03-04T10:00:00.000Z" } as Recording);
  expect(await screen.findByText(/^The table here is frozen and the book is not/)).toBeDefined();
});

test("questions of a book are found by words and chosen together", async () => {
  const { user, begun } = show({ columns: "sex" });
  await user.click(await screen.findByRole("button", { name: "Choose none" }));
  expect(screen.getByRole("alert").textContent).toBe("Choose at least one question.");
  await user.type(screen.getByLabelText("Find questions"), "r");
  await user.click(screen.getByRole("button", { name: "Choose found" }));
  await user.click(screen.getByRole("button", { name: "Make the book of 2 tables" }));
  await expect.poll(begun).toMatchObject({ questions: ["region", "brand"] });
});
