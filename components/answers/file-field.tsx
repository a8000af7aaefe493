"use client";

import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { Refusable } from "@/components/ui/refusable";
import { useFormat } from "@/components/ui/use-format";
import { sendFile } from "@/lib/answers/queries";
import type { SentFile } from "@/lib/contracts/ours/imports";
import { MOST_FILE_BYTES } from "@/lib/contracts/terms/imports";
import classes from "./file-field.module.css";

const ENDINGS = ".csv,.tsv,.txt,.xlsx,.parquet,.sav,.zsav,.json,.jsonl,.ndjson";

type Sending = { name: string; share: number };
type Props = { projectId: string; refused: string | null; onSent: (file: SentFile) => void };

/** Takes a file that is dropped or chosen, and sends it. */
export function FileField({ projectId, refused, onSent }: Props) {
  const { sending, problem, send, cancel } = useSending(projectId, onSent);
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [first] = event.dataTransfer.files;
    if (first && refused === null) void send(first);
  };
  if (sending) return <SendingFile {...sending} onCancel={cancel} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is beside the button, which does the same by keyboard.
    <div
      className={classes.zone}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(refused === null);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Stack gap="xs" align="center">
        <Refusable reason={refused}>
          {(disabled) => (
            <Button
              leftSection={<IconUpload size={16} aria-hidden />}
              onClick={() => input.current?.click()}
              {...disabled}
            >
              Choose a file
            </Button>
          )}
        </Refusable>
        <Text size="sm" c="dimmed" ta="center">
          or drop it here: CSV, TSV, XLSX, Parquet, SPSS (.sav), JSON, up to 4 GB. Nothing is imported before you have
          seen how it is read.
        </Text>
        {problem && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        )}
      </Stack>
      <input
        ref={input}
        type="file"
        hidden
        accept={ENDINGS}
        aria-label="File of answers"
        onChange={({ currentTarget }) => {
          const [first] = currentTarget.files ?? [];
          if (first) void send(first);
          currentTarget.value = "";
        }}
      />
    </div>
  );
}

function useSending(projectId: string, onSent: (file: SentFile) => void) {
  const [sending, setSending] = useState<Sending | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const send = async (file: File) => {
    setProblem(file.size > MOST_FILE_BYTES ? "The file has more than 4 GB: split it, and append the parts." : null);
    if (file.size > MOST_FILE_BYTES) return;
    const controller = new AbortController();
    stop.current = controller;
    const { signal } = controller;
    setSending({ name: file.name, share: 0 });
    try {
      const onProgress = (share: number) => setSending({ name: file.name, share });
      onSent(await sendFile({ projectId, file, onProgress, signal }));
    } catch (error) {
      if (!signal.aborted) setProblem(error instanceof Error ? error.message : String(error));
    }
    setSending(null);
  };
  return { sending, problem, send, cancel: () => stop.current?.abort() };
}

function SendingFile({ name, share, onCancel }: Sending & { onCancel: () => void }) {
  const format = useFormat();
  const percent = Math.floor(share * 100);
  return (
    <Stack gap="xs">
      <Text size="sm" role="status" style={{ overflowWrap: "anywhere" }}>
        {share < 1 ? `Sending ${name}: ${format.percent(percent)}` : `${name} is being kept`}
      </Text>
      <Progress value={percent} aria-label={`${percent}% sent`} />
      <Group>
        <Button size="xs" variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}
