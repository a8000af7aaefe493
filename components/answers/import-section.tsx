"use client";

import { Paper, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useMemo, useState } from "react";
import { DraftElsewhere } from "@/components/drafts/draft-elsewhere";
import { onDemand } from "@/components/ui/on-demand";
import type { ImportInWork } from "@/lib/answers/imports/kept-import";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import { IMPORTS_REFUSED } from "@/lib/contracts/rules/permissions";
import type { ImportMode } from "@/lib/contracts/terms/answers";
import { FileField } from "./file-field";
import { KeptImport } from "./kept-import";
import { useImportDraft } from "./use-import-draft";

const Waiting = () => <Skeleton height={280} />;

/** Loaded once there is a file. */
const FilePlan = onDemand(async () => (await import("./file-plan")).FilePlan, Waiting);

type Props = {
  projectId: string;
  file: string | null;
  mode: ImportMode;
  mayWrite: boolean;
  onFile: (id: string | null, mode?: ImportMode) => void;
  onMode: (mode: ImportMode) => void;
  onStarted: (job: string) => void;
};

/** From a file to its import: sent, looked at, corrected, tried, started. */
export function ImportSection({ projectId, file, mode, mayWrite, onFile, onMode, onStarted }: Props) {
  const refused = mayWrite ? null : IMPORTS_REFUSED;
  // With the file that it is of: going back in the browser shows another one.
  const [held, setHeld] = useState<{ file: string; plan: ImportPlan } | null>(null);
  const corrected = held?.file === file ? held.plan : null;
  const work = useMemo(() => (file === null ? null : { file, mode, plan: corrected }), [file, mode, corrected]);
  const draft = useImportDraft({
    ...{ projectId, enabled: mayWrite, work },
    onTakeUp: (kept: ImportInWork) => {
      setHeld(kept.plan && { file: kept.file, plan: kept.plan });
      if (kept.file !== file) onFile(kept.file, kept.mode);
    },
  });
  const { kept, read } = draft;
  return (
    <Paper withBorder p="md" component="section" aria-label="Import a file">
      <Stack gap="md">
        <Title order={2} fz={18}>
          Import a file
        </Title>
        {refused !== null && <Text size="sm">{refused}</Text>}
        {kept.offer && !draft.isReading && (
          <KeptImport
            {...{ kept: kept.offer, isReadable: read !== null, problem: kept.discardProblem }}
            onTakeUp={() => draft.takeUp(kept.offer)}
            onDiscard={() => kept.offer && kept.discard(kept.offer)}
          />
        )}
        {kept.state.elsewhere && (
          <DraftElsewhere
            control={kept}
            summary={null}
            fieldsHere={corrected ? 1 : 0}
            onTakeUpOther={() => draft.takeUp(kept.other)}
          />
        )}
        {(file === null || refused !== null) && (
          <FileField projectId={projectId} refused={refused} onSent={({ id }) => onFile(id)} />
        )}
        {file !== null && refused === null && draft.isReading && <Waiting />}
        {file !== null && refused === null && !draft.isReading && (
          <FilePlan
            key={file}
            {...{ projectId, file, mode, corrected, onMode, control: kept }}
            onCorrected={(plan) => setHeld({ file, plan })}
            onSentAgain={(id) => {
              setHeld(corrected && { file: id, plan: corrected });
              onFile(id);
            }}
            onAnother={() => onFile(null)}
            onStarted={(job) => {
              void kept.close();
              onStarted(job);
            }}
          />
        )}
      </Stack>
    </Paper>
  );
}
