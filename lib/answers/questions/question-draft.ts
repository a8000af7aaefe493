import type { Derivation, MissingCode, Question } from "@/lib/contracts/interfaces/answers";
import type { QuestionChange } from "@/lib/contracts/ours/questions";
import { missingKey } from "@/lib/contracts/rules/answer-cells";
import { composed } from "@/lib/contracts/rules/composed";
import { missingText } from "./prepare-missing";

type DraftOption = { code: number; label: string; value: number | null };

/** What an editor of a question holds. Options stand in their order. */
export type QuestionDraft = {
  text: string;
  options: DraftOption[];
  missing: MissingCode[];
  derivation: Derivation | null;
};

export const draftOf = ({ text, options, missing, derivation }: Question): QuestionDraft => ({
  ...{ text, missing, derivation },
  options: options
    .toSorted((one, other) => one.order - other.order)
    .map(({ code, label, value }) => ({ code, label, value })),
});

/** The edit that makes a question what a draft says; null when it is so already. */
export function changeOf(
  question: Question,
  draft: QuestionDraft,
): Omit<QuestionChange, "project_id" | "version"> | null {
  const before = draftOf(question);
  const fields = new Set(changedFields(before, draft));
  if (fields.size === 0) return null;
  const known = new Map(before.options.map((option, order) => [option.code, { ...option, order }]));
  const options = draft.options
    .map((option, order) => ({ ...option, order }))
    .filter((option) => JSON.stringify(known.get(option.code)) !== JSON.stringify(option));
  return {
    id: question.id,
    ...(fields.has("text") && { text: draft.text }),
    ...(options.length > 0 && { options }),
    ...(fields.has("missing") && { missing: draft.missing }),
    ...(draft.derivation && fields.has("derivation") && { derivation: draft.derivation }),
  };
}

/** A part of a question that two people can change without getting in each other's way. */
export type DraftField = "text" | "missing" | "order" | "derivation" | `label:${number}` | `value:${number}`;

function partsOf({ text, options, missing, derivation }: QuestionDraft): Map<DraftField, string> {
  const codes = missing.map((code) => [missingKey(code), code.kind, "label" in code ? code.label : null]);
  return new Map<DraftField, string>([
    ["text", text],
    ["missing", JSON.stringify(codes.toSorted())],
    ["order", JSON.stringify(options.map(({ code }) => code))],
    ["derivation", JSON.stringify(derivation)],
    ...options.flatMap(({ code, label, value }): [DraftField, string][] => [
      [`label:${code}`, label],
      [`value:${code}`, JSON.stringify(value)],
    ]),
  ]);
}

/** The parts in which two drafts differ. */
export function changedFields(one: QuestionDraft, other: QuestionDraft): DraftField[] {
  const [before, after] = [partsOf(one), partsOf(other)];
  return [...new Set([...before.keys(), ...after.keys()])].filter((field) => before.get(field) !== after.get(field));
}

export type Side = "mine" | "theirs";

/** Parts that both have changed, to something else each. */
export function conflictsOf(base: QuestionDraft, mine: QuestionDraft, theirs: QuestionDraft): DraftField[] {
  const own = new Set(changedFields(base, mine));
  const other = new Set(changedFields(mine, theirs));
  return changedFields(base, theirs).filter((field) => own.has(field) && other.has(field));
}

/** What was changed here over what somebody else made of it; where both changed a part, what is chosen holds. */
export function mergeDrafts(
  base: QuestionDraft,
  mine: QuestionDraft,
  theirs: QuestionDraft,
  choices: Partial<Record<DraftField, Side>>,
): QuestionDraft {
  const own = new Set(changedFields(base, mine));
  const disputed = new Set(conflictsOf(base, mine, theirs));
  const isMine = (field: DraftField) => own.has(field) && (!disputed.has(field) || choices[field] === "mine");
  const of = (draft: QuestionDraft) => new Map(draft.options.map((option) => [option.code, option]));
  const [here, there] = [of(mine), of(theirs)];
  const places = isMine("order") || isMine("derivation") ? mine.options : theirs.options;
  const codes = [...new Set([...places, ...(isMine("derivation") ? [] : theirs.options)].map(({ code }) => code))];
  const options = codes.flatMap((code): DraftOption[] => {
    const [own, other] = [here.get(code), there.get(code)];
    const given = other ?? own;
    if (!given || (!other && !isMine("derivation"))) return [];
    return [
      {
        code,
        label: own && isMine(`label:${code}`) ? own.label : given.label,
        value: own && isMine(`value:${code}`) ? own.value : given.value,
      },
    ];
  });
  return {
    options,
    text: isMine("text") ? mine.text : theirs.text,
    missing: isMine("missing") ? mine.missing : theirs.missing,
    derivation: isMine("derivation") ? mine.derivation : theirs.derivation,
  };
}

