import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { CoherenceRule } from "@/lib/contracts/interfaces/coherence-rule";
import { listCoherenceRules, setCoherenceRules } from "@/lib/contracts/ours/coherence-rules";
import { getInterview, type Interview, previewCoherence } from "@/lib/contracts/ours/interviews";
import { on, Refusal, renderPage, serve } from "../test-page";
import { CoherencePage } from "./coherence-page";

const account = { id: "a", name: "Acme" };
const cats: CoherenceRule = {
  ...{ kind: "together", name: "Cats without pets", first: { question_id: "pets" }, first_answers: ["No"] },
  ...{ second: { question_id: "cats" }, second_over: 0 },
};
const interview: Interview = {
  ...{ account, project_id: null, refused: null },
  questions: [
    { question_id: "age", question: "Age", answers: [{ answer: "19", respondents: 3 }], is_numeric: true },
    { question_id: "work", question: "Years of work", answers: [{ answer: "16", respondents: 3 }], is_numeric: true },
    { question_id: "pets", question: "Pets", answers: [{ answer: "No", respondents: 3 }], is_numeric: false },
  ],
};

function serveRules(change: { interview?: Partial<Interview>; refuses?: boolean } = {}) {
  let [rules, revision]: [CoherenceRule[], number] = [[cats], 1];
  return serve(
    on(getInterview, () => ({ ...interview, ...change.interview })),
    on(listCoherenceRules, () => ({ accounts: [{ account, rules, revision: `${revision}` }] })),
    on(previewCoherence, ({ body }) => ({
      ...{ interviews: 212, contradicting: 3 },
      rules: previewCoherence.body
        .parse(body)
        .rules.map(({ name }) => ({ name, compared: 180, contradicting: 3, respondent_ids: ["r1"] })),
    })),
    on(setCoherenceRules, ({ body }) => {
      if (change.refuses) throw new Refusal("conflict", "Somebody else has changed these rules.");
      rules = setCoherenceRules.body.parse(body).rules;
      revision += 1;
      return { account, rules, revision: `${revision}` };
    }),
  );
}

const show = () => renderPage(<CoherencePage surveyId="s" />, { address: "/surveys/s/respondents/rules" });

test("a rule shows its words, how many respondents contradict it, and examples", async () => {
  serveRules();
  show();
  const list = await screen.findByRole("list", { name: "Rules" });
  expect(within(list).getByText("Pets is “No” and cats over 0")).toBeDefined();
  await within(list).findByText("3 of 212 scored respondents contradict this. 180 gave both answers.");
  expect(within(list).getByRole("link", { name: "r1" }).getAttribute("href")).toContain("evidence?respondent=r1");
});

async function choose(user: ReturnType<typeof show>["user"], group: string, question: string, value: string) {
  const side = within(await screen.findByRole("group", { name: group }));
  await user.click(side.getByRole("combobox", { name: "Question" }));
  await user.click(await screen.findByRole("option", { name: question }));
  await user.type(side.getByRole("textbox", { name: "Number" }), value);
}

test("a rule is shown at work before it is added, and taken away again by undo", async () => {
  const calls = serveRules();
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Add rule…" }));
  const dialog = await screen.findByRole("dialog", { name: "Add rule" });
  await user.click(within(dialog).getByRole("button", { name: "Add rule" }));
  expect(within(dialog).getAllByText("Choose a question.")).toHaveLength(2);
  await choose(user, "One answer", "Age", "20");
  await choose(user, "and another answer", "Years of work", "15");
  expect(await within(dialog).findByText(/^3 of 212 scored respondents contradict this/)).toBeDefined();
  expect(calls.some(({ name }) => name === "setCoherenceRules")).toBe(false);
  await user.click(within(dialog).getByRole("button", { name: "Add rule" }));
  await screen.findByRole("heading", { name: "Age under 20 and Years of work over 15" });
  const saved = () => calls.filter(({ name }) => name === "setCoherenceRules").map(({ body }) => body);
  const added = {
    ...{ kind: "together", name: "Age under 20 and Years of work over 15" },
    ...{ first: { question_id: "age" }, first_under: 20, second: { question_id: "work" }, second_over: 15 },
  };
  expect(saved()).toEqual([{ account_id: "a", rules: [cats, added], revision: "1" }]);
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(saved().at(-1)).toEqual({ account_id: "a", rules: [cats], revision: "2" }));
});

test("rules that another person changed stay, and the page says so", async () => {
  serveRules({ refuses: true });
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Remove Cats without pets" }));
  expect(await screen.findByText("Somebody else has changed these rules.")).toBeDefined();
  expect(screen.getByRole("heading", { name: "Cats without pets" })).toBeDefined();
});

test("where another service scores, the page says why no rule can be added", async () => {
  const calls = serveRules({ interview: { refused: "Another service scores." } });
  const { user } = show();
  const add = await screen.findByRole("button", { name: "Add rule…" });
  expect(add.getAttribute("aria-disabled")).toBe("true");
  await user.click(add);
  await user.click(screen.getByRole("button", { name: "Remove Cats without pets" }));
  await waitFor(() => expect(calls.some(({ name }) => name === "listCoherenceRules")).toBe(true));
  expect(calls.some(({ name }) => name === "setCoherenceRules")).toBe(false);
});
