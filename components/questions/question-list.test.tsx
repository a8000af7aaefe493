import { screen } from "@testing-library/react";
import { createRef } from "react";
import { expect, test, vi } from "vitest";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { countAnswers } from "@/lib/contracts/ours/questions";
import { on, renderPage, serve } from "../test-page";
import { QuestionList } from "./question-list";
import { useUndo } from "./use-undo";

const question: Question = {
  ...{ id: "q", text: "How old are you?", kind: "numeric", column: "q1", options: [], missing: [] },
  ...{ blank: "not_asked", grid: null, derivation: null, version: 1 },
};

const list = { questions: [question], open: null, search: "", mayWrite: false };
const does = { onSearch: vi.fn(), onOpen: vi.fn(), onAdd: vi.fn() };

function Page({ project }: { project: string }) {
  const undo = useUndo(project);
  return <QuestionList ref={createRef<HTMLDivElement>()} {...list} {...does} project={project} undo={undo} />;
}

const show = (excluded: number) => {
  serve(on(countAnswers, () => ({ responses: 1188, excluded, questions: [] })));
  renderPage(<Page project={`p${excluded}`} />);
};

test("the responses that counts leave out for quality are said beside those that they are of", async () => {
  show(12);
  expect(await screen.findByText(/1,188 responses · 12 excluded for quality/)).toBeDefined();
});

test("nothing is said of quality where nobody is excluded", async () => {
  show(0);
  expect(await screen.findByText(/1,188 responses/)).toBeDefined();
  expect(screen.queryByText(/excluded/)).toBeNull();
});
