"use client";

import { Button, Group, Stack, Textarea } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import type { OriginsOfAccount } from "@/lib/contracts/ours/page-origins";
import { AppError } from "@/lib/http/problem";
import { pageOriginsQuery, setPageOrigins } from "@/lib/settings/queries";

/** Lists the sites of an account, one per line. */
export function OriginsDialog({ before, onClose }: { before: OriginsOfAccount; onClose: () => void }) {
  const queries = useQueryClient();
  const [text, setText] = useState(before.origins.join("\n"));
  const save = useMutation({
    mutationFn: setPageOrigins,
    onSuccess: () => {
      notifications.show({ message: `Changed the web origins of ${before.account.name}` });
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: pageOriginsQuery().queryKey }),
  });
  const origins = [...new Set(text.split(/[\s,]+/).filter(Boolean))];
  const isSame = origins.join(" ") === before.origins.join(" ");
  return (
    <Dialog onClose={onClose} title={`Web origins of ${before.account.name}`} size="lg">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSame) save.mutate({ account_id: before.account.id, origins });
        }}
      >
        <Stack gap="md">
          <Textarea
            label="Origins"
            description="One per line, such as https://survey.example, without a path. Pages of an origin that you remove are refused at once."
            rows={6}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            error={save.error && (fieldProblem(save.error) ?? save.error.message)}
            data-autofocus
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} disabled={save.isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending} disabled={isSame}>
              Save origins
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** What is wrong with an origin, whichever of them it is. */
const fieldProblem = (error: Error): string | undefined =>
  error instanceof AppError ? Object.values(error.fields ?? {})[0] : undefined;
