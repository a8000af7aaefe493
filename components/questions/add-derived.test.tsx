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
