import type { Question } from "@/lib/contracts/interfaces/demand-replies";
import type { Qualification } from "@/lib/contracts/interfaces/survey-codec";
import { entryLinkProblem } from "@/lib/contracts/rules/entry-link";
import { isUnknownAudience, type QuotaDraft, type SurveyDraft } from "./draft";
import type { QuestionsById } from "./qualification-text";
import { byLikeness } from "./quotas/closest";
import { mergeEqual } from "./quotas/merge-equal";
import { areAllOptions } from "./quotas/option-text";
import { layered, type Ratio, scaledDrafts, scaledInLayers } from "./quotas/scale-layers";

/**
 * Quotas of one country in another: questions are the same by their id; options by their text (an id alone may mean
 * something else there) where their id is the same too, or both countries have the same list. Of lists that differ, as
 * those of regions and postal codes, the same text may be another place. All else is listed, and a person chooses a match
 * or leaves it out: nothing is matched by spelling.
 */
type Id = number | string;

/** An option that needs a match in the country. */
export type LackingOption = {
  /** Names the gap in `Mapping`. */
  key: string;
  questionId: string;
  question: string;
  option: string;
  /** What the country has for this question, the most similar text first. */
  choices: { id: Id; text: string }[];
  /** How many quotas ask for it. */
  quotas: number;
};

/** A question that the copies do without. */
type LeftOutQuestion = { questionId: string; question: string; quotas: number; isMissing: boolean };

/** From a gap to the option that replaces it, or from a question's id; null: left out. */
export type Mapping = Readonly<Record<string, Id | null>>;

export type Carried = {
  /** Quotas that became equal are merged, their targets added up. */
  quotas: QuotaDraft[];
  lacking: LackingOption[];
  leftOut: LeftOutQuestion[];
  /** How many quotas there were before any were merged. */
  beforeMerging: number;
  /** Quotas that would be left without any option of a question, by name: nobody could belong to them. */
  empty: string[];
  /** Quotas that are left out because nobody can tell who belongs to them, by name: as copies they would take everyone. */
  unknown: string[];
};

export function carryQuotas(
  quotas: readonly QuotaDraft[],
  from: QuestionsById,
  to: QuestionsById,
  mapping: Mapping = {},
): Carried {
  const gaps = new Map<string, LackingOption>();
  const leftOut = new Map<string, LeftOutQuestion>();
  const lack: Lack = {
    option: (gap) => gaps.set(gap.key, { ...gap, quotas: (gaps.get(gap.key)?.quotas ?? 0) + 1 }),
    question: (gap) => {
      const { quotas: count = 0 } = leftOut.get(gap.questionId) ?? {};
      leftOut.set(gap.questionId, { ...gap, quotas: count + 1 });
    },
  };
  const unknown = quotas.filter(isUnknownAudience).map(({ quota_name }) => quota_name);
  const readable = quotas.filter((quota) => !isUnknownAudience(quota));
  const carried = readable.map(({ quota_name, quota, qualifications }) => ({
    ...{ quota_id: null, quota_name, quota },
    // Of one catalogue every option is itself, also one that shares its text with another or that it does not list.
    qualifications:
      from === to
        ? qualifications
        : qualifications.flatMap((each) => carryQualification(each, { from, to, mapping, lack })),
  }));
  const isEmpty = ({ qualifications }: QuotaDraft) =>
    qualifications.some(({ allowed_option_ids }) => allowed_option_ids.length === 0);
  return {
    quotas: mergeEqual(readable, carried),
    lacking: [...gaps.values()],
    leftOut: [...leftOut.values()],
    beforeMerging: carried.length,
    empty: carried.filter(isEmpty).map(({ quota_name }) => quota_name),
    unknown,
  };
}

type Lack = {
  option: (gap: Omit<LackingOption, "quotas">) => void;
  question: (gap: Omit<LeftOutQuestion, "quotas">) => void;
};

