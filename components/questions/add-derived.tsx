"use client";

import { Button, Group, Paper, Stack, Text, Textarea, TextInput, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DraftStatus } from "@/components/drafts/draft-status";
import type { KeptDraftControl } from "@/components/drafts/use-kept-draft";
import { formNames } from "@/components/setup/kind-icon";
import { problemOf } from "@/lib/answers/formulas/formula-draft";
import { addQuestion, previewQuery } from "@/lib/answers/queries";
import { blankNet, freeId } from "@/lib/answers/questions/derive-draft";
import type { DerivedInWork } from "@/lib/answers/questions/kept-questions";
import { draftProblems, type QuestionDraft } from "@/lib/answers/questions/question-draft";
import type { Derivation, Question } from "@/lib/contracts/interfaces/answers";
import { QUESTIONS_REFUSED } from "@/lib/contracts/rules/permissions";
import { CountsTable } from "./counts-table";
import { DerivedFields } from "./derived-fields";
import { DerivedSource } from "./derived-source";
import type { Undo } from "./use-undo";

type Props = {
  form: Derivation["form"];
  /** What it is made of, until another question is chosen. */
  of?: Question | null;
  project: string;
  questions: Question[];
  undo: Undo;
  /** What was typed earlier and is gone on with. */
  from?: DerivedInWork | null;
  onTyped: (work: DerivedInWork | null) => void;
  /** Where what is typed is kept as a draft. */
  control?: KeptDraftControl;
  onAdded: (id: string) => void;
  onCancel: () => void;
};

/** A new derived question beside the list of questions. */
export function AddDerived({ mayWrite, ...rest }: Props & { mayWrite: boolean }) {
  if (!mayWrite) return <Text size="sm">{QUESTIONS_REFUSED}</Text>;
  return (
    <Paper withBorder p="md">
      <Title order={2} fz={18} mb="md">
        {newDerived(rest.form)}
      </Title>
      <DerivedForm {...rest} />
    </Paper>
  );
}

export const newDerived = (form: Derivation["form"]) => `New derived question: ${formNames[form].toLowerCase()}`;

const EMPTY: QuestionDraft = { text: "", options: [], missing: [], derivation: null };

/** Of what a derived question is made, what it is called, and its counts before it is kept. */
export function DerivedForm({ from = null, onTyped, control, onAdded, onCancel, ...rest }: Props) {
  const { form, of = sourceOf(from, rest.questions), project, questions, undo } = rest;
  const isNet = form === "nets" && of !== null;
  const [draft, setDraft] = useState(from?.draft ?? (isNet ? { ...EMPTY, ...blankNet(of) } : EMPTY));
  const [id, setId] = useState(from?.id ?? (isNet ? freeId(`${of.id} nets`, questions) : ""));
  const [suggested, setSuggested] = useState(from ? "" : id);
  const type = (next: QuestionDraft, name: string) => {
    setDraft(next);
    setId(name);
    onTyped({ form: "derived", of: form, id: name, draft: next });
  };
  /** An id is suggested until one is typed. */
  const change = (next: QuestionDraft, base?: string) => {
    if (base === undefined || (id !== "" && id !== suggested)) return type(next, id);
    const free = freeId(base, questions);
    setSuggested(free);
    type(next, free);
  };
  const problems = draftProblems(draft);
  const isReady = draft.derivation !== null && problems.length === 0 && problemOf(draft.derivation, questions) === null;
  const { counted, error, isSettled } = useDraftCounts(project, id || "new question", isReady ? draft : null);
  const {
    mutate,
    isPending,
    error: refused,
  } = useMutation({
    mutationFn: async () => {
      if (!draft.derivation) return;
      const body = { project_id: project, id: id.trim(), text: draft.text, options: draft.options };
      const made = await addQuestion({ ...body, derivation: draft.derivation });
      // It is kept: who leaves while the list is read again leaves nothing behind.
      onTyped(null);
      const back = () => undo.remove(made.id);
      await undo.done({ says: `“${made.id}” was added.`, back });
      onAdded(made.id);
    },
  });
  const taken = questions.some((each) => each.id === id.trim());
  return (
    <Stack gap="md">
      <DerivedSource {...{ form, of, project, questions, draft }} onMade={change} />
      {draft.derivation && (
        <>
          <Group align="flex-start" gap="sm">
            <TextInput
              label="Id"
              description="How it is named elsewhere; it stays."
              value={id}
              maxLength={200}
              error={taken && "There is a question with this id."}
              onChange={({ currentTarget }) => type(draft, currentTarget.value)}
              style={{ flex: "1 1 180px" }}
            />
            <Textarea
              label="Text"
              description="As it is shown; may be empty."
              autosize
              minRows={1}
              maxLength={5000}
              value={draft.text}
              onChange={({ currentTarget }) => change({ ...draft, text: currentTarget.value })}
              style={{ flex: "2 1 240px" }}
            />
          </Group>
          <DerivedFields {...{ draft, questions, counted }} taken={[]} onDraft={change} readOnly={false} />
          <CountsTable now={undefined} after={counted} problem={error} />
        </>
      )}
      {problems.map((problem) => (
        <Text key={problem} size="sm" c="dimmed">
          {problem}
        </Text>
      ))}
      {refused && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" style={{ overflowWrap: "anywhere" }}>
          {refused.message}
        </Text>
      )}
      <Group gap="sm">
        <Button
          loading={isPending}
          disabled={!isReady || !isSettled || error !== null || taken || id.trim() === ""}
          onClick={() => mutate()}
        >
          Add question
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        {control && <DraftStatus control={control} />}
      </Group>
    </Stack>
  );
}

/** What bands are made of, where they were begun earlier. */
function sourceOf(from: DerivedInWork | null, questions: readonly Question[]): Question | null {
  const derivation = from?.draft.derivation;
  return derivation?.form === "bands" ? (questions.find(({ id }) => id === derivation.questionId) ?? null) : null;
}

const PAUSE_MS = 300;

/** What a derived question that is not there yet would count. */
function useDraftCounts(project: string, id: string, draft: QuestionDraft | null) {
  const [settled] = useDebouncedValue(draft, PAUSE_MS);
  const asked = {
    id: `new ${id}`.slice(0, 200),
    options: settled?.options,
    derivation: settled?.derivation ?? undefined,
  };
  const { data, error, isFetching } = useQuery({ ...previewQuery(project, asked), enabled: settled !== null });
  return {
    counted: settled ? data : undefined,
    error: settled ? error : null,
    isSettled: settled === draft && !isFetching,
  };
}
