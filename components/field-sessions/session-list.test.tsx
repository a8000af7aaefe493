import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { listQualifications, listSurveys } from "@/lib/contracts/interfaces/demand";
import {
  type FieldSession,
  getSession,
  listSessions,
  listSuppliers,
  removeTestSessions,
  summarizeSessions,
} from "@/lib/contracts/interfaces/fielding";
import { listViews } from "@/lib/contracts/ours/views";
import { on, renderPage, serve } from "../test-page";
import { SessionList } from "./session-list";

const session: FieldSession = {
  ...{ rid: "session-1", survey_id: "s", supplier: "north", respondent: "p1", test: false },
  ...{ status: "standard termination" as const, reason: "not_qualified:2", reconciliation_status: null },
  ...{ reached: false, device: "mobile", hash: null, price: 2, quota_attributes: [], refused_returns: 0 },
  qualification_attributes: [{ question_id: 2, option_ids: [1] }],
  ...{ started_at: "2026-01-01T10:00:00.000Z", ended_at: "2026-01-01T10:00:01.000Z", expires_at: null },
};
const summary = {
  groups: [
    {
      ...{ reason: "not_qualified" as const, status: "standard termination" as const, supplier: "north" },
      ...{ sessions: 1, starts: 0, cost: 0 },
    },
  ],
  refused_returns: [{ refusal: "forged" as const, returns: 3 }],
  tests: 2,
  accepted: 1,
  hour: null,
};

const serveSessions = () =>
  serve(
    on(listViews, () => ({ views: [], default_view: "all" })),
    on(listSurveys, () => ({ total_surveys: 0, page: 1, page_size: 1, surveys: [] })),
    on(listQualifications, () => ({ total_qualifications: 0, page: 1, page_size: 1, qualifications: [] })),
    on(listSuppliers, () => ({ suppliers: [] })),
    on(listSessions, () => ({ total_sessions: 1, page: 1, page_size: 1, sessions: [session] })),
    on(summarizeSessions, () => summary),
    on(getSession, () => ({ ...session, returns: [] })),
    on(removeTestSessions, () => ({ removed: 2 })),
  );

const show = (mayWrite: boolean, address = "/surveys/s/sessions") =>
  renderPage(<SessionList surveyId="s" mayWrite={mayWrite} views={null} exporter={null} />, { address });

test("a reason of the summary narrows the list, in the address", async () => {
  const calls = serveSessions();
  const { user, address } = show(true);
  const outcomes = await screen.findByRole("table", { name: "Outcomes" });
  expect(screen.getByText("Hash wrong: 3")).toBeDefined();
  await user.click(within(outcomes).getByRole("button", { name: "Not qualified" }));
  await waitFor(() => expect(address()).toContain("reasons=not_qualified"));
  const asked = () =>
    calls
      .filter(({ name }) => name === "listSessions")
      .at(-1)
      ?.query.get("reasons");
  await waitFor(() => expect(asked()).toBe("not_qualified"));
});

test("a session opens from its id and says what happened to it", async () => {
  serveSessions();
  const { user, address } = show(true);
  await user.click(await screen.findByRole("button", { name: /^History of/ }));
  const drawer = await screen.findByRole("dialog", { name: "Session" });
  expect(await within(drawer).findByText("Turned away: Not qualified: Question 2")).toBeDefined();
  expect(address()).toContain("session=session-1");
});

test("tests are removed after it was said how many there are", async () => {
  const calls = serveSessions();
  const { user } = show(true);
  await user.click(await screen.findByRole("button", { name: "Remove test sessions…" }));
  await user.click(await screen.findByRole("button", { name: "Remove 2 test sessions" }));
  await waitFor(() =>
    expect(calls.find(({ name }) => name === "removeTestSessions")?.body).toEqual({ survey_id: "s" }),
  );
});

test("who may only read cannot remove tests", async () => {
  serveSessions();
  const { user } = show(false);
  await user.click(await screen.findByRole("button", { name: "Remove test sessions…" }));
  expect(screen.queryByRole("dialog", { name: "Remove test sessions" })).toBeNull();
});
