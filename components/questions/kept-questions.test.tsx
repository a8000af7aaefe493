import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { NOTHING_IN_WORK, questionsDraft } from "@/lib/answers/questions/kept-questions";
import { draftOf } from "@/lib/answers/questions/question-draft";
import { discardDraft, getDraft, type KeptDraft } from "@/lib/contracts/ours/drafts";
import { question } from "@/lib/test-answers";
import { on, renderPage, serve } from "../test-page";
import { KeptQuestions } from "./kept-questions";
import { useKeptQuestions } from "./use-kept-questions";

const gone = question(1, "Trust bands", "numeric");
const typed = questionsDraft({
  question: { form: "edit", id: gone.id, base: gone, draft: { ...draftOf(gone), text: "Typed about nothing" } },
  weight: null,
});

function Page() {
  const of = { project: "p", questions: [], enabled: true, work: NOTHING_IN_WORK };
  const kept = useKeptQuestions({ ...of, isShown: () => false, onTakeUp: vi.fn() });
  return <KeptQuestions kept={kept} isTyped={false} />;
}

test("the draft of an edit whose question is gone can only be read and discarded", async () => {
  const stored: KeptDraft = {
    ...{ writer: crypto.randomUUID(), version: 1, updated_at: "2026-03-03T10:00:00.000Z" },
    ...{ base: typed?.base ?? null, draft: typed?.draft ?? {} },
  };
  const calls = serve(
    on(getDraft, () => ({ draft: stored })),
    on(discardDraft, () => ({ discarded: true })),
  );
  const { user } = renderPage(<Page />);
  const offer = (await screen.findByText(/^You were editing “Trust bands”/)).closest("[role=status]");
  expect(offer?.textContent).toContain("is not there any more");
  expect(screen.queryByText("Go on")).toBeNull();
  await user.click(screen.getByText("Show it"));
  expect(await screen.findByDisplayValue("Text: Typed about nothing")).toBeDefined();
  await user.click(screen.getByText("Discard it"));
  await waitFor(() => expect(screen.queryByText(/^You were editing/)).toBeNull());
  const { writer, version } = stored;
  expect(calls.find(({ name }) => name === "discardDraft")?.body).toMatchObject({ follows: { writer, version } });
});
