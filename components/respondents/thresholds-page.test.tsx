import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { listSurveys } from "@/lib/contracts/interfaces/demand";
import { listJobs } from "@/lib/contracts/ours/jobs";
import {
  getThresholds,
  previewThresholds,
  saveThresholds,
  startExclusion,
  type ThresholdPreview,
} from "@/lib/contracts/ours/respondents";
import { readThresholds } from "@/lib/respondents/thresholds";
import { on, renderPage, serve } from "../test-page";
import { ThresholdsPage } from "./thresholds-page";

const stored = readThresholds("total:40");

/** One respondent goes for each point of the total. */
function effectOf(body: unknown): ThresholdPreview {
  const { total } = (body as { thresholds: { total: number | null } }).thresholds;
  const after = total ?? 0;
  const north = { code: "north", name: "North Panel" };
  const figures = (base: number, mean: number) => ({ base, mean, options: [{ label: "Yes", share: base / 400 }] });
  return {
    ...{ respondents: 200, excluded_now: 40, excluded_after: after, still_counted: 0 },
    ...{ newly_excluded: Math.max(0, after - 40), newly_included: Math.max(0, 40 - after), decided_by_reviewers: 3 },
    rules: [{ rule: "total", respondents: after, alone: 2 }],
    suppliers: [{ supplier: north, respondents: 200, excluded_now: 40, excluded_after: after }],
    quotas: [{ id: "w", name: "Women", target: 100, now: 90, after: 90 - (after - 40) }],
    questions: [{ id: "q", title: "Happy?", now: figures(160, 3.5), after: figures(200 - after, 3.25) }],
    read_at: "2026-01-01T00:00:00.000Z",
  };
}

const serveThresholds = (more: Partial<ThresholdPreview> = {}) =>
  serve(
    on(getThresholds, () => ({ thresholds: stored, saved: null })),
    on(previewThresholds, ({ body }) => ({ ...effectOf(body), ...more })),
    on(saveThresholds, ({ body }) => ({
      ...(body as object),
      saved: { by: "Ann", at: "2026-01-01T00:00:00.000Z" },
    })),
    on(startExclusion, () => ({
      ...{ id: "01900000-0000-7000-8000-000000000001", kind: "exclude respondents", title: "Exclude 2 respondents" },
      ...{ state: "running", total: 2, counts: {} },
      ...{ undo_of: null, undone_by: null, can_undo: false, undo_question: null, changes_figures: true },
      ...{ result: "outcomes", created_at: "2026-01-02T10:00:00.000Z", finished_at: null },
    })),
    on(listJobs, () => ({ jobs: [] })),
    on(listSurveys, () => ({ total_surveys: 0, page: 1, page_size: 1, surveys: [] })),
  );

const show = (address = "/surveys/s/respondents/thresholds") =>
  renderPage(<ThresholdsPage surveyId="s" />, { address });
const moveTotal = async (to: number) =>
  fireEvent.change(await screen.findByRole("slider", { name: "Total score" }), { target: { value: String(to) } });

test("the page says whose answers still count though they are excluded, and applying leaves them out", async () => {
  serveThresholds({ newly_excluded: 0, newly_included: 0, still_counted: 7 });
  show();
  expect(await screen.findByText(/^The answers of 7 respondents who are excluded still count/)).toBeDefined();
  expect(screen.getByRole("button", { name: "Leave out the answers of 7 respondents…" })).toBeDefined();
});

test("a moved slider shows how many go, and what that does to quotas and means; the address has it", async () => {
  const calls = serveThresholds();
  const { address } = show("/surveys/s/respondents/thresholds?questions=q");
  await screen.findByText("40 respondents");
  await moveTotal(55);
  await screen.findByText("55 respondents");
  expect(address()).toContain("rules=total:55");
  expect(screen.getByRole("row", { name: "Women 100 90 75 −15 25" })).toBeDefined();
  expect(screen.getByRole("row", { name: "Mean 3.50 3.25 −0.25" })).toBeDefined();
  expect(calls.filter(({ name }) => name === "previewThresholds").at(-1)?.body).toMatchObject({ question_ids: ["q"] });
  expect(calls.some(({ name }) => name === "saveThresholds")).toBe(false);
});

