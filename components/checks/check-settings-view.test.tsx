import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { on, renderPage, serve } from "@/components/test-page";
import * as contract from "@/lib/contracts/ours/checks";
import { ChecksPage } from "./checks-page";

const accounts = [{ id: "a", name: "Northwind" }];

const settings = (change: Partial<contract.CheckSettings> = {}): contract.CheckSettings => ({
  ...{ account: { id: "a", name: "Northwind" }, when_unanswered: "let in", decided: null },
  unanswered_at_entry: null,
  problem: null,
  platforms: [{ id: "p1", name: "North" }],
  extended: {
    encryption_key_at: null,
    threshold: 60,
    lists: [
      { name: "vpn", entries: null, changed_at: null, read_at: null, problem: null },
      { name: "tor", entries: 1200, changed_at: "2030-01-01T00:00:00.000Z", read_at: null, problem: null },
    ],
  },
  ...change,
});
const run = {
  completes: 1040,
  checked: 1040,
  stopped: 12,
  reasons: [{ failure_reason: "02", completes: 12 }],
  more: false,
};

const page = (mayCheck = true) =>
  renderPage(<ChecksPage mayCheck={mayCheck} accounts={accounts} />, { address: "/checks?show=settings" });

test("a list that is missing is said to check nothing, and the others tell their age", async () => {
  serve(
    on(contract.getCheckSettings, () => settings()),
    on(contract.previewThreshold, () => run),
  );
  page();
  const lists = await screen.findByRole("region", { name: "Lists" });
  expect(within(lists).getByRole("row", { name: /VPN list/ }).textContent).toContain("Missing: not checked");
  expect(within(lists).getByRole("row", { name: /Tor list/ }).textContent).toMatch(/1,200.*2030/);
});

test("a threshold is tried before it is saved", async () => {
  const calls = serve(
    on(contract.getCheckSettings, () => settings()),
    on(contract.previewThreshold, () => run),
    on(contract.updateCheckSettings, () => settings()),
  );
  const { user } = page();
  const field = await screen.findByLabelText("Respondents fail from a score of");
  await user.clear(field);
  await user.type(field, "50");
  expect(await screen.findByText(/^12 of 1,040 completes/)).toBeDefined();
  const tried = () =>
    calls.filter(({ name }) => name === "previewThreshold").map(({ query }) => query.get("threshold"));
  await waitFor(() => expect(tried()).toContain("50"));
  await user.click(screen.getByRole("button", { name: "Save threshold" }));
  await waitFor(() =>
    expect(calls.find(({ name }) => name === "updateCheckSettings")?.body).toEqual({ account_id: "a", threshold: 50 }),
  );
});

test.each([
  ["-5", "Must be from 1 to 100."],
  ["1e3", "Must be from 1 to 100."],
  ["12a", "“12a” is not a number: type digits, such as 1200."],
  [" ", "Type a score from 1 to 100."],
])("the threshold “%s” is refused with a sentence, and is neither tried nor sent", async (typed, sentence) => {
  const calls = serve(
    on(contract.getCheckSettings, () => settings()),
    on(contract.previewThreshold, () => run),
    on(contract.updateCheckSettings, () => settings()),
  );
  const { user } = page();
  const field = await screen.findByLabelText("Respondents fail from a score of");
  await user.clear(field);
  await user.type(field, typed);
  expect(screen.getByText(sentence)).toBeDefined();
  expect(screen.queryByText(/completes/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Save threshold" }));
  expect(calls.some(({ name }) => name === "updateCheckSettings")).toBe(false);
});

test("lines that are no platforms are not sent", async () => {
  const calls = serve(
    on(contract.getCheckSettings, () => settings()),
    on(contract.previewThreshold, () => run),
    on(contract.updateCheckSettings, () => settings()),
  );
  const { user } = page();
  const field = await screen.findByLabelText("Platforms that respondents go on to");
  await user.type(field, "\nSouth");
  await user.click(screen.getByRole("button", { name: "Save platforms" }));
  expect(await screen.findByText(/^Line 2 needs an id/)).toBeDefined();
  await user.clear(field);
  await user.type(field, "p2, South");
  await user.click(screen.getByRole("button", { name: "Save platforms" }));
  await waitFor(() =>
    expect(calls.find(({ name }) => name === "updateCheckSettings")?.body).toEqual({
      ...{ account_id: "a", platforms: [{ id: "p2", name: "South" }] },
    }),
  );
});

test("a key is created after it is asked for, and shown once", async () => {
  serve(
    on(contract.getCheckSettings, () => settings()),
    on(contract.previewThreshold, () => run),
    on(contract.createReplyKey, () => ({ key: "c2VjcmV0", created_at: "2030-01-01T00:00:00.000Z" })),
  );
  const { user } = page();
  await user.click(await screen.findByRole("button", { name: "Create key…" }));
  const dialog = await screen.findByRole("dialog");
  await user.click(within(dialog).getByRole("button", { name: "Create key" }));
  expect((await within(dialog).findByLabelText<HTMLInputElement>("Key")).value).toBe("c2VjcmV0");
  await user.click(within(dialog).getByRole("button", { name: "Done" }));
  await waitFor(() => expect(screen.queryByDisplayValue("c2VjcmV0")).toBeNull());
});

test("of another service, what it does not offer is said and not asked", async () => {
  serve(on(contract.getCheckSettings, () => settings({ extended: null })));
  page();
  expect(await screen.findByText(/does not say how old its lists are/)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Save platforms" })).toBeNull();
});

test("where another service checks who enters, the decision tells whom it met", async () => {
  const unanswered_at_entry = { let_in: 9, turned_away: 3, last_at: "2030-01-01T00:00:00.000Z" };
  serve(on(contract.getCheckSettings, () => settings({ extended: null, unanswered_at_entry })));
  page();
  const part = await screen.findByRole("region", { name: "Without an answer" });
  expect(part.textContent).toMatch(/9 respondents entered without an answer, and 3 were turned away\. .*2030/);
  expect(part.textContent).toContain("For respondents who enter a survey that requires the check");
});

test("while the service is away, what is decided here is shown and changed", async () => {
  const away = { problem: "Checks is not responding.", platforms: null, extended: null };
  const calls = serve(
    on(contract.getCheckSettings, () => settings(away)),
    on(contract.updateCheckSettings, () => settings({ ...away, when_unanswered: "turn away" })),
  );
  const { user } = page();
  expect(await screen.findByText(/^Checks is not responding\. Lists, threshold/)).toBeDefined();
  expect(screen.queryByRole("region", { name: "Destination platforms" })).toBeNull();
  await user.click(screen.getByRole("combobox", { name: "While the fraud checks do not answer" }));
  await user.click(await screen.findByRole("option", { name: "Turn respondents away" }));
  await user.click(screen.getByRole("button", { name: "Save decision" }));
  await waitFor(() =>
    expect(calls.find(({ name }) => name === "updateCheckSettings")?.body).toMatchObject({
      when_unanswered: "turn away",
    }),
  );
});
