import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type QuestionsInWork, questionsDraft } from "@/lib/answers/questions/kept-questions";
import { draftOf } from "@/lib/answers/questions/question-draft";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { listProjects } from "@/lib/contracts/interfaces/demand";
import { discardDraft, getDraft, type KeptDraft, saveDraft } from "@/lib/contracts/ours/drafts";
import { undoImport } from "@/lib/contracts/ours/imports";
import {
  addQuestion,
  changeKind,
  countAnswers,
  listQuestions,
  moveQuestion,
  previewQuestion,
  type QuestionChange,
  removeQuestion,
  updateQuestion,
} from "@/lib/contracts/ours/questions";
import { updateMine } from "@/lib/contracts/ours/settings";
import { question } from "@/lib/test-answers";
import { on, Refusal, renderPage, serve } from "../test-page";
import { QuestionsPage } from "./questions-page";

const age = question(1, "Age", "numeric");
const region = question(2, "Region", "single", {
  options: [
    [1, "North", null],
    [2, "South", null],
  ],
});
const trust = question(3, "Trust", "numeric");
const ages = question(4, "Ages", "single", {
  options: [[1, "Young", null]],
  derivation: { form: "bands", questionId: "Age", bands: [{ code: 1, low: null, high: 30 }] },
});

const counted = (id: string) => ({
  ...{ id, answered: 60, not_asked: 0, no_answer: 0, none: 0, counts: [], numbers: null },
});

/** A project whose questions are edited, and what of it was typed elsewhere and not saved. */
function open(address: string, { questions = [age, region, trust], kept = null as KeptDraft | null } = {}) {
  let present: Question[] = questions;
  const listed = () => ({ questions: present, weights: [], revision: 1 });
  const put = (id: string, change: Partial<Question>) => {
    present = present.map((each) => (each.id === id ? { ...each, ...change, version: each.version + 1 } : each));
    return present.find((each) => each.id === id);
  };
  const calls = serve(
    on(listProjects, () => ({
      ...{ total_projects: 2, page: 1, page_size: 2 },
      projects: ["p", "other"].map((id) => ({ id, project_name: `Project ${id}` })),
    })),
    on(updateMine, () => ({ time_zone: "UTC", number_format: "1,234.5" })),
    on(listQuestions, ({ query }) => (query.get("project_id") === "p" ? listed() : { ...listed(), questions: [] })),
    on(countAnswers, () => ({ responses: 60, excluded: 0, questions: present.map(({ id }) => counted(id)) })),
    on(previewQuestion, ({ body }) => ({
      ...{ ...counted((body as { id: string }).id), responses: 60, values: [], tenths: null, faults: null },
    })),
    on(updateQuestion, ({ body }) => {
      const { id, version, text } = body as QuestionChange;
      if (present.find((each) => each.id === id)?.version !== version) throw new Refusal("conflict", "It was changed.");
      return put(id, { text: text ?? "" });
    }),
    on(changeKind, ({ body }) => {
      const { id, kind } = body as { id: string; kind: Question["kind"] };
      put(id, { kind });
      return { ...listed(), revision: 7 };
    }),
    on(undoImport, () => {
      put("Age", { kind: "numeric" });
      return { revisions: [], stayed: [] };
    }),
    on(removeQuestion, ({ body }) => {
      present = present.filter(({ id }) => id !== (body as { id: string }).id);
      return listed();
    }),
    on(addQuestion, () => {
      present = [...present, ages];
      return Response.json(ages, { status: 201 });
    }),
    on(moveQuestion, () => listed()),
    on(getDraft, () => ({ draft: kept })),
    on(saveDraft, ({ body }) => {
      const { writer, version } = body as KeptDraft;
      return { writer, version, updated_at: "2026-03-03T10:00:00.000Z" };
    }),
    on(discardDraft, () => ({ discarded: true })),
  );
  const page = renderPage(<QuestionsPage mayWrite />, { address: `/questions?project=p${address}` });
  const sent = (name: string) => calls.filter((call) => call.name === name).map(({ body }) => body);
  /** Somebody else edits a question. */
  const edit = (id: string, text: string) => put(id, { text });
  return { ...page, calls, sent, edit };
}

const textField = () => screen.findByLabelText<HTMLTextAreaElement>("Text", { selector: "textarea" });
const inList = (text: string) =>
  within(screen.getByLabelText("Questions of the project")).getByText(text, { selector: "button, button *" });

const draftOfWork = (work: QuestionsInWork): KeptDraft => {
  const { base = null, draft = {} } = questionsDraft(work) ?? {};
  return { writer: crypto.randomUUID(), version: 1, updated_at: "2026-03-03T10:00:00.000Z", base, draft };
};
/** What was typed into the text of a question that then stood so. */
const typedInto = (base: Question, text: string) =>
  draftOfWork({ question: { form: "edit", id: base.id, base, draft: { ...draftOf(base), text } }, weight: null });

test("an edit is merged with another person's newer changes, as the editor chooses", async () => {
  const { user, sent, edit } = open("&question=Trust");
  await user.clear(await textField());
  await user.type(await textField(), "Mine");
  edit("Trust", "Theirs");
  await user.click(screen.getByText("Save"));
  expect(await screen.findByText("This question was changed meanwhile")).toBeDefined();
  await user.click(screen.getByLabelText("Mine: Mine"));
  await user.click(screen.getByText("Save"));
  expect(await screen.findByText("“Trust” was saved.")).toBeDefined();
  expect(sent("updateQuestion")).toMatchObject([
    { id: "Trust", version: 1, text: "Mine" },
    { id: "Trust", version: 2, text: "Mine" },
  ]);
});

