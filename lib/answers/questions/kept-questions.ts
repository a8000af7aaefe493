import type { WeightDraft } from "@/lib/answers/weights/weight-draft";
import type { Derivation, Question } from "@/lib/contracts/interfaces/answers";
import { changedFields, draftOf, fieldText, type QuestionDraft } from "./question-draft";

/** A question that is being edited, with what it was when that began; or a derived one that is being made. */
export type EditInWork = { form: "edit"; id: string; base: Question; draft: QuestionDraft };
export type DerivedInWork = { form: "derived"; of: Derivation["form"]; id: string; draft: QuestionDraft };
type QuestionInWork = EditInWork | DerivedInWork;
/** `again`: the weight that is calculated again; null: a new one. */
export type WeightInWork = { again: string | null; draft: WeightDraft };

/** What is typed on the page of questions and not saved; its two halves are open beside each other. */
export type QuestionsInWork = { question: QuestionInWork | null; weight: WeightInWork | null };

export const NOTHING_IN_WORK: QuestionsInWork = { question: null, weight: null };

type Kept = { base: Record<string, unknown> | null; draft: Record<string, unknown> };

/** As a draft keeps it; null: nothing is typed. */
export function questionsDraft({ question, weight }: QuestionsInWork): Kept | null {
  if (!question && !weight) return null;
  if (question?.form !== "edit") return { base: null, draft: { question, weight } };
  const { base, ...edit } = question;
  return { base: { question: base }, draft: { question: edit, weight } };
}

/** What was being done, to follow "You were ". */
export const doing = ({ question, weight }: QuestionsInWork): string =>
  [...(question ? [doingQuestion(question)] : []), ...(weight ? [doingWeight(weight)] : [])].join(" and ");

function doingQuestion(question: QuestionInWork): string {
  if (question.form === "edit") return `editing “${question.id}”`;
  return question.id ? `making the question “${question.id}”` : "making a derived question";
}

function doingWeight({ again, draft }: WeightInWork): string {
  if (again !== null) return `calculating the weight “${again}” again`;
  return draft.name ? `making the weight “${draft.name}”` : "making a weight";
}

/** What is typed, a line a part, to read and to copy; and how many parts that are. */
export function describeWork({ question, weight }: QuestionsInWork): { fields: number; text: string } {
  const lines = [...(question ? questionLines(question) : []), ...(weight ? weightLines(weight) : [])];
  return { fields: lines.length, text: lines.join("\n") };
}

function questionLines(question: QuestionInWork): string[] {
  const { id, draft } = question;
  if (question.form === "edit") {
    return changedFields(draftOf(question.base), draft).map((field) => {
      const { name, says } = fieldText(field, draft);
      return `${name}: ${says}`;
    });
  }
  const labels = draft.options.map(({ label }) => label).join(", ");
  const { derivation } = draft;
  return [
    `Id: ${id || "none"}`,
    `Text: ${draft.text || "none"}`,
    `Options: ${labels || "none"}`,
    ...(derivation?.form === "formula" ? [`Formula: ${derivation.expression || "none"}`] : []),
  ];
}

const weightLines = ({ draft: { name, margins, caps, wave } }: WeightInWork): string[] => [
  `Weight: ${name || "without a name"}`,
  ...margins.map(({ questionId, unit, targets }) => {
    const sign = unit === "percent" ? "%" : "";
    const typed = Object.entries(targets).map(([option, target]) => `option ${option} ${target}${sign}`);
    return `Targets of “${questionId}”: ${typed.join(", ") || "none"}`;
  }),
  ...(caps ? [`Caps: ${caps.low ?? "none"} to ${caps.high ?? "none"}`] : []),
  ...(wave === null ? [] : [`Each wave separately: “${wave}”`]),
];
