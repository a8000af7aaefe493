import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { listSurveys } from "@/lib/contracts/interfaces/demand";
import { laterOperations, versionOperations } from "@/lib/contracts/interfaces/quality";
import { listJobs } from "@/lib/contracts/ours/jobs";
import {
  listRespondents,
  type RespondentSummary,
  startExclusion,
  summarizeRespondents,
} from "@/lib/contracts/ours/respondents";
import { listViews } from "@/lib/contracts/ours/views";
import { on, renderPage, serve } from "../test-page";
import { listOf, respondent } from "../test-respondents";
import { RespondentList } from "./respondent-list";

const summary: RespondentSummary = {
  survey: { survey_name: "s", version: "v3", is_stopped: false },
  ...{ respondents: 4, pending: 0, excluded: 1 },
  totals: { bad: 1, poor: 0, fair: 0, good: 3 },
  checks: [{ check: "TS", respondents: 4, mean: 71.5, bands: { bad: 1, poor: 0, fair: 0, good: 3 } }],
  categories: [{ category: "GIBBERISH", answers: 2, respondents: 1 }],
  suppliers: [{ supplier: { code: "north", name: "North Panel" }, respondents: 4, good: 3, excluded: 1, mean: 71.5 }],
  days: [
    { day: "2026-01-01", respondents: 2, good: 1, excluded: 1 },
    { day: "2026-01-02", respondents: 2, good: 2, excluded: 0 },
  ],
  agreement: [{ rule: "TS", suspected: 4, excluded: 3, kept: 1, flagged: 0 }],
  read_at: "2026-01-02T10:00:00.000Z",
};

const job = {
  ...{ id: "01900000-0000-7000-8000-000000000001", kind: "exclude respondents", title: "Exclude 2 respondents" },
  ...{ state: "running", total: 2, counts: {} },
  ...{ undo_of: null, undone_by: null, can_undo: false, undo_question: null, changes_figures: true },
  ...{ result: "outcomes", created_at: "2026-01-02T10:00:00.000Z", finished_at: null },
};

const done = (results: object) => ({ success: true, message: "Done.", results });

type Scored = NonNullable<RespondentSummary["survey"]>;

const serveList = (
  rows = [respondent("r1"), respondent("r2", { is_excluded: true })],
  survey: Scored = { survey_name: "s", version: "v3", is_stopped: false },
) =>
  serve(
    on(listViews, () => ({ views: [], default_view: "all" })),
    on(listSurveys, () => ({ total_surveys: 0, page: 1, page_size: 1, surveys: [] })),
    on(listRespondents, () => listOf(rows, { survey: rows.length === 0 ? null : survey })),
    on(summarizeRespondents, () =>
      rows.length === 0 ? { ...summary, survey: null, respondents: 0 } : { ...summary, survey },
    ),
    on(startExclusion, () => job),
    on(listJobs, () => ({ jobs: [] })),
    on(versionOperations.v3.stopSurvey, () => done({ surveyName: "s", isStopped: true })),
    on(versionOperations.v3.restartSurvey, () => done({ surveyName: "s", isStopped: false })),
    on(laterOperations.deleteSurveys, () => done({ deleted: 1 })),
  );

const show = (address = "/surveys/s/respondents", mayDelete = true) =>
  renderPage(<RespondentList surveyId="s" mayWrite mayDelete={mayDelete} views={null} exporter={null} />, { address });

test("the panel says how many are good, and a check in it narrows the list, in the address", async () => {
  const calls = serveList();
  const { user, address } = show();
  const panel = await screen.findByRole("region", { name: "Quality" });
  expect(panel.textContent).toContain("75.0% good");
  expect(within(panel).getByRole("img", { name: "Respondents by score: Bad 1, Good 3" })).toBeDefined();
  expect(within(panel).getByText("75%")).toBeDefined();
  const review = await screen.findByRole("link", { name: "Review 2" });
  expect(review.getAttribute("href")).toBe("/surveys/s/respondents/review");
  await user.click(within(panel).getByRole("button", { name: "Time" }));
  await waitFor(() => expect(address()).toContain("checks=TS"));
  const asked = () => calls.filter(({ name }) => name === "listRespondents").at(-1);
  await waitFor(() => expect(asked()?.query.get("checks")).toBe("TS"));
});

