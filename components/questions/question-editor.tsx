"use client";

import { Button, Group, Paper, Skeleton, Stack, Text, Textarea, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { DraftStatus } from "@/components/drafts/draft-status";
import type { KeptDraftControl } from "@/components/drafts/use-kept-draft";
import { KindIcon } from "@/components/setup/kind-icon";
import { LinkButton } from "@/components/ui/button";
import { LoadError } from "@/components/ui/load-error";
import { usePageActions } from "@/components/ui/page-actions";
import { useGo } from "@/components/ui/use-go";
import { problemOf } from "@/lib/answers/formulas/formula-draft";
import { previewQuery } from "@/lib/answers/queries";
import type { EditInWork } from "@/lib/answers/questions/kept-questions";
import { draftOf, draftProblems, sharedLabels } from "@/lib/answers/questions/question-draft";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { QUESTIONS_REFUSED } from "@/lib/contracts/rules/permissions";
import { titleOf } from "@/lib/contracts/rules/question-rules";
import { newTableHref } from "@/lib/pivots/queries";
import { CountsTable } from "./counts-table";
import { DerivedFields } from "./derived-fields";
import { FormulaFields } from "./formula-fields";
import { KindField } from "./kind-field";
import { MissingField, ValueRows } from "./missing-fields";
import { OptionRows } from "./option-rows";
import { OrderField } from "./order-field";
import { QuestionChanged } from "./question-changed";
import { RemoveButton } from "./remove-button";
import { useAfter } from "./use-after";
import { useIsThere } from "./use-is-there";
import { type QuestionEditing, useQuestionDraft } from "./use-question-draft";
import type { Undo } from "./use-undo";

type Props = {
  project: string;
  question: Question;
  questions: Question[];
  mayWrite: boolean;
  undo: Undo;
  /** What was typed earlier and is gone on with. */
  from: EditInWork | null;
  onTyped: (work: EditInWork | null) => void;
  control: KeptDraftControl;
  onRemoved: () => void;
};

/** One question: its text, kind, options and missing codes, with its counts as they are and as they would be. */
export function QuestionEditor({ onTyped, control, from, onRemoved, ...rest }: Props) {
  const { project, question, questions, mayWrite, undo } = rest;
  const editing = useQuestionDraft({ project, question, undo, from, onTyped });
  const { draft, isDirty, theirs } = editing;
  const go = useGo();
  const tableHref = newTableHref(project, question.id);
  usePageActions([
    { id: "question-table", label: "Make a table of this question", keywords: "pivot", run: () => go(tableHref) },
  ]);
  const unread = problemOf(draft.derivation, questions, question.id);
  const problems = [
    ...draftProblems(draft),
    ...sharedLabels(editing.base, draft),
    ...(unread ? ["Mend the formula: it cannot be read yet."] : []),
  ];
  const isThere = useIsThere(project, question.id);
  const now = useQuery({ ...previewQuery(project, { id: question.id }), enabled: isThere });
  const after = useAfter(project, question, problems.length === 0 && !theirs ? draft : null);
  const shown = now.data?.id === question.id ? now.data : undefined;
  const counted = after.counted ?? shown;
  const refusal = !mayWrite ? QUESTIONS_REFUSED : isDirty ? "Save or discard your changes first." : null;
  return (
    <Paper withBorder p="md">
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <KindIcon {...question} />
            <Title order={2} fz={18} style={{ overflowWrap: "anywhere", minWidth: 0 }}>
              {titleOf(question)}
            </Title>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <LinkButton isSmall href={tableHref}>
              Make a table
            </LinkButton>
            {question.derivation && <RemoveButton {...{ project, question, questions, mayWrite, undo, onRemoved }} />}
          </Group>
        </Group>
        <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {question.id}
          {question.grid && ` · in the grid “${question.grid.text || question.grid.id}”`}
        </Text>
        {theirs && (
          <QuestionChanged
            base={editing.base}
            mine={draft}
            theirs={draftOf(theirs)}
            choices={editing.choices}
            onChoose={editing.choose}
          />
        )}
        <Textarea
          label="Text"
          autosize
          minRows={1}
          maxRows={6}
          maxLength={5000}
          value={draft.text}
          readOnly={!mayWrite}
          onChange={({ currentTarget }) => editing.change({ ...draft, text: currentTarget.value })}
        />
        <Group align="flex-end" gap="sm">
          <KindField {...{ project, question, undo, refusal }} />
        </Group>
        {now.error && <LoadError what="The counts" error={now.error} onRetry={() => void now.refetch()} />}
        {!shown && !now.error && <Skeleton height={140} aria-busy />}
        {shown && <CountsTable now={shown} after={after.isAsked ? after.counted : null} problem={after.error} />}
        <Answers {...{ editing, question, questions, mayWrite }} counted={counted} values={shown?.values ?? []} />
        {question.options.length > 0 && <OrderField {...{ project, question, undo, refusal }} />}
        <SaveBar {...{ editing, mayWrite, problems, control }} />
      </Stack>
    </Paper>
  );
}

type AnswersProps = Pick<Props, "question" | "questions" | "mayWrite"> & {
  editing: QuestionEditing;
  counted: Parameters<typeof OptionRows>[0]["counted"];
  values: Parameters<typeof ValueRows>[0]["values"];
};

function Answers({ editing, question, questions, mayWrite, counted, values }: AnswersProps) {
  const common = { draft: editing.draft, onDraft: editing.change, readOnly: !mayWrite };
  if (question.derivation?.form === "formula") {
    return (
      <>
        <FormulaFields {...common} questions={questions} saved={question} />
        {editing.draft.options.length > 0 && <OptionRows {...common} counted={counted} />}
      </>
    );
  }
  if (question.derivation) {
    return (
      <DerivedFields
        {...common}
        questions={questions.filter(({ id }) => id !== question.id)}
        taken={[...question.options.map(({ code }) => code), ...(question.goneCodes ?? [])]}
        counted={counted}
      />
    );
  }
  const cells = new Map(question.options.map((option) => [option.code, option.cells]));
  return (
    <>
      {question.options.length > 0 && (
        <OptionRows {...common} counted={counted} cellsOf={(code) => cells.get(code) ?? []} />
      )}
      <MissingField {...common} question={question} />
      <ValueRows {...common} values={values} />
    </>
  );
}

type SaveProps = { editing: QuestionEditing; mayWrite: boolean; problems: string[]; control: KeptDraftControl };

function SaveBar({ editing, mayWrite, problems, control }: SaveProps) {
  const { isDirty, isOpen, isSaving, error, save, discard } = editing;
  if (!mayWrite) return <Text size="sm">{QUESTIONS_REFUSED}</Text>;
  return (
    <Stack gap="xs">
      {problems.map((problem) => (
        <Text key={problem} size="sm" c="var(--mantine-color-error)">
          {problem}
        </Text>
      ))}
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" style={{ overflowWrap: "anywhere" }}>
          {error.message}
        </Text>
      )}
      <Group gap="sm">
        <Button loading={isSaving} disabled={!isDirty || isOpen || problems.length > 0} onClick={save}>
          Save
        </Button>
        <Button variant="default" disabled={!isDirty || isSaving} onClick={discard}>
          Discard changes
        </Button>
        <DraftStatus control={control} />
      </Group>
    </Stack>
  );
}
