"use client";

import { Button, Checkbox, Group, Paper, Select, Stack, Text, TextInput, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { DraftStatus } from "@/components/drafts/draft-status";
import type { KeptDraftControl } from "@/components/drafts/use-kept-draft";
import { NumberEntry } from "@/components/ui/number-entry";
import { saveWeight, tryWeight, undoImport } from "@/lib/answers/queries";
import type { WeightInWork } from "@/lib/answers/questions/kept-questions";
import { canBeMargin, recipeProblems } from "@/lib/answers/weights/rake-cells";
import {
  newMargin,
  recipeOf,
  usualCaps,
  type WeightDraft,
  weightDraftProblems,
  withoutGone,
} from "@/lib/answers/weights/weight-draft";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { titleOf } from "@/lib/contracts/rules/question-rules";
import { MOST_NAME } from "@/lib/contracts/terms/weights";
import { MarginFields } from "./margin-fields";
import type { Undo } from "./use-undo";
import { WeightReportView } from "./weight-report";

type Props = {
  project: string;
  questions: Question[];
  undo: Undo;
  from: WeightInWork;
  taken: readonly { id: string }[];
  onTyped: (work: WeightInWork | null) => void;
  control: KeptDraftControl;
  onCancel: () => void;
  onSaved: () => void;
};

/** Makes a weight by raking: questions with targets, caps, a wave; tried first, then saved. */
export function WeightForm({ from, taken, onTyped, control, onCancel, onSaved, ...rest }: Props) {
  const { project, questions, undo } = rest;
  const { again } = from;
  const { draft, dropped, setDraft } = useDraft(from.draft, questions);
  const change = (more: Partial<WeightDraft>) => {
    const next = { ...draft, ...more };
    setDraft(next);
    onTyped({ again, draft: next });
  };
  const recipe = recipeOf(draft);
  const name = draft.name.trim();
  const isTaken = again === null && taken.some(({ id }) => id.toLowerCase() === name.toLowerCase());
  const open = weightDraftProblems(draft, questions);
  const problems = open.length > 0 ? open : recipeProblems(recipe, questions);
  const tried = useTried(project);
  const isTried = tried.data !== undefined && tried.of === JSON.stringify(recipe);
  const saving = useMutation({
    mutationFn: async () => {
      const { made } = await saveWeight({ project_id: project, name, recipe, replace: again !== null });
      onTyped(null);
      const says = again === null ? `The weight “${name}” was made.` : `The weight “${name}” was calculated again.`;
      await undo.done({ says, back: () => undoImport(project, made) });
      onSaved();
    },
  });
  const error = saving.error ?? tried.error;
  return (
    <Paper withBorder p="md" component="section" aria-label={again ?? "New weight"}>
      <Stack gap="md">
        <Title order={2} fz={18}>
          {again === null ? "New weight by raking" : `Calculate “${again}” again`}
        </Title>
        <Group align="flex-start" gap="sm">
          <TextInput
            label="Name"
            value={draft.name}
            maxLength={MOST_NAME}
            readOnly={again !== null}
            error={isTaken && "There is a weight with this name."}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            style={{ flex: "1 1 220px" }}
          />
          <WaveField {...{ draft, questions }} onChange={change} />
        </Group>
        <CapFields draft={draft} onChange={change} />
        {dropped.map((says) => (
          <Text key={says} size="sm" role="status" style={{ overflowWrap: "anywhere" }}>
            {says}
          </Text>
        ))}
        <Margins {...{ project, draft, questions }} onChange={change} />
        {problems.map((problem) => (
          <Text key={problem} size="sm" c="dimmed">
            {problem}
          </Text>
        ))}
        {error && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert" style={{ overflowWrap: "anywhere" }}>
            {error.message}
          </Text>
        )}
        <Group gap="sm">
          <Button
            variant={isTried ? "default" : "filled"}
            loading={tried.isPending}
            disabled={problems.length > 0}
            onClick={() => {
              saving.reset();
              tried.go(recipe);
            }}
          >
            Preview weights
          </Button>
          <Button
            variant={isTried ? "filled" : "default"}
            loading={saving.isPending}
            disabled={!isTried || isTaken || problems.length > 0}
            onClick={() => saving.mutate()}
          >
            Save the weight
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <DraftStatus control={control} />
          {!isTried && (
            <Text size="xs" c="dimmed">
              {tried.data
                ? "Something changed since the preview: preview the weights again."
                : "Preview the weights first; a preview saves nothing."}
            </Text>
          )}
        </Group>
        {tried.data && isTried && <WeightReportView report={tried.data} questions={questions} />}
      </Stack>
    </Paper>
  );
}

