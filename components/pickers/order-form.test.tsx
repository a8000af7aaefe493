import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { updateQuestion } from "@/lib/contracts/ours/questions";
import { on, Refusal, renderPage, serve } from "../test-page";
import { OrderForm } from "./order-form";

const question: Question = {
  ...{ id: "q", text: "Q", kind: "single", column: "q1", missing: [], blank: "not_asked", grid: null },
  ...{ derivation: null, version: 3 },
  options: ["Somewhat", "Not at all", "Very"].map((label, order) => ({
    ...{ code: order + 1, label, order, value: null, cells: [label] },
  })),
};

test("options are put into their order, and which end is the highest is said before it is confirmed", async () => {
  const calls = serve(
    on(updateQuestion, ({ body }) => ({ ...question, ...(body as object), options: question.options })),
  );
  const onConfirmed = vi.fn();
  const { user } = renderPage(<OrderForm project="p" question={question} onConfirmed={onConfirmed} />);
  const shown = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  const confirm = screen.getByRole("button", { name: "Confirm order" });
  expect(confirm).toHaveProperty("disabled", true);
  await user.click(screen.getByRole("button", { name: "Move Very up" }));
  await user.click(screen.getByRole("button", { name: "Move Very up" }));
  expect(shown()).toEqual(["Very", "Somewhat", "Not at all"]);
  await user.click(screen.getByRole("radio", { name: "The highest" }));
  await user.click(confirm);
  await expect.poll(() => onConfirmed).toHaveBeenCalled();
  expect(calls.map(({ body }) => body)).toEqual([
    {
      ...{ project_id: "p", id: "q", version: 3, ranking: [2, 1, 3] },
      options: [
        { code: 3, order: 0 },
        { code: 1, order: 1 },
        { code: 2, order: 2 },
      ],
    },
  ]);
});

test("a refused order says why, and stays as it was arranged", async () => {
  serve(
    on(updateQuestion, () => {
      throw new Refusal("conflict", "“q” was changed meanwhile.");
    }),
  );
  const { user } = renderPage(<OrderForm project="p" question={question} />);
  await user.click(screen.getByRole("button", { name: "Move Somewhat down" }));
  await user.click(screen.getByRole("radio", { name: "The lowest" }));
  await user.click(screen.getByRole("button", { name: "Confirm order" }));
  expect((await screen.findByRole("alert")).textContent).toBe("“q” was changed meanwhile.");
  expect(screen.getAllByRole("listitem")[0]?.textContent).toBe("Not at all");
});
