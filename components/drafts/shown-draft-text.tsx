"use client";

import { Button, CopyButton, Group, Textarea } from "@mantine/core";

/** A draft in words, to read and to copy where it cannot go on as a draft. */
export function ShownDraftText({ label, text }: { label: string; text: string }) {
  return (
    <>
      <Textarea aria-label={label} value={text} readOnly autosize minRows={2} maxRows={14} />
      <Group>
        <CopyButton value={text} timeout={3000}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" onClick={copy}>
              {copied ? "Copied" : "Copy as text"}
            </Button>
          )}
        </CopyButton>
      </Group>
    </>
  );
}
