import { expect, test } from "vitest";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { question } from "@/lib/test-answers";
import { countsAs, markAs, markRefusal } from "./mark-missing";
import {
  changedFields,
  changeOf,
  conflictsOf,
  draftOf,
  mergeDrafts,
  moved,
  sharedLabels,
  typedSince,
  withValues,
} from "./question-draft";

const trust: Question = {
  ...question(1, "trust", "scale", {
    options: [
      [1, "low", 1],
      [2, "high", 2],
      [9, "none", null],
    ],
  }),
  missing: [{ cell: -1, kind: "no_answer" }],
};
const base = draftOf(trust);

test("a draft that says what is there changes nothing; else only what differs is sent", () => {
  expect(changeOf(trust, base)).toBeNull();
  const relabelled = {
    ...base,
    options: base.options.map((each) => (each.code === 2 ? { ...each, label: "Top" } : each)),
  };
  expect(changeOf(trust, relabelled)).toEqual({
    id: "trust",
    options: [{ code: 2, label: "Top", value: 2, order: 1 }],
  });
  expect(changeOf(trust, { ...base, text: "B" })).toEqual({ id: "trust", text: "B" });
  const turned = { ...base, options: moved(base.options, 2, 0) };
  expect(changeOf(trust, turned)?.options?.map(({ code, order }) => [code, order])).toEqual([
    [9, 0],
    [1, 1],
    [2, 2],
  ]);
});

test("one label typed for two options is said; what came so stays", () => {
  const named = (...labels: string[]) => ({
    ...base,
    options: base.options.map((each, at) => ({ ...each, label: labels[at] ?? each.label })),
  });
  expect(sharedLabels(base, named(" High"))).toEqual([
    "Two options are called “High”: give one of them another label.",
  ]);
  expect(sharedLabels(base, named("high", "low"))).toEqual([]);
  expect(sharedLabels(base, named("", ""))).toEqual([]);
  expect(sharedLabels(named("Other", "Other", "Other"), named("First", "Other", "Other"))).toEqual([]);
});

test("values follow the order, forth and back, and leave out what counts as no answer", () => {
  const values = (preset: "ascending" | "descending" | "none") =>
    withValues(base, preset, (code) => code === 9).options.map(({ value }) => value);
  expect(values("ascending")).toEqual([1, 2, null]);
  expect(values("descending")).toEqual([2, 1, null]);
  expect(values("none")).toEqual([null, null, null]);
});

test("two people's changes are joined; what both changed is theirs or mine as it is chosen", () => {
  const mine = {
    ...base,
    text: "mine",
    options: base.options.map((each) => (each.code === 1 ? { ...each, value: 5 } : each)),
  };
  const theirs = {
    ...base,
    text: "theirs",
    options: base.options.map((each) => (each.code === 2 ? { ...each, label: "Top" } : each)),
  };
  expect(conflictsOf(base, mine, theirs)).toEqual(["text"]);
  const merged = (text: "mine" | "theirs") => mergeDrafts(base, mine, theirs, { text });
  expect(merged("mine").text).toBe("mine");
  expect(merged("theirs").text).toBe("theirs");
  expect(merged("mine").options).toEqual([
    { code: 1, label: "low", value: 5 },
    { code: 2, label: "Top", value: 2 },
    { code: 9, label: "none", value: null },
  ]);
  expect(changedFields(theirs, mergeDrafts(base, base, theirs, {}))).toEqual([]);
});

test("what is typed while a draft is saved stays typed, over what is saved by then", () => {
  const sent = { ...base, text: "first" };
  const saved = {
    ...sent,
    options: base.options.map((each) => (each.code === 2 ? { ...each, label: "Theirs" } : each)),
  };
  expect(typedSince(sent, sent, saved)).toEqual(saved);
  expect(typedSince(sent, { ...sent, text: "second" }, saved)).toEqual({ ...saved, text: "second" });
  const relabelled = sent.options.map((each) => (each.code === 2 ? { ...each, label: "Mine" } : each));
  expect(typedSince(sent, { ...sent, options: relabelled }, saved).options[1]?.label).toBe("Mine");
});

test("an option that an import brought meanwhile stays, whatever order was chosen here", () => {
  const mine = { ...base, options: moved(base.options, 0, 2) };
  const theirs = { ...base, options: [...base.options, { code: 3, label: "new", value: null }] };
  const { options } = mergeDrafts(base, mine, theirs, { order: "mine" });
  expect(options.map(({ code }) => code)).toEqual([2, 9, 1, 3]);
});

test("a value counts as missing by one click and back, but not where the file was read so or a range says it", () => {
  const marked = markAs(trust.missing, [9], "not_asked");
  expect(countsAs(marked, [9])).toBe("not_asked");
  expect(countsAs(markAs(marked, ["09"], "no_answer"), [9])).toBe("no_answer");
  expect(markAs(marked, [9], null)).toEqual(trust.missing);
  expect(markRefusal(marked, [9])).toBeNull();
  expect(markRefusal(marked, [-1])).toMatch(/file was read with this code/);
  expect(markRefusal([{ low: 90, high: null, kind: "no_answer", marked: true }], [99])).toMatch(/in the range 90\.\./);
  expect(markRefusal([], [])).toMatch(/no value of the file/);
});
