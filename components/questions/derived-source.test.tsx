import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { blankNet } from "@/lib/answers/questions/derive-draft";
import type { QuestionDraft } from "@/lib/answers/questions/question-draft";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { updateQuestion } from "@/lib/contracts/ours/questions";
import { on, renderPage, serve } from "../test-page";
import { DerivedSource } from "./derived-source";

const question: Question = {
  ...{ id: "q", text: "Q", kind: "single", column: "q1", missing: [], blank: "not_asked", grid: null },
  ...{ derivation: null, version: 1 },
  options: ["Somewhat good", "Very bad", "Neither", "Very good", "Somewhat bad"].map((label, order) => ({
    ...{ code: order + 1, label, order, value: null, cells: [label] },
  })),
};

function Page({ source, onMade }: { source: Question; onMade: (draft: QuestionDraft) => void }) {
  const [draft, setDraft] = useState<QuestionDraft>({ text: "", missing: [], ...blankNet(source) });
  const made = (next: QuestionDraft) => {
    setDraft(next);
    onMade(next);
  };
  return <DerivedSource form="nets" project="p" questions={[source]} draft={draft} onMade={made} />;
}

const netsOf = (draft: QuestionDraft | undefined) =>
  draft?.derivation?.form === "nets" ? draft.derivation.nets.map(({ of }) => of) : null;

test("top and bottom nets of options in no order are not made before somebody says the order", async () => {
  const ranking = [2, 5, 3, 1, 4];
  serve(on(updateQuestion, () => ({ ...question, version: 2, ranking })));
  const onMade = vi.fn();
  const { user } = renderPage(<Page source={question} onMade={onMade} />);
  await user.click(screen.getByRole("button", { name: "Top 2, middle, bottom 2" }));
  expect(onMade).not.toHaveBeenCalled();
  expect(screen.getByText(/have no confirmed order/)).toBeDefined();
  await user.click(screen.getByRole("radio", { name: "The lowest" }));
  await user.click(screen.getByRole("button", { name: "Confirm order" }));
  await expect.poll(() => netsOf(onMade.mock.lastCall?.[0])).toEqual([[1, 4], [3], [2, 5]]);
  expect(screen.queryByText(/have no confirmed order/)).toBeNull();
});

test("of options with values they are made at once", async () => {
  const values = [4, 1, 3, 5, 2];
  const scale = { ...question, options: question.options.map((each, at) => ({ ...each, value: values[at] ?? null })) };
  const onMade = vi.fn();
  const { user } = renderPage(<Page source={scale} onMade={onMade} />);
  await user.click(screen.getByRole("button", { name: "Top 2, middle, bottom 2" }));
  expect(netsOf(onMade.mock.lastCall?.[0])).toEqual([[1, 4], [3], [2, 5]]);
});