test("what is typed is not lost by opening another question or project, unless its person discards it", async () => {
  const { user, address, sent } = open("&question=Trust");
  await user.clear(await textField());
  await user.type(await textField(), "Unsaved");
  await user.click(inList("Region"));
  await user.click(await screen.findByText("Keep editing"));
  expect((await textField()).value).toBe("Unsaved");

  await waitFor(() => expect(sent("saveDraft").length).toBeGreaterThan(0));
  const chooseOther = async () => {
    await user.click(screen.getByLabelText("Project", { selector: "input" }));
    await user.click(await screen.findByText(/^Project other/, { selector: "[role=option], [role=option] *" }));
  };
  await chooseOther();
  await user.click(await screen.findByText("Keep editing"));
  expect((await textField()).value).toBe("Unsaved");
  expect(address()).toContain("project=p");
  await chooseOther();
  await user.click(await screen.findByText("Discard changes", { selector: "[role=dialog] *" }));
  expect(await screen.findByText(/^This project has no answers yet\./)).toBeDefined();
  expect(address()).toContain("project=other");
  expect(sent("discardDraft")).toHaveLength(1);
});

test("a draft of the question that is open goes on at once, beside what somebody else made of it meanwhile", async () => {
  const now = { ...trust, text: "Theirs", version: 2 };
  const { user, sent } = open("&question=Trust", {
    ...{ questions: [age, region, now], kept: typedInto(trust, "How much do you trust it?") },
  });
  expect(await screen.findByText("This question was changed meanwhile")).toBeDefined();
  await user.click(screen.getByLabelText("Mine: How much do you trust it?"));
  await user.click(screen.getByText("Save"));
  expect(await screen.findByText("“Trust” was saved.")).toBeDefined();
  expect(sent("updateQuestion")).toMatchObject([{ version: 2, text: "How much do you trust it?" }]);
  await waitFor(() => expect(sent("discardDraft")).toHaveLength(1));
});

test("a draft of another question is put into no form unasked: it is shown, and gone on with", async () => {
  const { user, address } = open("&question=Age", { kept: typedInto(trust, "How much do you trust it?") });
  const offer = (await screen.findByText(/^You were editing “Trust”/)).closest<HTMLElement>("[role=status]");
  if (!offer) throw new Error("It is not offered.");
  expect((await textField()).value).toBe("Age");
  await user.click(within(offer).getByText("Show it"));
  expect(await within(offer).findByDisplayValue("Text: How much do you trust it?")).toBeDefined();
  await user.click(within(offer).getByText("Go on"));
  await waitFor(() => expect(address()).toContain("question=Trust"));
  await waitFor(async () => expect((await textField()).value).toBe("How much do you trust it?"));
  expect(screen.queryByText(/^You were editing/)).toBeNull();
});

test("a number becomes a scale once it was said what that means, and is a number again after an undo", async () => {
  const { user, sent } = open("&question=Age");
  await user.click(await screen.findByLabelText("Kind", { selector: "input" }));
  await user.click(await screen.findByText("Scale", { selector: "[role=option], [role=option] *" }));
  const dialog = await screen.findByRole("dialog", { name: "Change the kind?" });
  expect(dialog.textContent).toContain("Every whole number of “Age” becomes an option");
  expect(sent("changeKind")).toEqual([]);
  await user.click(within(dialog).getByText("Change to scale"));
  expect(await screen.findByText("“Age” was changed from Number to Scale.")).toBeDefined();
  expect(sent("changeKind")).toMatchObject([{ id: "Age", version: 1, kind: "scale" }]);
  await user.click(screen.getByText("Undo"));
  await waitFor(() => expect(sent("undoImport")).toEqual([{ project_id: "p", revision: 7 }]));
});

test("a derived question that is removed is asked for no more, and comes back by an undo where it stood", async () => {
  const { user, calls, sent } = open("&question=Ages", { questions: [age, ages, region] });
  await user.click(await screen.findByText("Remove"));
  await user.click(await screen.findByText("Remove the question"));
  expect(await screen.findByText("“Ages” was removed.")).toBeDefined();
  const removed = calls.findIndex(({ name }) => name === "removeQuestion");
  const asksFor = ({ name, body }: (typeof calls)[number]) =>
    name === "previewQuestion" && (body as { id: string }).id === "Ages";
  expect(calls.slice(0, removed).some(asksFor)).toBe(true);
  expect(calls.slice(removed).some(asksFor)).toBe(false);
  expect(within(screen.getByLabelText("Questions of the project")).queryByText("Ages")).toBeNull();
  await user.click(screen.getByText("Undo"));
  await waitFor(() => expect(sent("moveQuestion")).toMatchObject([{ id: "Ages", before: "Region" }]));
  expect(sent("addQuestion")).toMatchObject([{ id: "Ages", derivation: ages.derivation }]);
  expect(inList("Ages")).toBeDefined();
});

test("an address that names a question that is gone says so", async () => {
  open("&question=Group");
  expect(await screen.findByText(/^This project has no question “Group” any more\./)).toBeDefined();
});

test("a question is moved by its menu as by keys", async () => {
  const { user, sent } = open("");
  await user.click(await screen.findByLabelText("Move Region"));
  await user.click(await screen.findByText("Move up"));
  await waitFor(() => expect(sent("moveQuestion")).toMatchObject([{ id: "Region", before: "Age" }]));
});