test("chosen respondents are excluded after it was said what that means", async () => {
  const calls = serveList();
  const { user } = show();
  await screen.findByRole("link", { name: "r1" });
  await user.click(screen.getByRole("checkbox", { name: "Choose all on this page" }));
  await user.click(screen.getByRole("button", { name: "Exclude…" }));
  expect(calls.some(({ name }) => name === "startExclusion")).toBe(false);
  await user.click(await screen.findByRole("button", { name: "Exclude 2 respondents" }));
  await waitFor(() =>
    expect(calls.find(({ name }) => name === "startExclusion")?.body).toEqual({
      survey_id: "s",
      respondent_ids: ["r1", "r2"],
      is_excluded: true,
    }),
  );
});

test("each respondent stands with score, reasons and a way to the evidence", async () => {
  serveList();
  show();
  const link = await screen.findByRole("link", { name: "r2" });
  const row = link.closest("tr");
  expect(row?.textContent).toContain("34 · Bad");
  expect(row?.textContent).toContain("Time: 12 s, a third of the median");
  expect(link.getAttribute("href")).toBe("/surveys/s/respondents/evidence?respondent=r2");
});

test("where nobody was scored yet, the page says how to score", async () => {
  serveList([]);
  show();
  expect(await screen.findByText(/No respondent of this survey has been scored yet/)).toBeDefined();
  expect(screen.getByRole("link", { name: "Thresholds" }).getAttribute("aria-disabled")).toBe("true");
});

const openMenu = async (user: ReturnType<typeof show>["user"], item: RegExp) => {
  await screen.findByRole("link", { name: "r1" });
  await user.click(screen.getByRole("button", { name: "More about this survey" }));
  await user.click(await screen.findByRole("menuitem", { name: item }));
};

test("the survey is stopped after it was said what that means", async () => {
  const calls = serveList();
  const { user } = show();
  await openMenu(user, /^Stop the survey/);
  await user.click(await screen.findByRole("button", { name: "Stop the survey" }));
  await waitFor(() => expect(calls.find(({ name }) => name === "stopSurveyV3")?.body).toEqual({ surveyName: "s" }));
});

test("a survey that is stopped says so, and restarts after it was said what that costs", async () => {
  const calls = serveList([respondent("r1")], { survey_name: "s", version: "v3", is_stopped: true });
  const { user } = show();
  expect(await screen.findByText("1 respondent · survey stopped")).toBeDefined();
  await openMenu(user, /^Restart the survey/);
  const dialog = within(await screen.findByRole("dialog", { name: "Restart the survey" }));
  expect(await dialog.findByText(/costs credits, depending on their data points/)).toBeDefined();
  await user.click(dialog.getByRole("button", { name: "Restart the survey" }));
  await waitFor(() => expect(calls.find(({ name }) => name === "restartSurveyV3")?.body).toEqual({ surveyName: "s" }));
});

test("a survey of an earlier version leads to its copy in version 3", async () => {
  serveList([respondent("r1")], { survey_name: "s", version: "v1", is_stopped: false });
  const { user, router } = show();
  await openMenu(user, /^Copy to version 3/);
  expect(router.push).toHaveBeenCalledWith("/surveys/s/respondents/migration");
});

test("all respondents are deleted only once the survey's name is typed", async () => {
  const calls = serveList();
  const { user } = show();
  await openMenu(user, /^Delete all respondents/);
  const confirm = await screen.findByRole("button", { name: "Delete all 4 respondents" });
  expect((confirm as HTMLButtonElement).disabled).toBe(true);
  await user.type(screen.getByLabelText("Type s to confirm"), "s");
  await user.click(confirm);
  await waitFor(() =>
    expect(calls.find(({ name }) => name === "deleteSurveysV3")?.body).toEqual({ surveyNames: ["s"] }),
  );
});

test("who may not delete sees why", async () => {
  serveList();
  const { user } = show("/surveys/s/respondents", false);
  await screen.findByRole("link", { name: "r1" });
  await user.click(screen.getByRole("button", { name: "More about this survey" }));
  const item = await screen.findByRole("menuitem", { name: /^Delete all respondents/ });
  expect(item.getAttribute("aria-disabled")).toBe("true");
  expect(item.textContent).toContain("Deleting respondents is for admins");
});
