import type { AnswerOption, LeftQuestion, Question } from "@/lib/contracts/interfaces/answers";
import { missingKey } from "@/lib/contracts/rules/answer-cells";
import { canonicalJson } from "@/lib/contracts/rules/canonical-json";
import { dependents } from "./change-kind";
import { newlyBroken, withKindsOf } from "./derived-questions";

/** Questions as undoing a change leaves them, later edits that stay, and why it cannot be undone: a sentence each. */
export type Undone = { questions: Question[]; stayed: string[]; problems: string[] };

type Sides<T> = { was: T; after: T; now: T };
type Merging = { stayed: string[]; problems: string[] };

const inWords = new Intl.ListFormat("en");
const isSame = (one: unknown, other: unknown) => canonicalJson(one ?? null) === canonicalJson(other ?? null);

/** What undoing a change will take back: the questions that are not as they were. */
export function leftBy(before: readonly Question[], after: readonly Question[]): LeftQuestion[] {
  const earlier = new Map(before.map((question) => [question.id, question]));
  const now = new Set(after.map(({ id }) => id));
  return [
    ...after.filter((question) => earlier.get(question.id) !== question).map((each) => ({ id: each.id, after: each })),
    ...before.filter(({ id }) => !now.has(id)).map(({ id }) => ({ id, after: null })),
  ];
}

/**
 * Takes back what a change did to the questions, and nothing else: a field that somebody edited since stays as it is now.
 * `before`: all questions before the change; `left`: those that it touched, as it left them.
 */
export function undoneChanges(
  present: readonly Question[],
  before: readonly Question[],
  left: readonly LeftQuestion[],
): Undone {
  const earlier = new Map(before.map((question) => [question.id, question]));
  const touched = new Map(left.map(({ id, after }) => [id, after]));
  const merging: Merging = { stayed: [], problems: [] };
  const back = present.flatMap((now): Question[] => {
    const [was, after] = [earlier.get(now.id), touched.get(now.id)];
    if (!after) return [now];
    if (was) return [putBack({ was, after, now }, merging)];
    if (!isSame(now, after)) merging.problems.push(editedSince(now.id));
    return [];
  });
  const gone = before.filter(({ id }) => touched.get(id) === null);
  const settled = withKindsOf(withGone(back, gone, before));
  const changed = present.flatMap((now) => {
    const after = settled.find(({ id }) => id === now.id);
    return after && now.column !== after.column ? dependents(now, after, present, before) : [];
  });
  const problems = [...merging.problems, ...newlyBroken(withKindsOf(present), settled), ...changed];
  return { questions: settled, stayed: merging.stayed, problems: [...new Set(problems)] };
}

const editedSince = (id: string) =>
  `“${id}” came with this change and was edited since: undoing it would lose these edits. Ungroup or edit the question instead.`;

const lostEdit = (id: string, what: string) =>
  `“${id}” was edited since: undoing this change would lose the edit of its ${what}. Change “${id}” by itself instead.`;

/** Questions that the change took away stand behind the one that stood before them then. */
function withGone(back: readonly Question[], gone: readonly Question[], before: readonly Question[]): Question[] {
  const all = [...back];
  for (const question of gone) {
    const known = new Set(all.map(({ id }) => id));
    const previous = before.slice(0, before.indexOf(question)).findLast(({ id }) => known.has(id));
    const at = previous ? all.findIndex(({ id }) => id === previous.id) + 1 : 0;
    all.splice(at, 0, question);
  }
  return all;
}

/** One question with the fields of before, where nobody edited them since. */
function putBack({ was, after, now }: Sides<Question>, merging: Merging): Question {
  const version = now.version + 1;
  if (isSame({ ...now, version: 0 }, { ...after, version: 0 })) return { ...was, version };
  const stayed: string[] = [];
  const merge = <K extends keyof Question>(field: K, name: string): Question[K] => {
    if (isSame(was[field], after[field])) return now[field];
    if (isSame(now[field], after[field])) return was[field];
    stayed.push(name);
    return now[field];
  };
  const options = mergedOptions({ was: was.options, after: after.options, now: now.options }, stayed);
  const isOtherKind = was.kind !== after.kind && now.kind !== after.kind;
  if (options === null) merging.problems.push(lostEdit(now.id, "options"));
  else if (isOtherKind) merging.problems.push(lostEdit(now.id, "kind"));
  const { ranking: _, goneCodes: __, choiceColumns: ___, ...rest } = now;
  const optional = {
    ranking: merge("ranking", "its confirmed order"),
    goneCodes: merge("goneCodes", "its removed options"),
    choiceColumns: merge("choiceColumns", "its columns"),
  };
  const merged: Question = {
    ...rest,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
    ...{ text: merge("text", "its text"), grid: merge("grid", "its grid"), blank: merge("blank", "its blanks") },
    ...{ kind: merge("kind", "its kind"), derivation: merge("derivation", "its derivation"), column: was.column },
    missing: mergedMissing({ was: was.missing, after: after.missing, now: now.missing }, stayed),
    options: options ?? now.options,
    version,
  };
  if (stayed.length > 0) merging.stayed.push(stayedInWords(now.id, [...new Set(stayed)]));
  return merged;
}