/** What is typed, never with targets of options that are gone; and what was dropped for that. */
function useDraft(from: WeightDraft, questions: Question[]) {
  const [typed, setDraft] = useState(from);
  const [said, setSaid] = useState<string[]>([]);
  const { draft, dropped } = withoutGone(typed, questions);
  if (dropped.length > 0) {
    setDraft(draft);
    setSaid([...new Set([...said, ...dropped])]);
  }
  return { draft, dropped: said, setDraft };
}

/** The last try, with the recipe that it was of. */
function useTried(project: string) {
  const [of, setOf] = useState("");
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (recipe: ReturnType<typeof recipeOf>) => {
      setOf(JSON.stringify(recipe));
      return tryWeight(project, recipe);
    },
  });
  return { of, data, error, isPending, go: mutate };
}

type FieldProps = { draft: WeightDraft; onChange: (more: Partial<WeightDraft>) => void };
type QuestionProps = FieldProps & { questions: Question[] };

const isFree = ({ margins, wave }: WeightDraft, id: string) =>
  id !== wave && margins.every(({ questionId }) => questionId !== id);

const choicesOf = (questions: readonly Question[]) =>
  questions.map((question) => ({ value: question.id, label: titleOf(question) }));

function WaveField({ draft, questions, onChange }: QuestionProps) {
  const fitting = questions.filter((each) => canBeMargin(each) && (each.id === draft.wave || isFree(draft, each.id)));
  return (
    <Select
      label="Weight each wave separately"
      placeholder="All answers together"
      data={choicesOf(fitting)}
      value={draft.wave}
      onChange={(wave) => onChange({ wave })}
      searchable
      clearable
      clearButtonProps={{ "aria-label": "All answers together" }}
      limit={100}
      nothingFoundMessage="No such question"
      style={{ flex: "1 1 220px" }}
    />
  );
}

function CapFields({ draft: { caps }, onChange }: FieldProps) {
  const field = (end: "low" | "high", label: string) => (
    <NumberEntry
      label={label}
      size="xs"
      w={110}
      min={0}
      decimals={4}
      value={caps?.[end] ?? null}
      onChange={(value) => onChange({ caps: { low: null, high: null, ...caps, [end]: value } })}
    />
  );
  return (
    <Group gap="sm" align="flex-end">
      <Checkbox
        label="Cap the weights"
        description="As multiples of the mean weight, which is 1."
        checked={caps !== null}
        onChange={({ currentTarget }) => onChange({ caps: currentTarget.checked ? usualCaps() : null })}
      />
      {caps && field("low", "Least weight")}
      {caps && field("high", "Greatest weight")}
    </Group>
  );
}

function Margins({ project, draft, questions, onChange }: QuestionProps & { project: string }) {
  const [search, setSearch] = useState("");
  const fitting = questions.filter((each) => canBeMargin(each) && isFree(draft, each.id));
  return (
    <>
      {draft.margins.map((margin, at) => (
        <MarginFields
          key={margin.questionId}
          {...{ project, margin }}
          question={questions.find(({ id }) => id === margin.questionId)}
          onChange={(next) => onChange({ margins: draft.margins.with(at, next) })}
          onRemove={() => onChange({ margins: draft.margins.toSpliced(at, 1) })}
        />
      ))}
      <Select
        label="Add a question"
        description="With one answer each: one choice, a scale, or bands made of a number."
        placeholder={fitting.length > 0 ? "Choose a question" : "No other question fits"}
        data={choicesOf(fitting)}
        value={null}
        searchValue={search}
        onSearchChange={setSearch}
        onChange={(id) => {
          if (id === null) return;
          setSearch(""); // or the next one is typed behind its name
          onChange({ margins: [...draft.margins, newMargin(id)] });
        }}
        searchable
        limit={100}
        nothingFoundMessage="No such question"
        maw={420}
      />
    </>
  );
}
