import type { AnswerOption, ImportPlan, MissingCode, Question } from "@/lib/contracts/interfaces/answers";
import type { QuestionsChange } from "@/lib/contracts/ours/question-changes";
import { missingKey } from "@/lib/contracts/rules/answer-cells";
import type { CopiedPart } from "@/lib/contracts/terms/question-changes";
import { copiedSetup } from "./copy-setup";
import { addedProblems } from "./mark-missing";

/** How a file or another project describes a question: its dictionary, without answers. */
export type Description = { id: string; text: string; options: AnswerOption[]; missing: MissingCode[] };

/** The questions of a plan that was made of a file: of an SPSS file its dictionary. */
export const descriptionsOf = ({ questions }: ImportPlan): Description[] =>
  questions.map((question) => ({
    ...{ id: question.id, text: question.text, missing: question.missing },
    options: "options" in question ? question.options : [],
  }));

export type DescribedPart = CopiedPart | "text";

type Described = { changes: QuestionsChange[]; matched: number; notices: string[] };

/** Changes that give questions what descriptions of the same ids, in any case, say of them. */
export function describedChanges(
  questions: readonly Question[],
  descriptions: readonly Description[],
  parts: readonly DescribedPart[],
): Described {
  const exact = new Map(descriptions.map((each) => [each.id, each]));
  const inAnyCase = new Map(descriptions.map((each) => [each.id.toLowerCase(), each]));
  const pairs = questions.flatMap((question) => {
    const from = exact.get(question.id) ?? inAnyCase.get(question.id.toLowerCase());
    return from ? [{ question, from }] : [];
  });
  const without = pairs.filter(({ question, from }) => from.options.length > 0 && question.options.length === 0);
  return {
    matched: pairs.length,
    changes: pairs.flatMap(({ question, from }) => changesOf(question, from, parts)),
    notices: without
      .slice(0, 5)
      .map(({ question }) => `“${question.id}” has no options here: make it one choice first to give it labels.`),
  };
}

function changesOf(question: Question, from: Description, parts: readonly DescribedPart[]): QuestionsChange[] {
  const { id } = question;
  const copied = copiedSetup(
    from,
    question,
    parts.filter((part) => part !== "text"),
  );
  const options = (copied.options ?? []).filter((option) => Object.keys(option).length > 1);
  const missing = parts.includes("missing") ? newCodes(question, from) : [];
  // A file calls a question without a text by its name.
  const hasText = parts.includes("text") && !["", id, question.text].includes(from.text.trim());
  return [
    ...(hasText ? [{ change: "text" as const, id, text: from.text }] : []),
    ...(options.length > 0 ? [{ change: "options" as const, id, options }] : []),
    ...(missing.length > 0 ? [{ change: "missing" as const, ids: [id], missing }] : []),
  ];
}

/** Missing codes that a question lacks and can be marked with: of a derived one they are of those that it is made of. */
function newCodes(question: Question, from: Description): MissingCode[] {
  const present = new Set(question.missing.map(missingKey));
  if (question.derivation !== null) return [];
  return from.missing.filter((code) => !present.has(missingKey(code)) && addedProblems(question, [code]).length === 0);
}
