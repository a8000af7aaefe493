"use client";

import { Button, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import { ConfirmBody } from "@/components/ui/confirm-body";
import { Refusable } from "@/components/ui/refusable";
import { addQuestion, moveQuestion, questionsQuery } from "@/lib/answers/queries";
import { madeOf } from "@/lib/answers/questions/derived-questions";
import { draftOf } from "@/lib/answers/questions/question-draft";
import { removalWords } from "@/lib/answers/questions/removal-words";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { QUESTIONS_REFUSED } from "@/lib/contracts/rules/permissions";
import type { Undo } from "./use-undo";

type Props = {
  project: string;
  question: Question;
  questions: Question[];
  mayWrite: boolean;
  undo: Undo;
  onRemoved: () => void;
};

/** Removes a derived question, unless another one is made of it. */
export function RemoveButton(props: Props) {
  const { question, questions, mayWrite } = props;
  const [asking, dialog] = useDisclosure(false);
  const users = madeOf(question.id, questions).map(({ id }) => `“${id}”`);
  const inUse =
    users.length > 0 ? `In use: ${users.join(", ")} ${users.length === 1 ? "is" : "are"} made of it.` : null;
  return (
    <>
      <Refusable reason={mayWrite ? inUse : QUESTIONS_REFUSED}>
        {(refused) => (
          <Button size="xs" variant="default" onClick={dialog.open} {...refused}>
            Remove
          </Button>
        )}
      </Refusable>
      <Modal opened={asking} onClose={dialog.close} title="Remove this question?" centered>
        <Confirm {...props} onClose={dialog.close} />
      </Modal>
    </>
  );
}

function Confirm({ project, question, questions, undo, onRemoved, onClose }: Props & { onClose: () => void }) {
  const { id, text, derivation } = question;
  const { data } = useQuery(questionsQuery(project));
  const next = questions[questions.findIndex((each) => each.id === id) + 1]?.id ?? null;
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      await undo.remove(id);
      const back = async () => {
        if (!derivation) return;
        await addQuestion({ project_id: project, id, text, derivation, options: draftOf(question).options });
        await moveQuestion({ project_id: project, id, before: next });
      };
      onRemoved();
      await undo.done({ says: `“${id}” was removed.`, back });
    },
  });
  return (
    <ConfirmBody
      says={removalWords(id, data?.weights ?? [])}
      confirm="Remove the question"
      {...{ error, isPending }}
      onConfirm={() => mutate()}
      onCancel={onClose}
    />
  );
}
