"use client";

import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconBrowser } from "@tabler/icons-react";
import { useState } from "react";
import { useFormat } from "@/components/ui/use-format";
import type { Format } from "@/lib/tables/format";
import { countFields, type DraftSummary } from "./draft-offer";
import { DraftText } from "./draft-text";
import { draftTime } from "./draft-time";
import type { KeptDraftControl } from "./use-kept-draft";

type Props = {
  control: KeptDraftControl;
  summary: DraftSummary | null;
  /** How many fields this page has changed. */
  fieldsHere: number;
  onTakeUpOther: () => void;
};

/** The draft is being edited in another window: the person says where it goes on, and sees what stands there first. */
export function DraftElsewhere({ control, summary, fieldsHere, onTakeUpOther }: Props) {
  const [shown, setShown] = useState(false);
  const format = useFormat();
  const { state, other } = control;
  const text = summary?.text ?? JSON.stringify(other?.draft ?? {}, null, 2);
  return (
    <Alert
      variant="light"
      color="yellow"
      mb="md"
      role="alert"
      icon={<IconBrowser aria-hidden />}
      title="This draft is being edited in another window"
    >
      <Stack gap="sm">
        <Text size="sm">
          What you type here is not kept as a draft until you decide where to go on.
          {other && ` ${compare(format, other.updated_at, state.unkeptSince, summary?.fields ?? null, fieldsHere)}`}
        </Text>
        <Group gap="sm">
          {other ? (
            <>
              <Button size="xs" onClick={() => control.continueHere(other)}>
                Continue here
              </Button>
              {summary && (
                <Button size="xs" variant="default" onClick={onTakeUpOther}>
                  Take over the other window’s changes
                </Button>
              )}
              <Button size="xs" variant="default" onClick={() => setShown(!shown)} aria-expanded={shown}>
                {shown ? "Hide those changes" : "Show those changes"}
              </Button>
            </>
          ) : (
            <Button size="xs" variant="default" onClick={control.lookAgain}>
              Look again
            </Button>
          )}
        </Group>
        {shown && <DraftText label="Changes in the other window" text={text} />}
      </Stack>
    </Alert>
  );
}

/** Which of the two is newer, and how much each holds. */
function compare(
  format: Format,
  theirs: string,
  mine: number | null,
  theirFields: number | null,
  myFields: number,
): string {
  const there = `The other window’s${theirFields === null ? "" : ` (${countFields(theirFields)})`}`;
  const here = `This page’s changes (${countFields(myFields)})`;
  const isTheirsNewer = mine !== null && Date.parse(theirs) > mine;
  const newer = isTheirsNewer ? `${there} are newer` : `${here} are newer`;
  return `${newer}: there ${draftTime(format, theirs)}${mine === null ? "" : `, here ${draftTime(format, new Date(mine).toISOString())}`}.`;
}
