import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { undoImport } from "@/lib/contracts/ours/imports";
import { changeQuestions } from "@/lib/contracts/ours/question-changes";
import { countAnswers } from "@/lib/contracts/ours/questions";
import { question } from "@/lib/test-answers";
import { on, renderPage, serve } from "../test-page";
import { SetupSection } from "./setup-section";

const options: [number, string, null][] = [
  [1, "No", null],
  [2, "Yes", null],
];
const choices = ["q1", "q2", "q3", "q4"].map((id, at) => question(at + 1, id, "single", { options }));
const counted = (id: string, no_answer = 0) => ({
  ...{ id, answered: 10 - no_answer, not_asked: 0, no_answer, none: 0, counts: [], numbers: null },
});

/** There is no layout here: the list has the height that it is told. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(640);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1000);
});

function open({ problems = [] as string[], mayWrite = true, questions = choices } = {}) {
  const calls = serve(
    on(countAnswers, () => ({ responses: 10, excluded: 0, questions: questions.map(({ id }) => counted(id)) })),
    on(undoImport, () => ({ revisions: [], stayed: ["“q2” was edited since: its text stays as edited."] })),
    on(changeQuestions, ({ body }) => ({
      ...{ problems, notices: [], responses: 10, revision: changeQuestions.body.parse(body).dry_run ? null : 7 },
      questions:
        problems.length > 0
          ? []
          : questions.slice(0, 3).map((each) => ({
              before: { question: each, counted: counted(each.id) },
              after: { question: { ...each, version: 2, missing: [] }, counted: counted(each.id, 4) },
            })),
    })),
  );
  return { calls, ...renderPage(<SetupSection project="0198-project" questions={questions} mayWrite={mayWrite} />) };
}

const box = (name: string) => screen.findByRole("checkbox", { name });

test("a range is selected with Shift, its changes are previewed with counts, carried out and undone", async () => {
  const { user, calls } = open();
  await user.click(await box("Select q1"));
  await user.keyboard("{Shift>}");
  await user.click(await box("Select q3"));
  await user.keyboard("{/Shift}");
  expect(screen.getByText("3 selected")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Set values" }));
  await user.click(await screen.findByRole("menuitem", { name: "1, 2, 3 … in their order" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findAllByText("10 → 6")).toHaveLength(3);
  const changes = [{ change: "values", ids: ["q1", "q2", "q3"], by: "order" }];
  const sent = () => calls.filter(({ name }) => name === "changeQuestions").map(({ body }) => body);
  expect(sent()).toMatchObject([{ dry_run: true, changes }]);
  await user.click(dialog.getByRole("button", { name: "Change 3 questions" }));
  expect(await screen.findByText("Changed: Values of 3 questions.")).toBeDefined();
  expect(sent().at(-1)).toMatchObject({
    dry_run: false,
    changes,
    seen: choices.map(({ id }) => ({ id, version: 1 })),
  });
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() =>
    expect(calls.find(({ name }) => name === "undoImport")?.body).toEqual({ project_id: "0198-project", revision: 7 }),
  );
  expect(await screen.findByText("Undone. “q2” was edited since: its text stays as edited.")).toBeDefined();
});

test("several changes are gathered and sent as one", async () => {
  const { user, calls } = open();
  await user.click(await box("Select all 4"));
  await user.click(screen.getByRole("button", { name: "Sort options" }));
  await user.click(await screen.findByRole("menuitem", { name: "Reversed" }));
  await user.click(await screen.findByRole("button", { name: "Add another change" }));
  await user.click(screen.getByRole("button", { name: "Change missing" }));
  await user.click(await screen.findByRole("menuitem", { name: "Add missing codes…" }));
  await user.type(await screen.findByLabelText("Missing codes"), "98, 97 (not asked)");
  await user.click(screen.getByRole("button", { name: "Preview" }));
  await waitFor(() =>
    expect(calls.at(-1)?.body).toMatchObject({
      dry_run: true,
      changes: [
        { change: "order", by: "reverse" },
        {
          change: "missing",
          missing: [
            { cell: "98", kind: "no_answer" },
            { cell: "97", kind: "not_asked" },
          ],
        },
      ],
    }),
  );
});

test("an impossible change is explained and cannot be sent", async () => {
  const { user } = open({ problems: ["“q1” cannot be a number: “No” has no value."] });
  await user.click(await box("Select q1"));
  await user.click(screen.getByRole("button", { name: "Change kind" }));
  await user.click(await screen.findByRole("menuitem", { name: "Number" }));
  expect(await screen.findByText("“q1” cannot be a number: “No” has no value.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Change questions" })).toHaveProperty("disabled", true);
});

test("arrows go from row to row, with Shift they select, and Ctrl A selects all that the filter finds", async () => {
  const { user } = open();
  (await box("Select q2")).focus();
  await user.keyboard(" ");
  await user.keyboard("{Shift>}{ArrowDown}{/Shift}");
  expect(await screen.findByText("2 selected")).toBeDefined();
  await user.type(screen.getByLabelText("Find a question"), "q4");
  (await box("Select q4")).focus();
  await user.keyboard("{Control>}a{/Control}");
  expect(await screen.findByText("1 selected")).toBeDefined();
});

test("pasted labels that do not fit are refused in the form", async () => {
  const { user, calls } = open();
  await user.click(await box("Select q1"));
  await user.click(screen.getByRole("button", { name: "More" }));
  await user.click(await screen.findByRole("menuitem", { name: "Paste from a spreadsheet…" }));
  await user.click(await screen.findByLabelText("Cells"));
  await user.paste("One\nTwo");
  await user.click(screen.getByRole("button", { name: "Preview" }));
  expect(await screen.findByText(/2 lines were pasted/)).toBeDefined();
  expect(calls.some(({ name }) => name === "changeQuestions")).toBe(false);
});

test("who may not edit sees the table and why", async () => {
  open({ mayWrite: false });
  expect(await box("Select q1")).toBeDefined();
  expect(screen.getByText(/Editing questions is for analysts/)).toBeDefined();
});

/** A question of columns of marks, read with two missing codes. */
const marks = (restorableCodes?: string[]): Question => ({
  ...question(5, "q5", "multiple", { options }),
  missing: [
    { cell: 99, kind: "no_answer", label: "Refused" },
    { cell: "n/a", kind: "no_answer" },
  ],
  ...(restorableCodes && { restorableCodes }),
});

