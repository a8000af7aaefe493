"use client";

import { Paper, Stack, Text, Title } from "@mantine/core";
import type { ImportMode } from "@/lib/contracts/answers";
import { IMPORTS_REFUSED } from "@/lib/contracts/permissions";
import { FileField } from "./file-field";
import { FilePlan } from "./file-plan";

type Props = {
  projectId: string;
  file: string | null;
  mode: ImportMode;
  mayWrite: boolean;
  onFile: (id: string | null) => void;
  onMode: (mode: ImportMode) => void;
  onStarted: (job: string) => void;
};

/** From a file to its import: sent, looked at, corrected, tried, started. */
export function ImportSection({ projectId, file, mode, mayWrite, onFile, onMode, onStarted }: Props) {
  const refused = mayWrite ? null : IMPORTS_REFUSED;
  return (
    <Paper withBorder p="md" component="section" aria-label="Import a file">
      <Stack gap="md">
        <Title order={2} fz={18}>
          Import a file
        </Title>
        {refused !== null && <Text size="sm">{refused}</Text>}
        {(file === null || refused !== null) && (
          <FileField projectId={projectId} refused={refused} onSent={({ id }) => onFile(id)} />
        )}
        {file !== null && refused === null && (
          <FilePlan key={file} {...{ file, mode, onMode, onStarted }} onAnother={() => onFile(null)} />
        )}
      </Stack>
    </Paper>
  );
}
