import { screen, within } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import type { DerivedInWork } from "@/lib/answers/questions/kept-questions";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { addQuestion, previewQuestion, type QuestionPreview } from "@/lib/contracts/ours/questions";
import { on, renderPage, serve } from "../test-page";
import { DerivedForm } from "./add-derived";
import type { Undo } from "./use-undo";

const common = { text: "", missing: [], blank: "not_asked" as const, grid: null, derivation: null, version: 1 };
const questions: Question[] = [
  { ...common, id: "age", kind: "numeric", column: "q1", options: [] },
  {
    ...{ ...common, id: "region", kind: "single", column: "q2" },
    options: ["North", "South"].map((label, at) => ({ code: at + 1, label, order: at, value: null, cells: [label] })),
  },
];

const counts: QuestionPreview = {
  ...{ id: "new Formula", answered: 70, not_asked: 20, no_answer: 10, none: 0, responses: 100 },
  ...{ counts: [{ code: 1, n: 40 }], numbers: null, values: [], tenths: null },
  faults: { divided_by_zero: 7, too_large: 0 },
};

const undo = { done: async () => undefined, remove: async () => undefined } as unknown as Undo;

function Page({ onAdded }: { onAdded: (id: string) => void }) {
  const [, setTyped] = useState<DerivedInWork | null>(null);
  return (
    <DerivedForm
      {...{ form: "formula", project: "p", questions, undo, onAdded }}
      onTyped={setTyped}
      onCancel={() => undefined}
    />
  );
}

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Formula" });

test("a formula is completed by keys, previewed and added", async () => {
  const bodies: unknown[] = [];
  const keep = (body: unknown) => {
    bodies.push(body);
    return { ...(questions[0] as Question), id: "Formula" };
  };
  serve(
    on(previewQuestion, () => counts),
    on(addQuestion, ({ body }) => keep(body)),
  );
  const onAdded = vi.fn();
  const { user } = renderPage(<Page onAdded={onAdded} />);
  await user.type(field(), "if(ag");
  const list = screen.getByRole("listbox", { name: "Completions" });
  expect(within(list).getAllByRole("option")[0]?.textContent).toContain("age");
  await user.keyboard("{Enter}");
  expect(field().value).toBe("if(age");
  await user.type(field(), ' / 0 > 1, "Old", reg');
  await user.keyboard("{ArrowDown}{ArrowUp}{Tab}");
  expect(field().value).toBe('if(age / 0 > 1, "Old", region');
  await user.type(field(), ")");
  expect(screen.getAllByRole("textbox", { name: /Label/ }).map((each) => (each as HTMLInputElement).value)).toEqual([
    "Old",
    "North",
    "South",
  ]);
  const table = await screen.findByRole("table", { name: "Counts" });
  expect(within(table).getByRole("row", { name: /divided by zero 7/ })).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Add question" }));
  await expect.poll(() => onAdded).toHaveBeenCalledWith("Formula");
  expect(bodies).toMatchObject([{ id: "Formula", derivation: { form: "formula", questionIds: ["age", "region"] } }]);
});

test("a mistake is told with its place, and nothing is counted or added", async () => {
  const preview = vi.fn(() => counts);
  serve(on(previewQuestion, preview));
  const { user } = renderPage(<Page onAdded={() => undefined} />);
  await user.type(field(), "1 + agee{Escape}");
  expect(screen.getByText("Column 5: There is no question “agee”. Did you mean “age”?")).toBeDefined();
  expect(screen.getByRole("button", { name: "Add question" })).toHaveProperty("disabled", true);
  expect(preview).not.toHaveBeenCalled();
});
