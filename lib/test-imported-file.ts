import { openAnswerFile } from "@/lib/answers/files/open-answer-file";
import { guessFile } from "@/lib/answers/imports/look-at-file";
import { type ReadResponse, type RowProblem, readRows } from "@/lib/answers/imports/read-rows";
import type { ImportPlan, PlannedQuestion } from "@/lib/contracts/interfaces/answers";

const emptyProject = { questions: [], weights: [], columnsGiven: 0, before: null, table: null };

/** A file as an import without edits reads it: its detected plan and the rows that the plan gives. */
export async function importedFile(path: string, name: string) {
  const { plan, looks, notices } = await guessFile({ path, name, project: emptyProject });
  const file = await openAnswerFile(path, { name, layout: plan.layout });
  const rows = { kept: [] as ReadResponse[], refused: [] as RowProblem[], reported: [] as RowProblem[] };
  try {
    for await (const { kept, refused, reported } of readRows(file, plan)) {
      rows.kept.push(...kept);
      rows.refused.push(...refused);
      rows.reported.push(...reported);
    }
  } finally {
    await file.close();
  }
  const questions = plan.questions.map((question, at) =>
    countedQuestion(
      question,
      rows.kept.map(({ answers }) => answers[at]),
    ),
  );
  return { plan, file, looks, notices, questions, ...rows };
}

type CountedQuestion = {
  id: string;
  text: string;
  kind: PlannedQuestion["kind"];
  grid: string | null;
  /** Respondents who answered it, among them those who chose none of several. */
  base: number;
  /** Answers by the label of their option, in the order of the options. */
  counts: Record<string, number>;
  /** Of numbers. */
  mean?: number;
};

function countedQuestion(
  question: PlannedQuestion,
  answers: readonly ReadResponse["answers"][number][] | readonly (ReadResponse["answers"][number] | undefined)[],
): CountedQuestion {
  const options = "options" in question ? question.options : [];
  const counts = new Map(options.map(({ code }) => [code, 0]));
  let base = 0;
  for (const answer of answers) {
    if (answer === undefined || (typeof answer === "object" && "missing" in answer)) continue;
    base += 1;
    for (const code of [answer].flat()) {
      if (typeof code === "number" && counts.has(code)) counts.set(code, (counts.get(code) ?? 0) + 1);
    }
  }
  const { id, text, kind, grid } = question;
  const numbers = kind === "numeric" ? answers.flatMap((answer) => (typeof answer === "number" ? answer : [])) : [];
  const sum = numbers.reduce((total, number) => total + number, 0);
  const labelled = options.map(({ label, code }) => [label, counts.get(code) ?? 0] as const);
  return {
    id,
    text,
    kind,
    grid: grid?.text ?? null,
    base,
    counts: Object.fromEntries(labelled),
    ...(numbers.length > 0 && { mean: sum / numbers.length }),
  };
}

/** The question that reads a column, or has this text. */
export const rolesIn = ({ id, time, end, weights }: ImportPlan) => ({
  id,
  time: time?.column ?? null,
  end: end?.column ?? null,
  weights,
});
