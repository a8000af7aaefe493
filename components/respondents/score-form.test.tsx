import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { listSurveys } from "@/lib/contracts/interfaces/demand";
import { listJobs } from "@/lib/contracts/ours/jobs";
import { listQuestions } from "@/lib/contracts/ours/questions";
import { getScoringFeed, type ScoringFeed, saveScoringFeed, startScoring } from "@/lib/contracts/ours/scoring-feed";
import { on, renderPage, serve } from "../test-page";
import { ScoreForm } from "./score-form";

const feed: ScoringFeed = {
  mapping: {
    survey_id: null,
    open: [{ question_id: "why", keywords: [], allowed_languages: [], finds_duplicates: true }],
    times: [{ question_id: null, unit: "seconds" }],
    ...{ grids: [], interview: [] },
  },
  ...{ saved: null, problems: [], responses: 40, credits_each: 3 },
};

const serveFeed = () =>
  serve(
    on(listSurveys, () => ({ total_surveys: 0, page: 1, page_size: 1, surveys: [] })),
    on(listQuestions, () => ({ questions: [], weights: [], revision: 1 })),
    on(getScoringFeed, () => feed),
    on(saveScoringFeed, () => ({ ...feed, saved: { by: "Analyst", at: "2026-01-01T00:00:00.000Z" } })),
    on(startScoring, () => ({
      ...{ id: "01900000-0000-7000-8000-000000000001", kind: "score responses", title: "Score 40 responses" },
      ...{ state: "running", total: 40, counts: {} },
      ...{ undo_of: null, undone_by: null, can_undo: false, undo_question: null, changes_figures: false },
      ...{ result: "outcomes", created_at: "2026-01-02T10:00:00.000Z", finished_at: null },
    })),
    on(listJobs, () => ({ jobs: [] })),
  );

const show = (shown: ScoringFeed, mayWrite = true) =>
  renderPage(<ScoreForm surveyId="s" projectId="p" feed={shown} questions={[]} mayWrite={mayWrite} />, {
    address: "/",
  });

test("a suggested mapping is saved before anything is scored, for the survey that it was opened from", async () => {
  const calls = serveFeed();
  const { user } = show(feed);
  expect(screen.getByText("Suggested, not saved")).toBeDefined();
  const score = screen.getByRole("button", { name: "Score 40 responses…" });
  expect(score.getAttribute("aria-disabled")).toBe("true");
  await user.click(screen.getByRole("button", { name: "Save mapping" }));
  await waitFor(() =>
    expect(calls.find(({ name }) => name === "saveScoringFeed")?.body).toMatchObject({
      project_id: "p",
      mapping: { survey_id: "s", open: [{ question_id: "why" }] },
    }),
  );
  expect(calls.some(({ name }) => name === "startScoring")).toBe(false);
});

test("credits are said before they are spent", async () => {
  const calls = serveFeed();
  const saved = { by: "Analyst", at: "2026-01-01T00:00:00.000Z" };
  const { user } = show({ ...feed, mapping: { ...feed.mapping, survey_id: "s" }, saved });
  await user.click(screen.getByRole("button", { name: "Score 40 responses…" }));
  const dialog = await screen.findByRole("dialog", { name: "Score 40 responses" });
  expect(dialog.textContent).toContain("At most 120 credits");
  await user.click(screen.getByRole("button", { name: "Score 40 responses" }));
  await waitFor(() =>
    expect(calls.find(({ name }) => name === "startScoring")?.body).toMatchObject({ project_id: "p" }),
  );
});

test("a mapping with problems says them, and scores nobody", async () => {
  serveFeed();
  const saved = { by: "Analyst", at: "2026-01-01T00:00:00.000Z" };
  show({
    ...feed,
    ...{ mapping: { ...feed.mapping, survey_id: "s" }, saved, problems: ["The question “why” is not open."] },
  });
  expect(screen.getByText("The question “why” is not open.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Score 40 responses…" }).getAttribute("aria-disabled")).toBe("true");
});

test("who may not add respondents is told so, and starts nothing", async () => {
  const calls = serveFeed();
  const saved = { by: "Analyst", at: "2026-01-01T00:00:00.000Z" };
  const { user } = show({ ...feed, mapping: { ...feed.mapping, survey_id: "s" }, saved }, false);
  const score = screen.getByRole("button", { name: "Score 40 responses…" });
  expect(score.getAttribute("aria-disabled")).toBe("true");
  await user.click(score);
  expect(calls.some(({ name }) => name === "startScoring")).toBe(false);
});
