import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { on, Refusal, renderPage, serve } from "@/components/test-page";
import { type CheckedRespondent, createCheck, findCheck } from "@/lib/contracts/ours/checks";
import { ChecksPage } from "./checks-page";

const accounts = [{ id: "a", name: "Northwind" }];

const checked = (change: Partial<CheckedRespondent> = {}): CheckedRespondent => ({
  ...{ survey_number: "7", survey_name: "Shoes", session_id: "s1", checked_at: "2030-01-02T10:00:00.000Z" },
  verdict: {
    ...{ failure_reason: "02", fails: true, risk: 92, duplicate_score: 92, threat_score: 0, country_code: null },
    ...{ country_mismatch: null, initial_session: "s0", destination: null },
    checks: { duplicate: "found", crawler: "nothing found", vpn: "not checked" },
    findings: [{ check: "duplicate", score: 92, evidence: "The same panel id as session s0." }],
  },
  reviews: [],
  sessions: [
    {
      ...{ survey_number: "6", survey_name: "Boots", session_id: "s0", at: "2030-01-01T10:00:00.000Z" },
      ...{ failure_reason: "01", supplier: "North" },
    },
    {
      ...{ survey_number: "7", survey_name: "Shoes", session_id: "s1", at: "2030-01-02T10:00:00.000Z" },
      ...{ failure_reason: "02", supplier: "North" },
    },
  ],
  replies: [{ kind: "search", question_id: "", reply: { exec: 3 }, who: "a@b.test", at: "2030-01-02T10:00:00.000Z" }],
  unanswered: null,
  unanswered_at_entry: null,
  ...change,
});

const page = (mayCheck: boolean, address = "/checks?survey=7&session=s1") =>
  renderPage(<ChecksPage mayCheck={mayCheck} accounts={accounts} />, { address });

test("a respondent whom the address names is explained: verdict, reason, checks, sessions and the text", async () => {
  const calls = serve(on(findCheck, () => checked()));
  page(false);
  expect(await screen.findByRole("heading", { name: "Fails: duplicate in the survey" })).toBeDefined();
  expect(screen.getByText("They were in this survey before, under another session.")).toBeDefined();
  expect(screen.getByText(/could not be made: that says nothing for the respondent/)).toBeDefined();
  const every = screen.getByRole("table", { name: "Every check of this respondent", hidden: true });
  expect(within(every).getByText("Not checked")).toBeDefined();
  const text = screen.getByRole("region", { name: "Text for the supplier" });
  expect(within(text).getByText(/had already taken part/)).toBeDefined();
  expect(text.textContent).not.toContain("s0");
  const sessions = screen.getByRole("region", { name: "Sessions of this person" });
  expect(within(sessions).getByRole("link", { name: "s0" }).getAttribute("href")).toBe("/checks?survey=6&session=s0");
  expect(Object.fromEntries(calls[0]?.query ?? [])).toEqual({ account_id: "a", sy_nr: "7", sn_ud: "s1" });
});

test("who may not check looks up alone, and is told why", async () => {
  const calls = serve(on(findCheck, () => checked({ verdict: null, sessions: [], replies: [] })));
  const { user } = page(false);
  expect(await screen.findByText(/was not checked yet/)).toBeDefined();
  const button = screen.getByRole("button", { name: "Check now" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await user.click(button);
  expect(calls.filter(({ name }) => name === "createCheck")).toEqual([]);
});

test("checking sends what was typed and nothing that was left empty, and shows the answer", async () => {
  const calls = serve(
    on(createCheck, () => checked()),
    on(findCheck, () => checked()),
  );
  const { user, address } = page(true, "/checks");
  await user.click(screen.getByRole("button", { name: "Check now" }));
  expect(screen.getByText("Name the survey by its id.")).toBeDefined();
  await user.type(screen.getByLabelText("Survey"), " 7 ");
  await user.type(screen.getByLabelText("Session"), "s1");
  await user.click(screen.getByText("An open answer"));
  await user.type(screen.getByLabelText("Question id"), "why");
  await user.type(screen.getByLabelText("Answer"), "Because");
  await user.click(screen.getByRole("button", { name: "Check now" }));
  expect(await screen.findByRole("heading", { name: /^Fails/ })).toBeDefined();
  expect(calls.find(({ name }) => name === "createCheck")?.body).toEqual({
    ...{ account_id: "a", sy_nr: "7", sn_ud: "s1", answer: { q_id: "why", text: "Because" } },
  });
  expect(address()).toContain("session=s1");
  expect(address()).not.toContain("Because");
});

test("a refusal is said at its field, in the words of the form", async () => {
  const message = "rt_ip_address must be an IPv4 or IPv6 address, such as 203.0.113.7 or 2001:db8::7.";
  serve(
    on(createCheck, () => {
      throw new Refusal("invalid", message, { rt_ip_address: message });
    }),
    on(findCheck, () => checked()),
  );
  const { user } = page(true);
  await screen.findByRole("heading", { name: /^Fails/ });
  await user.click(screen.getByText("More about the respondent"));
  await user.type(screen.getByLabelText("IP address"), "1.2.3");
  await user.click(screen.getByRole("button", { name: "Check now" }));
  expect(await screen.findByText(/^IP address must be an IPv4/)).toBeDefined();
});

test("a check that was not answered says what becomes of the respondent", async () => {
  const unanswered = { problem: "Fraud checks of Production cannot be reached.", respondent: "turn away" as const };
  serve(
    on(createCheck, () => checked({ unanswered })),
    on(findCheck, () => checked()),
  );
  const { user } = page(true);
  await screen.findByRole("heading", { name: /^Fails/ });
  await user.click(screen.getByRole("button", { name: "Check now" }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("cannot be reached.");
  expect(alert.textContent).toContain("are turned away meanwhile");
});

test("an unanswered check at entry is shown beside the verdict", async () => {
  const at = "2030-01-02T10:00:00.000Z";
  const problem = "Fraud check of this installation did not answer in time.";
  const unanswered_at_entry = { problem, respondent: "let in" as const, at };
  serve(on(findCheck, () => checked({ verdict: null, sessions: null, replies: [], unanswered_at_entry })));
  page(false);
  const note = await screen.findByRole("note");
  expect(note.textContent).toMatch(/2030.*did not answer in time\. The respondent was let in without it\./);
});