test("applying names what it does, and starts it only then", async () => {
  const calls = serveThresholds();
  const { user } = show();
  expect((await screen.findByRole("button", { name: "Apply" })).getAttribute("aria-disabled")).toBe("true");
  await moveTotal(42);
  await user.click(await screen.findByRole("button", { name: "Exclude 2 respondents…" }));
  expect(calls.some(({ name }) => name === "startExclusion")).toBe(false);
  await user.click(await screen.findByRole("button", { name: "Exclude 2 respondents" }));
  await waitFor(() =>
    expect(calls.find(({ name }) => name === "startExclusion")?.body).toMatchObject({
      survey_id: "s",
      thresholds: { total: 42 },
    }),
  );
});

test("saved thresholds stand in the address no more", async () => {
  const calls = serveThresholds();
  const { user, address } = show("/surveys/s/respondents/thresholds?rules=total:60,OES:30/2");
  await screen.findByText("60 respondents");
  await user.click(screen.getByRole("button", { name: "Save thresholds" }));
  await screen.findByText(/Saved by Ann/);
  expect(address()).not.toContain("rules=");
  expect(calls.find(({ name }) => name === "saveThresholds")?.body).toMatchObject({
    thresholds: { total: 60, checks: { OES: 30 }, points: { OES: 2 } },
  });
});

test("a rule that is switched off excludes nobody by itself", async () => {
  const calls = serveThresholds();
  const { user } = show();
  await user.click(await screen.findByRole("checkbox", { name: "Total score" }));
  await screen.findByText("0 respondents");
  const last = calls.filter(({ name }) => name === "previewThresholds").at(-1);
  expect(last?.body).toMatchObject({ thresholds: { total: null } });
});

const pointsField = () => screen.findByRole("textbox", { name: /^Scored points/ });

test.each([
  ["-5", "Must be from 1 to 10."],
  ["1e3", "Must be from 1 to 10."],
  ["0.5", "Must be a whole number."],
  ["a", "“a” is not a number: type digits, such as 1200."],
  [" ", "Type a number from 1 to 10."],
])("“%s” points are refused with a sentence, and are neither tried, saved nor applied", async (typed, sentence) => {
  const calls = serveThresholds();
  const { user, address } = show("/surveys/s/respondents/thresholds?rules=total:60,OES:30/2");
  await screen.findByText("60 respondents");
  const field = await pointsField();
  fireEvent.change(field, { target: { value: typed } });
  expect(screen.getByText(sentence)).toBeDefined();
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(address()).toContain("OES:30/2");
  await user.click(screen.getByRole("button", { name: "Save thresholds" }));
  await user.click(screen.getByRole("button", { name: /^Exclude/ }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(calls.filter(({ name }) => name === "previewThresholds")).toHaveLength(1);
  expect(calls.some(({ name }) => name === "saveThresholds" || name === "startExclusion")).toBe(false);
});

test("typed points apply at once, and a refused number stops nothing when its rule is switched off", async () => {
  serveThresholds();
  const { user, address } = show("/surveys/s/respondents/thresholds?rules=total:60,OES:30/2");
  const field = await pointsField();
  fireEvent.change(field, { target: { value: "7" } });
  await waitFor(() => expect(address()).toContain("OES:30/7"));
  fireEvent.change(field, { target: { value: "12a" } });
  const save = screen.getByRole("button", { name: "Save thresholds" });
  expect(save.getAttribute("aria-disabled")).toBe("true");
  const rule = field.closest("[class*=rule]") as HTMLElement;
  await user.click(within(rule).getByRole("checkbox"));
  await waitFor(() => expect(save.getAttribute("aria-disabled")).not.toBe("true"));
});
