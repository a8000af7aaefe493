"use client";

import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { useFormat } from "@/components/ui/use-format";
import { marksIn, withMarksOf, withoutMarks } from "@/lib/answers/columns/mark-no-answers";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";

type Props = { plan: ImportPlan; onPlan: (plan: ImportPlan) => void };

const MOST_LABELS = 5;

/** Options of all questions that count as no answer; one click makes them normal options, and another undoes it. */
export function NoAnswerOptions({ plan, onPlan }: Props) {
  const format = useFormat();
  const [before, setBefore] = useState<ImportPlan | null>(null);
  const marks = marksIn(plan);
  if (marks.length === 0 && before === null) return null;
  const questionsOf = (n: number) => `${format.count(n)} ${n === 1 ? "question" : "questions"}`;
  const first = marks
    .slice(0, MOST_LABELS)
    .map(({ label, questions }) => `“${label}” (${questionsOf(questions.length)})`);
  const more = marks.length > MOST_LABELS ? ` and ${format.count(marks.length - MOST_LABELS)} more` : "";
  const change = (next: ImportPlan, from: ImportPlan | null) => {
    setBefore(from);
    onPlan(next);
  };
  return (
    <Group gap="sm" role="group" aria-label="Options that count as no answer">
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {marks.length > 0
          ? `Counted as no answer: ${first.join(", ")}${more}.`
          : "“No answer” and the like are normal options in all questions."}
      </Text>
      {marks.length > 0 ? (
        <Button size="compact-sm" variant="default" onClick={() => change(withoutMarks(plan), plan)}>
          Count them as answers
        </Button>
      ) : (
        before && (
          <Button size="compact-sm" variant="default" onClick={() => change(withMarksOf(plan, before), null)}>
            Count them as no answer
          </Button>
        )
      )}
    </Group>
  );
}
