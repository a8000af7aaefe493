"use client";

import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useState } from "react";
import { DraftText } from "./draft-text";

type Command = { label: string; run: () => void };

type Props = {
  title: string;
  /** A sentence each. */
  says: readonly string[];
  problem: string | null;
  /** Null: nothing can be gone on with. */
  goOn: Command | null;
  /** What was typed, to read and to copy: the button's words, and what stands over the text. */
  show?: { label: string; hide: string; over: string; text: string };
  discard: Command;
  /** Left out where what stands around it keeps the distance. */
  mb?: "md";
};

/** What was kept of an earlier visit, and what can be done with it. */
export function OfferCard({ title, says, problem, goOn, show, discard, mb }: Props) {
  const [isShown, setShown] = useState(false);
  return (
    <Alert
      variant="light"
      color="indigo"
      {...(mb && { mb })}
      role="status"
      icon={<IconHistory aria-hidden />}
      title={title}
    >
      <Stack gap="sm">
        {says.map((sentence) => (
          <Text key={sentence} size="sm">
            {sentence}
          </Text>
        ))}
        {problem && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        )}
        <Group gap="sm">
          {goOn && (
            <Button size="xs" onClick={goOn.run}>
              {goOn.label}
            </Button>
          )}
          {show && (
            <Button size="xs" variant="default" onClick={() => setShown(!isShown)} aria-expanded={isShown}>
              {isShown ? show.hide : show.label}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={discard.run}>
            {discard.label}
          </Button>
        </Group>
        {show && isShown && <DraftText label={show.over} text={show.text} />}
      </Stack>
    </Alert>
  );
}
