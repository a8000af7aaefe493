import { applyChanges, type Facts } from "@/lib/answers/questions/apply-changes";
import { areMarks } from "@/lib/answers/questions/group-questions";
import { namedOptions } from "@/lib/answers/questions/join-options";
import { withoutRestored } from "@/lib/answers/questions/restore-codes";
import type { ImportPlan, MissingCode, PlannedQuestion, Question } from "@/lib/contracts/interfaces/answers";
import type { LookedFile } from "@/lib/contracts/ours/imports";
import type { QuestionsChange, QuestionsChangeName } from "@/lib/contracts/ours/question-changes";
import { markedIfStorable, missingKey } from "@/lib/contracts/rules/answer-cells";
import { columnsOf, isOfFlags } from "@/lib/contracts/rules/import-plan";
import { AppError } from "@/lib/http/problem";
import { withMissing } from "./change-options";
import { changeQuestion } from "./change-plan";
import { type GroupForm, groupColumns, groupRefusal, takeApart } from "./group-columns";
import { restorableCodes } from "./read-answer";
import { takeColumns } from "./take-columns";
import { takenInWords } from "./together-words";

/** Set-up of a file's questions before it is imported: the same changes as of a project's, carried out on the plan. */
type Looked = Pick<LookedFile, "columns" | "sample">;

/** The questions of a plan as the project would have them. Codes of columns of marks are restored in these. */
export const questionsOfPlan = ({ questions }: Pick<ImportPlan, "questions">): Question[] =>
  questions.map((planned, at) => {
    const { id, text, kind, blank, grid, missing } = planned;
    return {
      ...{ id, text, kind, blank, grid, column: `q${at + 1}`, derivation: null, version: 1 },
      ...(isOfFlags(planned)
        ? { missing, restorableCodes: restorableCodes(planned.source, missing) }
        : { missing: markedIfStorable(kind, missing) }),
      options: "options" in planned ? namedOptions(planned) : [],
    };
  });

type Changed = { plan: ImportPlan; sentences: string[] };

/** The plan after changes, one after the other, and a sentence for each that cannot be done or has to be known. */
export async function changePlanSetup(
  plan: ImportPlan,
  changes: readonly QuestionsChange[],
  looked: Looked,
): Promise<Changed> {
  let changed: Changed = { plan, sentences: [] };
  for (const change of changes) {
    const { plan: next, sentences } = await changeOnce(changed.plan, change, looked);
    changed = { plan: next, sentences: [...changed.sentences, ...sentences] };
  }
  return { ...changed, sentences: [...new Set(changed.sentences)] };
}

type Of<Name extends QuestionsChangeName> = Extract<QuestionsChange, { change: Name }>;
type OfColumns = "kind" | "missing" | "restore" | "group" | "grid" | "ungroup";
type Handlers = { [Name in OfColumns]: (plan: ImportPlan, change: Of<Name>, looked: Looked) => Changed };

/** A change and its handler have the same name, which the type of the table cannot say of any one of them. */
function changeOnce(plan: ImportPlan, change: QuestionsChange, looked: Looked): Changed | Promise<Changed> {
  const unknown = unknownId(plan, change);
  if (unknown !== null) return { plan, sentences: [`The file has no question “${unknown}”.`] };
  if (!(change.change in ofColumns)) return changeQuestions(plan, change);
  const handler = ofColumns[change.change as OfColumns] as (...given: [ImportPlan, QuestionsChange, Looked]) => Changed;
  return handler(plan, change, looked);
}

const idsOf = (change: QuestionsChange): string[] => ("ids" in change ? change.ids : [change.id]);

function unknownId({ questions }: ImportPlan, change: QuestionsChange): string | null {
  const known = new Set(questions.map(({ id }) => id));
  return idsOf(change).find((id) => !known.has(id)) ?? null;
}

const chosenIn = ({ questions }: ImportPlan, ids: readonly string[]): PlannedQuestion[] => {
  const wanted = new Set(ids);
  return questions.filter(({ id }) => wanted.has(id));
};

const counting = { count: (value: number) => value.toLocaleString("en") };

