"use client";

import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmBody } from "@/components/ui/confirm-body";
import { DialogOnDemand } from "@/components/ui/dialog-on-demand";
import { usePageActions } from "@/components/ui/page-actions";
import { refusedProps } from "@/components/ui/refusable";
import { useFormat } from "@/components/ui/use-format";
import { FORBIDDEN } from "@/lib/contracts/rules/permissions";
import { fieldSessionsKey, removeTestSessions } from "@/lib/field-sessions/queries";

type Props = { surveyId: string; tests: number; mayWrite: boolean };

const inWords = (tests: number, count: (value: number) => string) =>
  `${count(tests)} test ${tests === 1 ? "session" : "sessions"}`;

/** Removes the tests of a survey, after it has said how many there are. */
export function RemoveTestsButton({ surveyId, tests, mayWrite }: Props) {
  const { count } = useFormat();
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const removal = useMutation({
    mutationFn: () => removeTestSessions(surveyId),
    onSuccess: ({ removed }) => {
      setOpen(false);
      notifications.show({ message: `Removed ${inWords(removed, count)}` });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: fieldSessionsKey(surveyId) }),
  });
  const refused = mayWrite ? (tests === 0 ? "This survey has no test sessions." : null) : FORBIDDEN;
  usePageActions([
    { id: "remove-tests", label: "Remove test sessions", keywords: "delete tests", run: () => setOpen(true), refused },
  ]);
  return (
    <>
      <Button isSmall onClick={() => setOpen(true)} {...refusedProps(refused)}>
        Remove test sessions…
      </Button>
      {isOpen && (
        <DialogOnDemand onClose={() => setOpen(false)} title="Remove test sessions">
          <ConfirmBody
            says={`${inWords(tests, count)} of this survey will be removed with their history. No figure changes, because tests count in nothing. This cannot be undone.`}
            confirm={`Remove ${inWords(tests, count)}`}
            error={removal.error}
            isPending={removal.isPending}
            onConfirm={() => removal.mutate()}
            onCancel={() => setOpen(false)}
          />
        </DialogOnDemand>
      )}
    </>
  );
}
