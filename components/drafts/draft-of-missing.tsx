"use client";

import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { LoadError } from "@/components/ui/load-error";
import { useFormat } from "@/components/ui/use-format";
import type { DraftThing, KeptDraft } from "@/lib/contracts/ours/drafts";
import { discardDraft, draftQuery } from "@/lib/drafts/queries";
import { DraftText } from "./draft-text";
import { draftTime } from "./draft-time";

type Props = { thing: DraftThing; thingId: string; noun: string; textOf: (kept: KeptDraft) => string };

/** What was typed about a thing that is gone: to copy, or to discard. */
export function DraftOfMissing({ thing, thingId, noun, textOf }: Props) {
  const format = useFormat();
  const queries = useQueryClient();
  const query = draftQuery(thing, thingId);
  const { data: kept, error, refetch } = useQuery({ ...query, refetchOnMount: "always" });
  const discard = useMutation({
    mutationFn: ({ writer, version }: KeptDraft) =>
      discardDraft({ thing, thing_id: thingId, writer, follows: { writer, version } }),
    onSuccess: () => queries.setQueryData(query.queryKey, null),
  });
  if (error && !kept) return <LoadError what="Your unsaved changes" error={error} onRetry={() => void refetch()} />;
  if (!kept) return null;
  const title = `You have unsaved changes to this ${noun} from ${draftTime(format, kept.updated_at)}`;
  return (
    <Alert variant="light" color="indigo" title={title} w="100%" maw={720}>
      <Stack gap="sm">
        <Text size="sm">They have nowhere to go any more. Copy what you still need.</Text>
        <DraftText label="Your unsaved changes" text={textOf(kept)} />
        {discard.error && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {discard.error.message}
          </Text>
        )}
        <Group>
          <Button size="xs" variant="default" loading={discard.isPending} onClick={() => discard.mutate(kept)}>
            Discard them
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
