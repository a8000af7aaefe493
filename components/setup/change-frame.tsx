"use client";

import { Button, Group, Stack, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import type { Question } from "@/lib/contracts/interfaces/answers";
import type { QuestionsChange } from "@/lib/contracts/ours/question-changes";

/** What the forms of changes need that are more than a choice. Each gives changes. */
export type ChangeFormProps = {
  project: string;
  /** The selected questions, in the order of the table. */
  chosen: Question[];
  questions: Question[];
  /** What its button is called: what becomes of the changes. */
  confirm: string;
  onChanges: (changes: QuestionsChange[]) => void;
  onClose: () => void;
};

type FrameProps = Pick<ChangeFormProps, "confirm" | "onChanges" | "onClose"> & {
  title: string;
  /** The changes, or a sentence why there are none. */
  read: () => QuestionsChange[] | string;
  isReady?: boolean;
  children: ReactNode;
};

export function ChangeFrame({ title, read, isReady = true, confirm, onChanges, onClose, children }: FrameProps) {
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const changes = read();
          if (typeof changes === "string") setProblem(changes);
          else onChanges(changes);
        }}
      >
        <Stack gap="sm">
          {children}
          {problem !== null && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert" style={{ overflowWrap: "anywhere" }}>
              {problem}
            </Text>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={!isReady}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
