"use client";

import { Alert, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Dialog } from "@/components/ui/dialog";
import { FigureTable } from "@/components/ui/figure-table";
import { LoadError } from "@/components/ui/load-error";
import { useFormat } from "@/components/ui/use-format";
import { changeQuestions, undoImport } from "@/lib/answers/queries";
import { changesInWords } from "@/lib/answers/questions/changes-in-words";
import { kindNames } from "@/lib/answers/words";
import type { Question } from "@/lib/contracts/interfaces/answers";
import type { ChangedQuestion, ChangedQuestions, QuestionsChange } from "@/lib/contracts/ours/question-changes";
import type { Undo } from "./use-undo";

type Props = {
  project: string;
  questions: readonly Question[];
  changes: QuestionsChange[];
  undo: Undo;
  /** Goes back to the table, where another change can be added. */
  onClose: () => void;
  onDone: () => void;
  onDiscard: () => void;
};

/** The counts of each question before and after, and then the change itself: one revision, which can be undone. */
export function ChangesPreview({ project, questions, changes, undo, onClose, onDone, onDiscard }: Props) {
  const seen = questions.map(({ id, version }) => ({ id, version }));
  const body = { project_id: project, changes, seen };
  const preview = useQuery({
    // Without the project: what refreshes all that is about it would count a change again that was just made.
    queryKey: ["preview of changes", changes, seen],
    queryFn: ({ signal }) => changeQuestions({ ...body, dry_run: true }, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const { revision } = await changeQuestions({ ...body, dry_run: false });
      onDone();
      await undo.done({ says: `Changed: ${changesInWords(changes)}.`, back: () => undoImport(project, revision ?? 0) });
    },
    onError: () => undo.refresh(),
  });
  const { data } = preview;
  const number = data?.questions.length ?? 0;
  return (
    <Dialog onClose={onClose} title="Preview of the changes" size="xl">
      <Stack gap="sm">
        <Text size="sm">{changesInWords(changes)}. Nothing is changed yet.</Text>
        {preview.error && <LoadError what="The preview" error={preview.error} onRetry={() => void preview.refetch()} />}
        {preview.isPending && (
          <Skeleton height={200} role="status" aria-label="Counting the answers before and after" />
        )}
        {data && <Preview data={data} />}
        {error && (
          <Alert color="red" variant="light" role="alert" title="Nothing was changed">
            {error.message}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="subtle" onClick={onDiscard} disabled={isPending}>
            Discard changes
          </Button>
          <Button variant="default" onClick={onClose} disabled={isPending} data-autofocus>
            Add another change
          </Button>
          <Button
            loading={isPending}
            disabled={!data || data.problems.length > 0 || number === 0}
            onClick={() => mutate()}
          >
            {changeInWords(number)}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function changeInWords(number: number): string {
  if (number === 0) return "Change questions";
  return number === 1 ? "Change 1 question" : `Change ${number.toLocaleString("en")} questions`;
}

const SHOWN_PROBLEMS = 8;
const SHOWN_QUESTIONS = 200;

function Preview({ data: { problems, notices, questions } }: { data: ChangedQuestions }) {
  const format = useFormat();
  if (problems.length > 0) {
    const more = problems.length - SHOWN_PROBLEMS;
    return (
      <Alert color="red" variant="light" title="This cannot be done" role="alert">
        {problems.slice(0, SHOWN_PROBLEMS).map((problem) => (
          <Text key={problem} size="sm" style={{ overflowWrap: "anywhere" }}>
            {problem}
          </Text>
        ))}
        {more > 0 && <Text size="sm">And {format.count(more)} more.</Text>}
      </Alert>
    );
  }
  if (questions.length === 0) return <Text size="sm">These changes leave every question as it is.</Text>;
  return (
    <>
      {notices.map((notice) => (
        <Alert key={notice} color="yellow" variant="light" py="xs">
          {notice}
        </Alert>
      ))}
      <div style={{ maxHeight: "50vh", overflow: "auto" }}>
        <FigureTable
          caption="Counts before and after"
          hidesCaption
          isWide
          heads={["Question", "Changes", "Answered", "No answer", "Not asked", "Mean"]}
          rows={questions.slice(0, SHOWN_QUESTIONS).map((each) => rowOf(each, format))}
        />
      </div>
      {questions.length > SHOWN_QUESTIONS && (
        <Text size="sm">The first {SHOWN_QUESTIONS} are shown; the others change as well.</Text>
      )}
    </>
  );
}

type Format = ReturnType<typeof useFormat>;
type Counted = NonNullable<ChangedQuestion["after"]>["counted"];

function rowOf({ before, after }: ChangedQuestion, format: Format) {
  const id = after?.question.id ?? before?.question.id ?? "";
  const figure = (read: (counted: NonNullable<Counted>) => number | undefined, show: (value: number) => string) => {
    const [one, other] = [before, after].map((side) => {
      const value = side?.counted ? read(side.counted) : undefined;
      return value === undefined ? "–" : show(value);
    });
    return one === other ? one : <strong key="changed">{`${one} → ${other}`}</strong>;
  };
  return {
    key: id,
    name: id,
    cells: [
      whatChanges(before?.question ?? null, after?.question ?? null),
      figure(({ answered }) => answered, format.count),
      figure(({ no_answer }) => no_answer, format.count),
      figure(({ not_asked }) => not_asked, format.count),
      figure(({ numbers }) => numbers?.mean, format.hundredths),
    ],
  };
}

/** Which parts of a question change, in a few words. */
function whatChanges(before: Question | null, after: Question | null): string {
  if (!before) return "New";
  if (!after) return "Becomes part of another question";
  const labels = ({ options }: Question) => options.map(({ code, label }) => [code, label]);
  const of = <T,>(read: (question: Question) => T) => JSON.stringify(read(before)) !== JSON.stringify(read(after));
  const parts = [
    ...(before.kind !== after.kind ? [`${kindNames[before.kind]} → ${kindNames[after.kind]}`] : []),
    ...(of(({ text }) => text) ? ["text"] : []),
    ...(before.options.length !== after.options.length
      ? [`${before.options.length} → ${after.options.length} options`]
      : of((each) => labels(each).toSorted())
        ? ["labels"]
        : of((each) => labels(each).map(([code]) => code))
          ? ["order"]
          : []),
    ...(of(({ options }) => options.map(({ code, value }) => [code, value]).toSorted()) ? ["values"] : []),
    ...(of(({ missing }) => missing) ? ["missing codes"] : []),
    ...(of(({ grid }) => grid) ? ["grid"] : []),
  ];
  return parts.join(", ");
}
