import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { listJobs } from "@/lib/contracts/ours/jobs";
import { previewMigration, type QualityMigration, startMigration } from "@/lib/contracts/ours/respondents";
import { on, Refusal, renderPage, serve } from "../test-page";
import { MigrationPage } from "./migration-page";

const migration: QualityMigration = {
  survey: { survey_name: "brand", version: "v1", is_stopped: false },
  respondents: 12,
  categories: [{ from: "NONSENSE", to: "GIBBERISH", answers: 7 }],
  ...{ entries_without_question_id: 3, credits: 84, new_survey_name: "brand-v3", refused: null },
};

const serveMigration = (change: Partial<QualityMigration> = {}) =>
  serve(
    on(previewMigration, () => ({ ...migration, ...change })),
    on(startMigration, () => {
      throw new Refusal("invalid", "A survey of this name exists. Choose another name.");
    }),
    on(listJobs, () => ({ jobs: [] })),
  );

test("says what the copy renames, and a refused name is said at its field", async () => {
  const calls = serveMigration();
  const { user } = renderPage(<MigrationPage surveyId="s" mayWrite />);
  expect(await screen.findByRole("row", { name: "NONSENSE GIBBERISH 7" })).toBeDefined();
  expect(screen.getByText("The copies are scored anew, for 84 credits.")).toBeDefined();
  expect(screen.getByText(/^3 interview entries have no question id/)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Copy 12 respondents" }));
  expect(await screen.findByText("A survey of this name exists. Choose another name.")).toBeDefined();
  expect(calls.find(({ name }) => name === "startMigration")?.body).toEqual({
    survey_id: "s",
    new_survey_name: "brand-v3",
  });
});

test("a survey that cannot be copied says why, and nothing is started", async () => {
  const calls = serveMigration({ refused: "It is of version 3 already." });
  const { user } = renderPage(<MigrationPage surveyId="s" mayWrite />);
  await screen.findByText("It is of version 3 already.");
  await user.click(screen.getByRole("button", { name: "Copy 12 respondents" }));
  await waitFor(() => expect(calls.map(({ name }) => name)).toContain("previewMigration"));
  expect(calls.some(({ name }) => name === "startMigration")).toBe(false);
});
