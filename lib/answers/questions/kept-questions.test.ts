import { expect, test } from "vitest";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { describeWork, doing, type QuestionsInWork, questionsDraft } from "./kept-questions";
import { draftOf } from "./question-draft";
import { readQuestionsDraft } from "./read-kept-questions";

const base: Question = {
  ...{ id: "Trust", text: "Trust", kind: "scale", column: "q1", blank: "no_answer", grid: null, derivation: null },
  options: [
    { code: 1, label: "Not at all", order: 0, value: 1, cells: ["1"] },
    { code: 2, label: "Fully", order: 1, value: 2, cells: ["2"] },
  ],
  missing: [{ cell: "9", kind: "no_answer", marked: true }],
  version: 3,
};
const edit: QuestionsInWork["question"] = {
  ...{ form: "edit", id: "Trust", base },
  draft: { ...draftOf(base), text: "Trust it?", options: draftOf(base).options.toReversed() },
};
/** A net of nothing yet: it could not be saved. */
const net: QuestionsInWork["question"] = {
  ...{ form: "derived", of: "nets", id: "Trust nets" },
  draft: {
    text: "",
    options: [{ code: 1, label: "Net 1", value: null }],
    missing: [],
    derivation: { form: "nets", questionId: "Trust", nets: [{ code: 1, of: [] }] },
  },
};
const weight: QuestionsInWork["weight"] = {
  again: null,
  draft: {
    name: "Population",
    margins: [{ questionId: "Sex", unit: "percent", targets: { 1: 49 }, leftOut: [3] }],
    caps: { low: null, high: 3 },
    wave: "Wave",
  },
};

/** As it comes from the database, which puts names into an order of its own. */
const stored = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, member) =>
    member && typeof member === "object" && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toReversed())
      : member,
  );

const readBack = (work: QuestionsInWork) => {
  const kept = questionsDraft(work);
  return kept && readQuestionsDraft({ base: stored(kept.base), draft: stored(kept.draft) });
};

test("what is typed comes back from its draft as it was, unfinished too", () => {
  for (const work of [
    { question: edit, weight: null },
    { question: net, weight: null },
    { question: null, weight },
    { question: edit, weight: { ...weight, again: "Population" } },
  ]) {
    expect(readBack(work)).toEqual(work);
  }
});

test("an edit that comes back differs from what it began from in what was typed alone", () => {
  const { question } = readBack({ question: edit, weight: null }) ?? {};
  expect(describeWork({ question: question ?? null, weight: null })).toEqual({
    fields: 2,
    text: "Text: Trust it?\nOrder of options: Fully, Not at all",
  });
});

test("nothing typed is no draft", () => {
  expect(questionsDraft({ question: null, weight: null })).toBeNull();
  expect(readQuestionsDraft({ base: null, draft: { question: null, weight: null } })).toBeNull();
});

test("a draft of another kind, or an edit without what it began from, is not taken for one", () => {
  const draft = questionsDraft({ question: edit, weight: null })?.draft;
  expect(readQuestionsDraft({ base: null, draft })).toBeNull();
  expect(readQuestionsDraft({ base: { question: { ...base, id: "Age" } }, draft })).toBeNull();
  expect(readQuestionsDraft({ base: null, draft: { file: "f", mode: "append" } })).toBeNull();
  expect(readQuestionsDraft({ base: null, draft: { question: { ...net, of: "ratio" }, weight: null } })).toBeNull();
  expect(readQuestionsDraft({ base: null, draft: "text" })).toBeNull();
});

test("what was being done is said in words", () => {
  expect(doing({ question: edit, weight })).toBe("editing “Trust” and making the weight “Population”");
  expect(doing({ question: net, weight: null })).toBe("making the question “Trust nets”");
  expect(doing({ question: null, weight: { ...weight, again: "Population" } })).toBe(
    "calculating the weight “Population” again",
  );
  expect(describeWork({ question: net, weight }).text).toBe(
    [
      ...["Id: Trust nets", "Text: none", "Options: Net 1", "Weight: Population"],
      ...["Targets of “Sex”: option 1 49%", "Caps: none to 3", "Each wave separately: “Wave”"],
    ].join("\n"),
  );
});