function carryQualification(
  { question_id, allowed_option_ids }: Qualification,
  { from, to, mapping, lack }: { from: QuestionsById; to: QuestionsById; mapping: Mapping; lack: Lack },
): Qualification[] {
  const questionId = String(question_id);
  const [source, target] = [from.get(questionId), to.get(questionId)];
  const question = source?.name ?? target?.name ?? `Question ${questionId}`;
  if (!target || mapping[questionId] === null) {
    lack.question({ questionId, question, isMissing: !target });
    return [];
  }
  const isAll = source !== undefined && areAllOptions(allowed_option_ids.map(String), source);
  if (isAll) return [{ question_id: target.id, allowed_option_ids: target.options.map((option) => option.id) }];
  const isOneList = source !== undefined && textsOf(source) === textsOf(target);
  const found = new Map<string, Id>();
  for (const optionId of allowed_option_ids) {
    const text = textOf(source, optionId);
    const same = target.options.find(
      (option) => plain(option.text) === plain(text ?? "") && (isOneList || String(option.id) === String(optionId)),
    );
    const key = `${questionId}:${optionId}`;
    const match = same?.id ?? mapping[key];
    if (match !== undefined && match !== null) found.set(String(match), match);
    if (same) continue;
    const choices = byLikeness(text ?? "", target.options, (option) => option.text);
    lack.option({ key, questionId, question, option: text ?? `#${optionId}`, choices });
  }
  return [{ question_id: target.id, allowed_option_ids: [...found.values()] }];
}

const textOf = (question: Question | undefined, optionId: Id) =>
  question?.options.find(({ id }) => String(id) === String(optionId))?.text;

const plain = (text: string) => text.trim().toLowerCase();
const textsOf = ({ options }: Question) => JSON.stringify(options.map(({ text }) => plain(text)).sort());

/** A copy to be: where it runs, and what differs from the survey that it copies. */
export type Copy = {
  country_code: string;
  language_code: string;
  name: string;
  entry_link: string;
  /** Quotas keep their shares of it. Empty: none is typed. */
  respondents: number | "";
  /** What the survey that it copies has. */
  copiedRespondents: number;
  /** Empty: the service's recommended minimum. */
  offered_price_per_complete: number | "";
  mapping: Mapping;
};

/** The copies of a survey as they begin: one for each place, named after it. */
export function newCopies(
  survey: SurveyDraft,
  places: readonly { country_code: string; language_code: string; name: string }[],
): Copy[] {
  return places.map(({ name, ...place }) => ({
    ...place,
    name: `${survey.name} ${name}`.trim(),
    entry_link: survey.entry_link,
    respondents: Number(survey.respondents) || 1,
    copiedRespondents: Number(survey.respondents) || 1,
    offered_price_per_complete: survey.offered_price_per_complete,
    mapping: {},
  }));
}

/** The survey that a copy would be: a draft, with the quotas that its country can have. */
export function copyOf(survey: SurveyDraft, copy: Copy, quotas: readonly QuotaDraft[]): SurveyDraft {
  const { mapping: _mapping, copiedRespondents: _copied, ...differing } = copy;
  const scaled = scaledInLayers(layered(quotas), ratioOf(copy));
  return {
    ...survey,
    ...differing,
    status: "Draft",
    respondent_attributes: quotas.map((quota, at) => ({ ...quota, quota: scaled[at] ?? 0 })),
  };
}

const ratioOf = ({ respondents, copiedRespondents }: Copy): Ratio => ({
  to: Number(respondents),
  of: copiedRespondents,
});

/** Why a copy cannot be created yet, a sentence each. */
export function copyProblems(copy: Copy, { quotas, lacking, empty }: Carried): string[] {
  const hasTarget = Number.isSafeInteger(copy.respondents) && Number(copy.respondents) > 0;
  const scaled = hasTarget ? scaledDrafts(quotas, ratioOf(copy), "Raise the copy's own target.") : null;
  return [
    ...(quotas.length > 0 ? [] : ["No quota of the survey can be copied."]),
    ...(copy.name.trim() === "" ? ["It needs a name."] : []),
    ...(hasTarget ? [] : ["Its target must be 1 or more."]),
    ...(Number.isNaN(copy.offered_price_per_complete) ? ["Its price must be an amount, or empty."] : []),
    ...(scaled && "problem" in scaled ? [scaled.problem] : []),
    ...[entryLinkProblem(copy.entry_link)].flatMap((problem) => (copy.entry_link !== "" && problem ? [problem] : [])),
    ...gapProblems({ lacking, empty }, copy.mapping),
  ];
}

/** Why quotas cannot be used in another country yet, a sentence each. */
export function gapProblems({ lacking, empty }: Pick<Carried, "lacking" | "empty">, mapping: Mapping): string[] {
  const open = lacking.filter(({ key }) => mapping[key] === undefined);
  if (open.length === 0) {
    return empty.map((name) => `Nobody could belong to “${name}”: choose a match for one of its options.`);
  }
  const questions = [...new Set(open.map(({ question }) => `“${question}”`))].join(", ");
  const subject = open.length === 1 ? "1 option of" : `${open.length} options of`;
  const verb = open.length === 1 ? "needs" : "need";
  return [`${subject} ${questions} ${verb} a match in this country: choose it, or leave the question out.`];
}
