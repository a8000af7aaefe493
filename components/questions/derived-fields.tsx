"use client";

import { Text } from "@mantine/core";
import { AnswerFilter } from "@/components/pickers/answer-filter";
import type { QuestionDraft } from "@/lib/answers/questions/question-draft";
import type { Question } from "@/lib/contracts/interfaces/answers";
import type { CountedQuestion } from "@/lib/contracts/ours/questions";
import { titleOf } from "@/lib/contracts/rules/question-rules";
import { filterOf } from "@/lib/contracts/rules/question-sources";
import { BandRows } from "./band-rows";
import { NetRows } from "./net-rows";
import { OptionRows } from "./option-rows";

export type DerivedProps = {
  draft: QuestionDraft;
  onDraft: (draft: QuestionDraft) => void;
  /** The questions that it may be made of. */
  questions: Question[];
  /** Codes that options have or had as they were saved: filters name them, so that no new option gets one of them. */
  taken: readonly number[];
  readOnly: boolean;
  counted: CountedQuestion | undefined;
};

/** What a derived question is made of, and its options. */
export function DerivedFields(props: DerivedProps) {
  const { draft, onDraft, questions, readOnly, counted } = props;
  const { derivation } = draft;
  if (!derivation) return null;
  const named = (id: string) => {
    const question = questions.find((each) => each.id === id);
    return question ? titleOf(question) : id;
  };
  if (derivation.form === "bands")
    return <BandRows {...props} derivation={derivation} source={named(derivation.questionId)} />;
  if (derivation.form === "nets")
    return <NetRows {...props} derivation={derivation} source={named(derivation.questionId)} />;
  if (derivation.form === "combination") {
    return (
      <>
        <Text size="sm">
          Each pair of an answer to “{named(derivation.questionIds[0])}” and one to “{named(derivation.questionIds[1])}
          ”.
        </Text>
        <OptionRows
          {...{ draft, onDraft, readOnly, counted }}
          onRemove={(code) =>
            onDraft({
              ...draft,
              options: draft.options.filter((option) => option.code !== code),
              derivation: { ...derivation, pairs: derivation.pairs.filter((pair) => pair.code !== code) },
            })
          }
        />
      </>
    );
  }
  if (derivation.form === "formula") {
    return draft.options.length > 0 && <OptionRows {...{ draft, onDraft, readOnly, counted }} />;
  }
  return (
    <>
      <Text size="sm">Yes where all of these hold, else no:</Text>
      <fieldset disabled={readOnly} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
        <AnswerFilter
          items={filterOf(derivation) ?? []}
          questions={questions}
          onChange={(filter) => onDraft({ ...draft, derivation: { ...derivation, filter } })}
        />
      </fieldset>
      {draft.options.length > 0 && <OptionRows {...{ draft, onDraft, readOnly, counted }} />}
    </>
  );
}