/** What a file's columns become, which is otherwise than what becomes of answers. */
const ofColumns: Handlers = {
  kind: (plan, { ids, kind }, looked) => {
    const names = chosenIn(plan, ids).flatMap(columnsOf);
    const { plan: next, outcome } = takeColumns(plan, names, kind, looked);
    return { plan: next, sentences: takenInWords(outcome, counting) };
  },
  missing: (plan, { ids, missing }) => {
    const keys = new Set(missing.map(missingKey));
    return eachOf(plan, ids, (planned) => [
      ...planned.missing.filter((code) => !keys.has(missingKey(code))),
      ...missing.map((code) => ("cell" in code ? { label: "", ...code } : code)),
    ]);
  },
  restore: (plan, { ids, cells }) => {
    const asked = cells && new Set(cells.map((cell) => missingKey({ cell, kind: "no_answer" })));
    const sentences: string[] = [];
    const changed = eachOf(plan, ids, (planned) => {
      const isAsked = (code: MissingCode) => asked?.has(missingKey(code)) ?? true;
      if (!isOfFlags(planned)) return planned.missing.filter((code) => !isAsked(code));
      const restored = withoutRestored(planned, isAsked);
      sentences.push(...restored.sentences);
      return restored.missing;
    });
    return { ...changed, sentences };
  },
  group: (plan, { ids, id, text }, looked) => {
    const chosen = chosenIn(plan, ids);
    const isTaken = plan.questions.some((planned) => planned.id === id && !chosen.includes(planned));
    if (isTaken) return { plan, sentences: [`There is a question “${id}” already: choose another id.`] };
    const form = areMarks(questionsOfPlan({ questions: chosen })) ? "flags" : "choices";
    return grouped(plan, {
      chosen,
      form,
      looked,
      named: (planned) => ({ ...planned, id, text: text || planned.text }),
    });
  },
  grid: (plan, { ids, text }, looked) => {
    const chosen = chosenIn(plan, ids);
    const named = (planned: PlannedQuestion) => ({
      ...planned,
      grid: text === null ? null : { id: planned.grid?.id ?? text, text },
    });
    const isGrid = chosen.every(({ grid }) => grid !== null && grid.id === chosen[0]?.grid?.id);
    if (isGrid || text === null) return { plan: withEach(plan, chosen, named), sentences: [] };
    return grouped(plan, { chosen, form: "grid", looked, named });
  },
  ungroup: (plan, { ids }, looked) => {
    const sentences: string[] = [];
    const next = chosenIn(plan, ids).reduce((left, planned) => {
      if (planned.kind === "multiple" || planned.grid) return takeApart(left, columnsOf(planned)[0] ?? "", looked);
      sentences.push(`“${planned.id}” is neither a multiple-choice question nor part of a grid.`);
      return left;
    }, plan);
    return { plan: next, sentences };
  },
};

const eachOf = (
  plan: ImportPlan,
  ids: readonly string[],
  missingOf: (planned: PlannedQuestion) => PlannedQuestion["missing"],
): Changed => ({
  plan: chosenIn(plan, ids).reduce(
    (left, planned) => changeQuestion(left, planned.id, withMissing(planned, missingOf(planned))),
    plan,
  ),
  sentences: [],
});

const withEach = (
  plan: ImportPlan,
  chosen: readonly PlannedQuestion[],
  make: (planned: PlannedQuestion) => PlannedQuestion,
): ImportPlan => ({
  ...plan,
  questions: plan.questions.map((planned) => (chosen.includes(planned) ? make(planned) : planned)),
});

type Grouping = {
  chosen: readonly PlannedQuestion[];
  form: GroupForm;
  looked: Looked;
  named: (planned: PlannedQuestion) => PlannedQuestion;
};

/** Columns as one question, or as a grid, called as a person wants it. */
function grouped(plan: ImportPlan, { chosen, form, looked, named }: Grouping): Changed {
  const names = chosen.flatMap(columnsOf);
  const refusal = groupRefusal(plan, names);
  if (refusal !== null) return { plan, sentences: [refusal] };
  const next = groupColumns(plan, names, form, looked);
  const made = next.questions.filter((planned) => columnsOf(planned).some((column) => names.includes(column)));
  return { plan: withEach(next, made, named), sentences: [] };
}

/** Of a plan nothing has to be read: answers are still in the file. */
const facts: Facts = {
  converted: () => Promise.reject(new AppError("invalid", "The answers of a file are read by its import.")),
  counts: async () => new Map(),
  elsewhere: () => Promise.reject(new AppError("invalid", "Set-up of another project comes as its description.")),
};

/** Changes that are the same of a plan as of a project: texts, labels, values, order, copies, merged options. */
async function changeQuestions(plan: ImportPlan, change: QuestionsChange): Promise<Changed> {
  const before = questionsOfPlan(plan);
  const { questions, problems, notices } = await applyChanges({ questions: before, columnsGiven: 0 }, [change], facts);
  if (problems.length > 0) return { plan, sentences: problems };
  const after = new Map(questions.map((question) => [question.id, question]));
  return {
    plan: { ...plan, questions: plan.questions.map((planned) => withSetup(planned, after.get(planned.id))) },
    sentences: notices,
  };
}

function withSetup(planned: PlannedQuestion, question: Question | undefined): PlannedQuestion {
  if (!question || question.version === 1) return planned;
  const { text, missing, options } = question;
  if (!isOfFlags(planned)) {
    return { ...planned, text, missing, ...("options" in planned && { options }) } as PlannedQuestion;
  }
  // An option of flags is known by its columns: merged ones have those of all.
  const codes = new Map(options.flatMap(({ code, cells }) => cells.map((cell) => [cell, code] as const)));
  const columns = planned.source.columns.map(({ column, code }) => ({ column, code: codes.get(column) ?? code }));
  const source = { ...planned.source, columns };
  return { ...planned, text, missing, source, options: options.map((option) => ({ ...option, cells: [] })) };
}
