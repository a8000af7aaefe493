"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { DiscardPrompt } from "@/components/ui/discard-prompt";
import { useLeaveGuard } from "@/components/ui/use-leave-guard";
import { questionsQuery } from "@/lib/answers/queries";
import type { Derivation } from "@/lib/contracts/interfaces/answers";
import { DerivedForm, newDerived } from "./add-derived";
import { useUndo } from "./use-undo";

type Props = {
  project: string;
  form: Derivation["form"];
  /** The id of what it is made of, until another question is chosen. */
  of: string;
  /** What shows questions knows the new one by then. */
  onAdded: (id: string) => void;
  onClose: () => void;
};

/** Makes a derived question over another page. */
export function DeriveDialog({ project, form, of, onAdded, onClose }: Props) {
  const { data } = useQuery(questionsQuery(project));
  const [isDirty, setDirty] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const undo = useUndo(project);
  useLeaveGuard(isDirty);
  const leave = () => (isDirty ? setAsked(true) : onClose());
  const questions = data?.questions;
  return (
    <>
      <Dialog onClose={leave} title={newDerived(form)} size="46rem">
        {questions && (
          <DerivedForm
            {...{ form, project, questions, undo, onAdded }}
            of={questions.find(({ id }) => id === of) ?? null}
            onTyped={(typed) => setDirty(typed !== null)}
            onCancel={leave}
          />
        )}
      </Dialog>
      <DiscardPrompt opened={isAsked} onDiscard={onClose} onKeep={() => setAsked(false)} />
    </>
  );
}