const stayedInWords = (id: string, fields: string[]) =>
  `“${id}” was edited since: ${inWords.format(fields)} ${fields.length === 1 ? "stays" : "stay"} as edited.`;

/** Each code by itself: those that the change added go, those that it removed come back, later ones stay. */
function mergedMissing({ was, after, now }: Sides<Question["missing"]>, stayed: string[]): Question["missing"] {
  const byKey = (codes: Question["missing"]) => new Map(codes.map((code) => [missingKey(code), code]));
  const [earlier, left, present] = [byKey(was), byKey(after), byKey(now)];
  const kept = now.flatMap((code) => {
    const [one, other] = [earlier.get(missingKey(code)), left.get(missingKey(code))];
    if (isSame(one, other)) return [code];
    if (isSame(code, other)) return one ? [one] : [];
    stayed.push("a missing code");
    return [code];
  });
  const back = was.filter((code) => !present.has(missingKey(code)) && !left.has(missingKey(code)));
  return [...kept, ...back];
}

type Options = readonly AnswerOption[];

/** Option by option; null where one that the change made was edited since and would be lost. */
function mergedOptions(sides: Sides<Options>, stayed: string[]): AnswerOption[] | null {
  const byCode = (options: Options) => new Map(options.map((option) => [option.code, option]));
  const [was, after, present] = [byCode(sides.was), byCode(sides.after), byCode(sides.now)];
  const isEdited = (option: AnswerOption) => {
    const made = after.get(option.code);
    return made !== undefined && !was.has(option.code) && !isSame({ ...option, order: 0 }, { ...made, order: 0 });
  };
  if (sides.now.some(isEdited)) return null;
  const kept = sides.now.flatMap((now): AnswerOption[] => {
    const [one, other] = [was.get(now.code), after.get(now.code)];
    if (!one) return other ? [] : [now];
    return [other ? mergedOption({ was: one, after: other, now }, stayed) : one];
  });
  const back = sides.was.filter(({ code }) => !after.has(code) && !present.has(code));
  return inMergedOrder([...kept, ...back], sides, stayed);
}

function mergedOption({ was, after, now }: Sides<AnswerOption>, stayed: string[]): AnswerOption {
  const merge = <K extends "label" | "value" | "cells">(field: K, name: string): AnswerOption[K] => {
    if (isSame(was[field], after[field])) return now[field];
    if (isSame(now[field], after[field])) return was[field];
    stayed.push(`the ${name} of “${now.label}”`);
    return now[field];
  };
  return { ...now, label: merge("label", "label"), value: merge("value", "value"), cells: merge("cells", "cells") };
}

/** In the order of now, unless the change made that order; options that come back stand behind their neighbour of then. */
function inMergedOrder(options: Options, { was, after, now }: Sides<Options>, stayed: string[]): AnswerOption[] {
  const common = new Set(was.map(({ code }) => code).filter((code) => after.some((each) => each.code === code)));
  const sequence = (of: Options) =>
    of
      .toSorted((one, other) => one.order - other.order)
      .map(({ code }) => code)
      .filter((code) => common.has(code));
  const isReordered = !isSame(sequence(was), sequence(after));
  const isEdited = !isSame(sequence(now), sequence(after));
  if (isReordered && isEdited) stayed.push("the order of its options");
  const base = isReordered && !isEdited ? was : now;
  const present = new Set(options.map(({ code }) => code));
  const order = base
    .toSorted((one, other) => one.order - other.order)
    .flatMap(({ code }) => (present.has(code) ? [code] : []));
  const earlier = was.toSorted((one, other) => one.order - other.order).map(({ code }) => code);
  for (const { code } of options) {
    if (order.includes(code)) continue;
    const previous = earlier.slice(0, earlier.indexOf(code)).findLast((each) => order.includes(each));
    order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, code);
  }
  const places = new Map(order.map((code, place) => [code, place]));
  return options
    .map((option) => ({ ...option, order: places.get(option.code) ?? options.length }))
    .toSorted((one, other) => one.order - other.order);
}
