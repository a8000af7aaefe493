import type { Question } from "@/lib/contracts/demand";
import { entryLinkProblem } from "@/lib/contracts/entry-link";
import type { Qualification } from "@/lib/contracts/survey-codec";
import { isUnknownAudience, type QuotaDraft, type SurveyDraft } from "./draft";
import type { QuestionsById } from "./qualification-text";
import { closest } from "./quotas/closest";
import { areAllOptions } from "./quotas/option-text";
import { layered, type Ratio, scaledDrafts, scaledInLayers } from "./quotas/scale-layers";

/**
 * Quotas of one country in another: questions are the same by their id, options by their text (an id alone may mean
 * something else there). What the other country lacks is listed, with the nearest of what it has; a person maps it,
 * or leaves it out.
 */
type Id = number | string;

export type Lacking = {
  /** Names the gap in `Mapping`. */
  key: string;
  question: string;
  /** The option's text; null: the whole question is lacking. */
  option: string | null;
  /** What the country has for this question; empty when it lacks it. */
  choices: { id: Id; text: string }[];
  /** The choice that is most likely meant. */
  suggested: Id | null;
  /** How many quotas ask for it. */
  quotas: number;
};

/** Gap to the option that stands in for it; null: left out. */
export type Mapping = Readonly<Record<string, Id | null>>;

export type Carried = {
  quotas: QuotaDraft[];
  lacking: Lacking[];
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
  const lacking = new Map<string, Lacking>();
  const empty: string[] = [];
  const unknown = quotas.filter(isUnknownAudience).map(({ quota_name }) => quota_name);
  const known = quotas.filter((quota) => !isUnknownAudience(quota));
  const carried = known.map((quota) => {
    const carry = (qualification: Qualification) =>
      carryQualification(qualification, from, to, mapping, (gap) => {
        const known = lacking.get(gap.key);
        lacking.set(gap.key, { ...gap, quotas: (known?.quotas ?? 0) + 1 });
      });
    // Of one catalogue every option is itself, also one that shares its text with another or that it does not list.
    const qualifications = from === to ? quota.qualifications : quota.qualifications.flatMap(carry);
    if (qualifications.some(({ allowed_option_ids }) => allowed_option_ids.length === 0)) empty.push(quota.quota_name);
    return { quota_id: null, quota_name: quota.quota_name, quota: quota.quota, qualifications };
  });
  return { quotas: carried, lacking: [...lacking.values()], empty, unknown };
}

function carryQualification(
  { question_id, allowed_option_ids }: Qualification,
  from: QuestionsById,
  to: QuestionsById,
  mapping: Mapping,
  lack: (gap: Lacking) => void,
): Qualification[] {
  const id = String(question_id);
  const [source, target] = [from.get(id), to.get(id)];
  const name = source?.name ?? target?.name ?? `Question ${id}`;
  if (!target) {
    lack({ key: id, question: name, option: null, choices: [], suggested: null, quotas: 1 });
    return [];
  }
  const isAll = source !== undefined && areAllOptions(allowed_option_ids.map(String), source);
  if (isAll) return [{ question_id: target.id, allowed_option_ids: target.options.map((option) => option.id) }];
  const found = new Map<string, Id>();
  for (const optionId of allowed_option_ids) {
    const text = textOf(source, optionId);
    const same = target.options.find((option) => plain(option.text) === plain(text ?? ""));
    const key = `${id}:${optionId}`;
    const stand = same?.id ?? mapping[key];
    if (stand !== undefined && stand !== null) found.set(String(stand), stand);
    if (same) continue;
    const near = closest(
      text ?? "",
      target.options.map((option) => option.text),
    );
    const suggested = target.options.find((option) => option.text === near)?.id ?? null;
    lack({ key, question: name, option: text ?? `#${optionId}`, choices: target.options, suggested, quotas: 1 });
  }
  return [{ question_id: target.id, allowed_option_ids: [...found.values()] }];
}

const textOf = (question: Question | undefined, optionId: Id) =>
  question?.options.find(({ id }) => String(id) === String(optionId))?.text;

const plain = (text: string) => text.trim().toLowerCase();

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
  const open = lacking.filter(({ key, option }) => option !== null && copy.mapping[key] === undefined);
  return [
    ...(quotas.length > 0 ? [] : ["No quota of the survey can be copied."]),
    ...(copy.name.trim() === "" ? ["It needs a name."] : []),
    ...(hasTarget ? [] : ["Its target must be 1 or more."]),
    ...(scaled && "problem" in scaled ? [scaled.problem] : []),
    ...[entryLinkProblem(copy.entry_link)].flatMap((problem) => (copy.entry_link !== "" && problem ? [problem] : [])),
    ...(open.length > 0
      ? [
          `${open.length} ${open.length === 1 ? "option is" : "options are"} not in this country: choose what stands for ${open.length === 1 ? "it" : "them"}.`,
        ]
      : []),
    ...(open.length === 0
      ? empty.map((name) => `Nobody could belong to “${name}”: all its options were left out.`)
      : []),
  ];
}
