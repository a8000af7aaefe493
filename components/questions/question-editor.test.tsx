import { useQueryClient } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import type { KeptDraftControl } from "@/components/drafts/use-kept-draft";
import { questionsQuery } from "@/lib/answers/queries";
import { previewQuestion } from "@/lib/contracts/ours/questions";
import { QUESTIONS_REFUSED } from "@/lib/contracts/rules/permissions";
import { question } from "@/lib/test-answers";
import { on, renderPage, serve } from "../test-page";
import { QuestionEditor } from "./question-editor";
import { useUndo } from "./use-undo";

const trust = question(1, "Trust", "numeric");

function Page({ mayWrite }: { mayWrite: boolean }) {
  const queries = useQueryClient();
  useState(() => queries.setQueryData(questionsQuery("p").queryKey, { questions: [trust], weights: [], revision: 1 }));
  const undo = useUndo("p");
  const control = { state: { status: "idle" } } as unknown as KeptDraftControl;
  const does = { onTyped: vi.fn(), onRemoved: vi.fn() };
  const of = { project: "p", question: trust, questions: [trust], from: null };
  return <QuestionEditor {...{ ...of, ...does, undo, control, mayWrite }} />;
}

test("who may not edit a question sees its counts, is told why, and has nothing to save", async () => {
  const counted = { answered: 60, not_asked: 0, no_answer: 0, none: 0, counts: [], numbers: null, responses: 60 };
  serve(on(previewQuestion, () => ({ ...counted, id: "Trust", values: [], tenths: null, faults: null })));
  renderPage(<Page mayWrite={false} />);
  expect((await screen.findByText(/^Answered/)).closest("tr")?.textContent).toContain("60");
  expect(screen.getAllByText(QUESTIONS_REFUSED).length).toBeGreaterThan(0);
  expect(screen.queryByText("Save")).toBeNull();
  expect(screen.getByLabelText<HTMLTextAreaElement>("Text").readOnly).toBe(true);
});
