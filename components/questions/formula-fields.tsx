"use client";

import { Text } from "@mantine/core";
import { problemOf, withExpression } from "@/lib/answers/formulas/formula-draft";
import type { QuestionDraft } from "@/lib/answers/questions/question-draft";
import { formulaFunctionNames, formulaFunctions } from "@/lib/contracts/formulas/functions";
import type { Question } from "@/lib/contracts/interfaces/answers";
import classes from "./formula.module.css";
import { FormulaField } from "./formula-field";

type Props = {
  draft: QuestionDraft;
  onDraft: (draft: QuestionDraft) => void;
  questions: readonly Question[];
  /** The question that is edited; null: a new one. */
  saved: Question | null;
  readOnly?: boolean;
};

/** The formula of a question, and all functions that it may use. */
export function FormulaFields({ draft, onDraft, questions, saved, readOnly = false }: Props) {
  const { derivation } = draft;
  const expression = derivation?.form === "formula" ? derivation.expression : "";
  const problem = problemOf(derivation, questions, saved?.id);
  return (
    <>
      <FormulaField
        value={expression}
        onChange={(text) => onDraft({ ...draft, ...withExpression(draft, text, { questions, saved }) })}
        questions={questions.filter(({ id }) => id !== saved?.id)}
        problem={expression.trim() === "" ? null : (problem?.message ?? null)}
        readOnly={readOnly}
      />
      <details>
        <summary>All functions</summary>
        <Text size="sm" c="dimmed" mt="xs">
          Operators: + - * / ^, = != &lt; &lt;= &gt; &gt;=, and, or, not. A missing operand gives a missing result, and
          so does a division by zero. A grid in a function of many stands for its items.
        </Text>
        <dl className={classes.functions}>
          {formulaFunctionNames.map((name) => (
            <div key={name}>
              <dt>{formulaFunctions[name].signature}</dt>
              <dd>{formulaFunctions[name].says}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}
