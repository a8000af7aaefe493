import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { previewQuestion } from "@/lib/contracts/ours/questions";
import { question } from "@/lib/test-answers";
import { on, renderPage, serve } from "../test-page";
import { AddDerived } from "./add-derived";
import { useUndo } from "./use-undo";

const questions = [question(1, "Age", "numeric"), question(2, "Height", "numeric")];

function Page() {
  const undo = useUndo("p");
  const does = { onTyped: vi.fn(), onAdded: vi.fn(), onCancel: vi.fn() };
  return <AddDerived form="bands" project="p" questions={questions} undo={undo} mayWrite {...does} />;
}

test("bands of one question are not added as those of another that is chosen instead", async () => {
  const counted = { answered: 40, not_asked: 0, no_answer: 0, none: 0, counts: [], numbers: null, responses: 40 };
  serve(
    on(previewQuestion, ({ body }) => {
      const { id } = body as { id: string };
      return { ...counted, id, values: [], tenths: null, faults: null };
    }),
  );
  const { user } = renderPage(<Page />);
  const choose = async (name: string) => {
    await user.click(screen.getByLabelText("Bands of", { selector: "input" }));
    await user.click(screen.getByText(name, { selector: "[role=option] *" }));
  };
  const add = () => screen.getByText("Add question").closest("button");
  const edges = () => screen.getByLabelText<HTMLInputElement>("Edges");
  await choose("Height");
  await user.type(edges(), "160, 180");
  await user.click(screen.getByText("Make bands"));
  expect(screen.getByLabelText("Label of 2")).toBeDefined();
  await vi.waitFor(() => expect(add()?.disabled).toBe(false));
  await choose("Age");
  expect(edges().value).toBe("");
  expect(screen.queryByLabelText("Label of 2")).toBeNull();
  expect(add()?.disabled).toBe(true);
});

test("what is suggested while edges are typed replaces nothing that a person has typed", async () => {
  const counted = { answered: 40, not_asked: 0, no_answer: 0, none: 0, counts: [], numbers: null, responses: 40 };
  serve(
    on(previewQuestion, ({ body }) => {
      const { id } = body as { id: string };
      return { ...counted, id, values: [], tenths: null, faults: null };
    }),
  );
  const { user } = renderPage(<Page />);
  await user.click(screen.getByLabelText("Bands of", { selector: "input" }));
  await user.click(screen.getByText("Age", { selector: "[role=option] *" }));
  const retype = async (label: string, text: string) => {
    await user.clear(screen.getByLabelText(label, { selector: "input" }));
    await user.type(screen.getByLabelText(label, { selector: "input" }), text);
  };
  const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: "input" }).value;
  await retype("Edges", "30, nothing{Enter}");
  expect(screen.getByText(/“nothing” is no number/)).toBeDefined();
  await retype("Edges", "30{Enter}");
  expect(value("Id")).toBe("Age bands");
  await retype("Id", "agegroup");
  await retype("Label of 1", "Young");
  await retype("Edges", "30, 50{Enter}");
  expect(["Label of 1", "Label of 2", "Label of 3", "Id"].map(value)).toEqual([
    ...["Young", "30–49", "50 and over", "agegroup"],
  ]);
  // A label goes along with the ends of its band until somebody types another.
  const end = screen.getAllByPlaceholderText("to")[1];
  if (!end) throw new Error("The band has no end.");
  await user.clear(end);
  await user.type(end, "52.05");
  expect(value("Label of 2")).toBe("30 to under 52.05");
});
