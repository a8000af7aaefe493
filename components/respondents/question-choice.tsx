"use client";

import { useQuery } from "@tanstack/react-query";
import { WhenUsed } from "@/components/ui/when-used";
import { questionsQuery } from "@/lib/answers/queries";
import { MOST_PREVIEWED_QUESTIONS } from "@/lib/contracts/terms/respondents";
import { surveyQuery } from "@/lib/surveys/queries";
import classes from "./thresholds.module.css";

type Props = { surveyId: string; chosen: readonly string[]; onChange: (ids: string[]) => void };

/** Which of the project's questions show what the thresholds do to them. */
export function QuestionChoice({ surveyId, chosen, onChange }: Props) {
  const { data: one } = useQuery(surveyQuery(surveyId));
  const projectId = one?.survey.project_id ?? null;
  const { data } = useQuery({ ...questionsQuery(projectId ?? ""), enabled: projectId !== null });
  const choices = (data?.questions ?? []).map(({ id, text }) => ({ value: id, label: text || id }));
  if (data && choices.length === 0)
    return (
      <p className={classes.none}>
        The project has no answers yet. Import them to see what happens to means and shares.
      </p>
    );
  const text = chosen.map((id) => choices.find(({ value }) => value === id)?.label ?? id).join(", ");
  return (
    <WhenUsed
      label="Questions"
      placeholder={`Choose up to ${MOST_PREVIEWED_QUESTIONS} questions`}
      text={text}
      width={320}
    >
      {(reached, { MultiSelect }) => (
        <MultiSelect
          {...reached}
          size="xs"
          data={choices}
          value={[...chosen]}
          onChange={onChange}
          maxValues={MOST_PREVIEWED_QUESTIONS}
          searchable
          clearable
          limit={200}
        />
      )}
    </WhenUsed>
  );
}
