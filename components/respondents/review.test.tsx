import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { discardDraft, getDraft, type KeptDraft, saveDraft } from "@/lib/contracts/ours/drafts";
import { decideRespondent, getEvidence, listRespondents } from "@/lib/contracts/ours/respondents";
import { on, Refusal, renderPage, serve } from "../test-page";
import { evidenceOf, listOf, respondent } from "../test-respondents";
import { ReviewPage } from "./review-page";

const rows = ["r1", "r2", "r3"].map((id) => respondent(id));

type Options = { decide?: () => unknown; kept?: KeptDraft | null };

/** The server's part: it answers a decision with the row as decided, or as `decide` says. */
function serveReview({ decide = () => rows[0], kept = null }: Options = {}) {
  return serve(
    on(getDraft, () => ({ draft: kept })),
    on(saveDraft, ({ body }) => ({ ...(body as KeptDraft), updated_at: "2030-01-01T10:00:00.000Z" })),
    on(discardDraft, () => ({ discarded: true })),
    on(listRespondents, () => listOf(rows)),
    on(getEvidence, () => evidenceOf(respondent("r1"))),
    on(decideRespondent, async () => ({ respondent: await decide() })),
  );
}

/** As the product's other drafts are offered. */
const RESTORE = "Take them up";

const show = (address = "/surveys/s/respondents/review") =>
  renderPage(<ReviewPage surveyId="s" reviewer="Ann" />, { address });

const sent = (calls: ReturnType<typeof serveReview>) =>
  calls.filter(({ name }) => name === "decideRespondent").map(({ body }) => body);

const titled = (name: string) => screen.findByRole("heading", { level: 1, name });

test("a key decides and shows the next; the address names who is shown", async () => {
  const calls = serveReview();
  const { user, address } = show();
  await titled("Review r1");
  await screen.findByText("asdf", { selector: "mark" });
  await user.keyboard("x");
  await titled("Review r2");
  expect(screen.getByText("2 of 3")).toBeDefined();
  expect(address()).toContain("at=r2");
  await user.keyboard("f");
  await titled("Review r3");
  await waitFor(() =>
    expect(sent(calls)).toEqual([
      { survey_id: "s", respondent_id: "r1", decision: "exclude", note: "", is_excluded: true },
      { survey_id: "s", respondent_id: "r2", decision: "flag", note: "", is_excluded: false },
    ]),
  );
  expect(await screen.findByText("All decisions saved")).toBeDefined();
});

test("decisions go one after another, while the reviewer goes on", async () => {
  const release: (() => void)[] = [];
  const calls = serveReview({ decide: () => new Promise((done) => release.push(() => done(rows[0]))) });
  const { user } = show();
  await titled("Review r1");
  await screen.findByText("asdf", { selector: "mark" });
  await user.keyboard("x");
  await titled("Review r2");
  await user.keyboard("a");
  await titled("Review r3");
  expect(await screen.findByText("Saving 2…")).toBeDefined();
  expect(sent(calls)).toHaveLength(1);
  release[0]?.();
  await waitFor(() => expect(sent(calls)).toHaveLength(2));
  release[1]?.();
  await screen.findByText("All decisions saved");
});

test("a decision that cannot be saved stops the rest, says so, and goes again", async () => {
  let isAway = true;
  const calls = serveReview({
    decide: () => {
      if (isAway) throw new Refusal("unavailable", "The service is away.");
      return rows[0];
    },
  });
  const { user } = show();
  await titled("Review r1");
  await screen.findByText("asdf", { selector: "mark" });
  await user.keyboard("x");
  expect((await screen.findByRole("alert")).textContent).toContain("The service is away.");
  await user.keyboard("x");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Review r2");
  expect(sent(calls)).toHaveLength(1);
  isAway = false;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("All decisions saved");
  expect(sent(calls)).toHaveLength(2);
});

test("undo brings back what was decided, and shows whom", async () => {
  const calls = serveReview();
  const { user } = show();
  await titled("Review r1");
  await screen.findByText("asdf", { selector: "mark" });
  await user.keyboard("x");
  await titled("Review r2");
  await user.keyboard("{Control>}z{/Control}");
  await titled("Review r1");
  await waitFor(() =>
    expect(sent(calls).at(-1)).toEqual({
      ...{ survey_id: "s", respondent_id: "r1", decision: null, note: "", is_excluded: false },
    }),
  );
});

test("keys write in the note, and the note goes with the decision", async () => {
  const calls = serveReview();
  const { user } = show();
  await titled("Review r1");
  await screen.findByText("asdf", { selector: "mark" });
  await user.keyboard("n");
  await user.keyboard("fax{Enter}");
  expect(sent(calls)).toEqual([]);
  await user.keyboard("x");
  await titled("Review r2");
  await waitFor(() => expect(sent(calls)).toMatchObject([{ decision: "exclude", note: "fax" }]));
});

const isOfReview = ({ body }: { body: unknown }) => (body as { thing?: string }).thing === "reviews";
const drafts = (calls: ReturnType<typeof serveReview>) =>
  calls.filter((call) => call.name === "saveDraft" && isOfReview(call)).map(({ body }) => (body as KeptDraft).draft);

test("a note is the reviewer's draft until a decision has saved it", async () => {
  let isAway = true;
  const calls = serveReview({
    decide: () => {
      if (isAway) throw new Refusal("unavailable", "The service is away.");
      return rows[0];
    },
  });
  const { user } = show();
  await titled("Review r1");
  await screen.findByText("asdf", { selector: "mark" });
  await user.keyboard("nfax{Enter}");
  await waitFor(() => expect(drafts(calls)).toEqual([{ notes: { r1: "fax" } }]), { timeout: 2000 });
  expect(calls.find((call) => call.name === "saveDraft" && isOfReview(call))?.body).toMatchObject({ thing_id: "s" });
  await user.keyboard("x");
  await screen.findByText(/could not be saved/);
  expect(calls.filter(({ name }) => name === "discardDraft")).toEqual([]);
  isAway = false;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("All decisions saved");
  await waitFor(() => expect(calls.filter(({ name }) => name === "discardDraft")).toHaveLength(1));
});

test("notes of an earlier visit are offered, and go with the decisions to come", async () => {
  const writer = "00000000-0000-4000-8000-000000000001";
  const notes = { r1: "Ask the supplier", r2: "Keys" };
  const calls = serveReview({
    kept: { writer, version: 3, base: null, draft: { notes }, updated_at: "2030-01-01T10:00:00.000Z" },
  });
  const { user } = show();
  await titled("Review r1");
  await screen.findByText("asdf", { selector: "mark" });
  await user.click(await screen.findByRole("button", { name: RESTORE }));
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Note" }).value).toBe("Ask the supplier");
  await user.keyboard("x");
  await titled("Review r2");
  await waitFor(() => expect(sent(calls)).toMatchObject([{ respondent_id: "r1", note: "Ask the supplier" }]));
  await waitFor(() => expect(drafts(calls).at(-1)).toEqual({ notes: { r2: "Keys" } }), { timeout: 3000 });
});

test("a pasted link shows its respondent, and the end says what was decided", async () => {
  serveReview();
  const { user } = show("/surveys/s/respondents/review?at=r3");
  await titled("Review r3");
  await screen.findByText("asdf", { selector: "mark" });
  await user.keyboard("a");
  expect(await screen.findByText("Excluded 0 · Kept 1 · Flagged 0")).toBeDefined();
  expect(screen.getByRole("link", { name: "Back to respondents" })).toBeDefined();
});
