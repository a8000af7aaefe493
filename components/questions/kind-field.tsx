"use client";

import { Modal, Select, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmBody } from "@/components/ui/confirm-body";
import { changeKind, undoImport } from "@/lib/answers/queries";
import { isRelabelling, kindsFor } from "@/lib/answers/questions/change-kind";
import { kindNames } from "@/lib/answers/words";
import type { Question } from "@/lib/contracts/interfaces/answers";
import type { QuestionKind } from "@/lib/contracts/terms/answers";
import type { Undo } from "./use-undo";

type Props = {
  project: string;
  question: Question;
  /** Why the kind cannot be changed now; null: it can. */
  refusal: string | null;
  undo: Undo;
};

/** What a question's answers are read as; another kind is tried on all answers and shown in one step. */
export function KindField({ project, question, refusal, undo }: Props) {
  const [asked, setAsked] = useState<QuestionKind | null>(null);
  const kinds = kindsFor(question);
  const why = refusal ?? (kinds.length === 0 ? noKinds(question) : null);
  return (
    <>
      <Select
        label="Kind"
        w={180}
        data={[question.kind, ...kinds].map((kind) => ({ value: kind, label: kindNames[kind] }))}
        value={question.kind}
        allowDeselect={false}
        disabled={why !== null}
        onChange={(kind) => setAsked(kinds.find((each) => each === kind) ?? null)}
      />
      {why !== null && (
        <Text size="xs" c="dimmed" mb={8} style={{ flex: "1 1 160px" }}>
          {why}
        </Text>
      )}
      <Modal opened={asked !== null} onClose={() => setAsked(null)} title="Change the kind?" centered>
        {asked && <Confirm {...{ project, question, undo }} kind={asked} onClose={() => setAsked(null)} />}
      </Modal>
    </>
  );
}

const noKinds = ({ derivation }: Question) =>
  derivation
    ? "Its kind follows from what it is made of."
    : "Answers of this kind cannot be read as another one: import the file again with another kind.";

type ConfirmProps = Pick<Props, "project" | "question" | "undo"> & { kind: QuestionKind; onClose: () => void };

function Confirm({ project, question, kind, undo, onClose }: ConfirmProps) {
  const { id, version } = question;
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const { questions, revision } = await changeKind({ project_id: project, id, version, kind });
      const after = questions.find((each) => each.id === id);
      const says = `“${id}” was changed from ${kindNames[question.kind]} to ${kindNames[kind]}.`;
      const back = isRelabelling(question.kind, kind)
        ? () => changeKind({ project_id: project, id, version: after?.version ?? version, kind: question.kind })
        : () => undoImport(project, revision ?? 0);
      await undo.done({ says, back });
    },
    onSuccess: onClose,
    onError: () => undo.refresh(),
  });
  return (
    <ConfirmBody
      says={meaning(question, kind)}
      confirm={`Change to ${kindNames[kind].toLowerCase()}`}
      {...{ error, isPending }}
      onConfirm={() => mutate()}
      onCancel={onClose}
    />
  );
}

const REWRITTEN =
  "All answers are tried first; it is shown in one step, and can be undone as long as nothing else is imported. Files imported later are read as this kind too.";

function meaning({ kind, id }: Question, to: QuestionKind): string {
  if (isRelabelling(kind, to)) {
    return to === "scale"
      ? `“${id}” becomes a scale: the values of its options are offered as means in trends. Answers stay as they are.`
      : `“${id}” becomes one choice: its options are no longer taken as steps of a scale. Answers stay as they are.`;
  }
  if (kind === "numeric")
    return `Every whole number of “${id}” becomes an option with the number as label and value. ${REWRITTEN}`;
  if (kind === "open") return `Every different text of “${id}” becomes an option. ${REWRITTEN}`;
  if (to === "numeric")
    return `Every answer of “${id}” becomes the value of its option; labels and order are given up. ${REWRITTEN}`;
  return `Every answer of “${id}” becomes the label of its option as a text; values and order are given up. ${REWRITTEN}`;
}