async function openRestoring(of: Question) {
  const page = open({ questions: [of] });
  await page.user.click(await box("Select q5"));
  await page.user.click(screen.getByRole("button", { name: "Change missing" }));
  await page.user.click(await screen.findByRole("menuitem", { name: /^Restore answers/ }));
  return { ...page, dialog: within(await screen.findByRole("dialog")) };
}

test("codes of columns of marks that the store knows are offered and restored", async () => {
  const { user, calls, dialog } = await openRestoring(marks(["99"]));
  expect(dialog.getAllByRole("checkbox")).toHaveLength(1);
  expect(dialog.getByRole("checkbox", { name: "99: Refused (1 question)" })).toHaveProperty("checked", true);
  await user.click(dialog.getByRole("button", { name: "Preview" }));
  await waitFor(() =>
    expect(calls.at(-1)?.body).toMatchObject({
      ...{ dry_run: true, changes: [{ change: "restore", ids: ["q5"], cells: ["99"] }] },
    }),
  );
});

test("codes of columns of marks that an earlier release imported are not offered, with the reason", async () => {
  const { dialog } = await openRestoring(marks());
  expect(dialog.queryAllByRole("checkbox")).toEqual([]);
  expect(
    dialog.getByText(/Codes of columns of marks cannot where they were imported by an earlier release/),
  ).toBeDefined();
});
