"use client";

import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useState } from "react";
import { useFormat } from "@/components/ui/use-format";
import type { KeptDraft } from "@/lib/contracts/drafts";
import { DraftText } from "./draft-text";
import { draftTime } from "./draft-time";

/** What can be said of a kept draft; null where a later version of the product cannot read it any more. */
export type DraftSummary = { fields: number; text: string; changedSince: boolean };

type Props = {
  kept: KeptDraft;
  /** null: it cannot be put into the form any more, only read. */
  summary: DraftSummary | null;
  /** "survey", "project". */
  noun: string;
  /** Something was typed already: taking the draft up replaces it. */
  typed: boolean;
  problem: string | null;
  onTakeUp: () => void;
  onDiscard: () => void;
};

export const countFields = (count: number) => `${count} ${count === 1 ? "field" : "fields"}`;

/** Offers what was typed earlier and not saved. */
export function DraftOffer({ kept, summary, noun, typed, problem, onTakeUp, onDiscard }: Props) {
  const [shown, setShown] = useState(false);
  const format = useFormat();
  const when = draftTime(format, kept.updated_at);
  const text = summary?.text ?? JSON.stringify(kept.draft, null, 2);
  return (
    <Alert
      variant="light"
      color="indigo"
      mb="md"
      role="status"
      icon={<IconHistory aria-hidden />}
      title={`You have unsaved changes from ${when}${summary ? `, ${countFields(summary.fields)}` : ""}`}
    >
      <Stack gap="sm">
        {!summary && (
          <Text size="sm">They are of an earlier kind and do not fit this form. Copy what you need from them.</Text>
        )}
        {summary?.changedSince && (
          <Text size="sm">The {noun} was changed since then: the save will show both, to choose from.</Text>
        )}
        {typed && summary && (
          <Text size="sm">What you type now is not kept as a draft until you decide; taking these up replaces it.</Text>
        )}
        {problem && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        )}
        <Group gap="sm">
          {summary && (
            <Button size="xs" onClick={onTakeUp}>
              Take them up
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => setShown(!shown)} aria-expanded={shown}>
            {shown ? "Hide them" : "Show them"}
          </Button>
          <Button size="xs" variant="default" onClick={onDiscard}>
            Discard them
          </Button>
        </Group>
        {shown && <DraftText label={`Unsaved changes from ${when}`} text={text} />}
      </Stack>
    </Alert>
  );
}
