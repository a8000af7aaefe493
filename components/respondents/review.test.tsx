import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { decideRespondent, getEvidence, listRespondents } from "@/lib/contracts/ours/respondents";
import { on, Refusal, renderPage, serve } from "../test-page";
import { evidenceOf, listOf, respondent } from "../test-respondents";
import { ReviewPage } from "./review-page";

const rows = ["r1", "r2", "r3"].map((id) => respondent(id));

type Options = { decide?: () => unknown };

/** The server's part: it answers a decision with the row as decided, or as `decide` says. */
function serveReview({ decide = () => rows[0] }: Options = {}) {
  return serve(
    on(listRespondents, () => listOf(rows)),
    on(getEvidence, () => evidenceOf(respondent("r1"))),
    on(decideRespondent, async () => ({ respondent: await decide() })),
  );
}

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

test("a pasted link shows its respondent, and the end says what was decided", async () => {
  serveReview();
  const { user } = show("/surveys/s/respondents/review?at=r3");
  await titled("Review r3");
  await screen.findByText("asdf", { selector: "mark" });
  await user.keyboard("a");
  expect(await screen.findByText("Excluded 0 · Kept 1 · Flagged 0")).toBeDefined();
  expect(screen.getByRole("link", { name: "Back to respondents" })).toBeDefined();
});