/** A draft that was sent, and typed on while it was saved: what was typed since over what is saved now. */
export function typedSince(sent: QuestionDraft, now: QuestionDraft, saved: QuestionDraft): QuestionDraft {
  const typed = conflictsOf(sent, now, saved).map((field): [DraftField, Side] => [field, "mine"]);
  return mergeDrafts(sent, now, saved, Object.fromEntries(typed));
}

type PartOf<Field extends DraftField> = Field extends `${infer Part}:${number}` ? Part : Field;
type DraftPart = PartOf<DraftField>;

/** Safe: a field is the name of a part, followed by a colon and the code if the part is an option's. */
const splitField = (field: DraftField) => field.split(":") as [part: DraftPart, code?: string];

/** A part by its name, and what a draft has there, as a person reads it. */
export function fieldText(field: DraftField, draft: QuestionDraft): { name: string; says: string } {
  const [part, code] = splitField(field);
  const option = draft.options.find((each) => String(each.code) === code);
  switch (part) {
    case "text":
      return { name: "Text", says: draft.text || "none" };
    case "missing":
      return { name: "Missing codes", says: missingText(draft.missing) || "none" };
    case "order":
      return { name: "Order of options", says: draft.options.map(({ label }) => label).join(", ") };
    case "derivation":
      if (draft.derivation?.form === "formula") return { name: "Formula", says: draft.derivation.expression || "none" };
      return { name: "What it is made of", says: draft.options.map(({ label }) => label).join(", ") };
    case "label":
      return { name: `Label of option ${code}`, says: option?.label ?? "none" };
    case "value":
      return { name: `Value of “${option?.label ?? code}”`, says: option?.value?.toString() ?? "none" };
  }
}

/** Values by the order of options: 1, 2, 3 …, the same from the last, or none. Options that are missing get none. */
export function withValues(
  draft: QuestionDraft,
  preset: "ascending" | "descending" | "none",
  isMissing: (code: number) => boolean,
): QuestionDraft {
  const counted = draft.options.filter(({ code }) => !isMissing(code)).map(({ code }) => code);
  const valueAt = (code: number) => {
    const at = counted.indexOf(code);
    if (preset === "none" || at === -1) return null;
    return preset === "ascending" ? at + 1 : counted.length - at;
  };
  return { ...draft, options: draft.options.map((option) => ({ ...option, value: valueAt(option.code) })) };
}

/** A list with one member put before another place; `to` counts among the others. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const [member, others] = [list[from], list.toSpliced(from, 1)];
  if (member === undefined) return [...list];
  return others.toSpliced(Math.max(0, Math.min(others.length, to)), 0, member);
}

/** Labels that are typed for two options: nobody could tell them apart. Those that came with a file may be shared. */
export function sharedLabels(before: QuestionDraft, { options }: QuestionDraft): string[] {
  const earlier = new Map(before.options.map(({ code, label }) => [code, label]));
  const nameOf = (label: string) => composed(label.trim()).toLowerCase();
  const typed = options.filter(({ code, label }) => label.trim() !== "" && earlier.get(code) !== label);
  return [...new Set(typed.map(({ label }) => label.trim()))]
    .filter((label) => options.filter((each) => nameOf(each.label) === nameOf(label)).length > 1)
    .map((label) => `Two options are called “${label}”: give one of them another label.`);
}

/** What has to be put right before a draft can be kept or counted, a sentence each. */
export function draftProblems({ options, derivation }: QuestionDraft): string[] {
  const isBare = options.some(({ label }) => label.trim() === "");
  const problems = isBare ? ["Every option needs a label."] : [];
  // A field holds NaN while its text is no number, which JSON would turn into "no value".
  const isNoNumber = (value: number | null) => Number.isNaN(value);
  if (options.some(({ value }) => isNoNumber(value))) problems.push("The value of an option is not a number.");
  if (derivation?.form === "bands" && derivation.bands.some(({ low, high }) => isNoNumber(low) || isNoNumber(high)))
    problems.push("The beginning or end of a band is not a number.");
  if (derivation?.form === "nets") {
    if (derivation.nets.length === 0) problems.push("Add at least one net.");
    if (derivation.nets.some(({ of }) => of.length === 0)) problems.push("Every net needs at least one option.");
  }
  if (derivation?.form === "bands" && derivation.bands.length === 0) problems.push("Add at least one band.");
  if (derivation?.form === "combination" && derivation.pairs.length === 0)
    problems.push("At least one pair has to stay.");
  if (derivation?.form === "filter" && derivation.filter.length === 0) problems.push("Add at least one condition.");
  return problems;
}
