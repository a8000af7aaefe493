"use client";

import { Button, Group, List, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { useFormat } from "@/components/ui/use-format";
import type { ScoredSurvey } from "@/lib/contracts/ours/respondents";
import { deleteRespondents, deleteSurvey, respondentsKey } from "@/lib/respondents/queries";
import { respondentsText } from "@/lib/respondents/words";

type Props = {
  surveyId: string;
  survey: ScoredSurvey;
  /** Null: all of the survey. */
  ids: readonly string[] | null;
  respondents: number;
  onClose: () => void;
  onDeleted?: () => void;
};

const SHOWN = 8;

/** Says what a deletion takes away. That of a whole survey asks for its name. */
export function DeletionDialog({ surveyId, survey, ids, respondents, onClose, onDeleted }: Props) {
  const { count } = useFormat();
  const queries = useQueryClient();
  const [typed, setTyped] = useState("");
  const deletion = useMutation({
    mutationFn: () => (ids === null ? deleteSurvey(survey) : deleteRespondents(survey, ids)),
    onSuccess: () => {
      notifications.show({ message: `Deleted ${respondentsText(count, respondents)}` });
      onDeleted?.();
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: respondentsKey(surveyId) }),
  });
  const action = `Delete ${ids === null ? "all " : ""}${respondentsText(count, respondents)}`;
  const isConfirmed = ids !== null || typed.trim() === survey.survey_name;
  return (
    <Dialog onClose={onClose} title={action}>
      <Stack gap="md">
        <Text size="sm">
          Their scores and everything that was sent of them go from the quality service, and reviewers’ decisions, notes
          and exclusions go with them. Their answers stay and count in figures again. This cannot be undone: exclude
          respondents instead if they may be needed.
        </Text>
        {ids !== null && <Names ids={ids} />}
        {ids === null && (
          <TextInput
            label={`Type ${survey.survey_name} to confirm`}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            data-autofocus
          />
        )}
        {deletion.error && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {deletion.error.message}
          </Text>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} {...(ids !== null && { "data-autofocus": true })}>
            Cancel
          </Button>
          <Button
            color="red"
            variant="light"
            disabled={!isConfirmed}
            loading={deletion.isPending}
            onClick={() => deletion.mutate()}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Names({ ids }: { ids: readonly string[] }) {
  const { count } = useFormat();
  const others = ids.length - SHOWN;
  return (
    <List size="sm" style={{ overflowWrap: "anywhere" }}>
      {ids.slice(0, SHOWN).map((id) => (
        <List.Item key={id}>{id}</List.Item>
      ))}
      {others > 0 && <List.Item>and {count(others)} more</List.Item>}
    </List>
  );
}
