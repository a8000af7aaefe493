"use client";

import { Stack, Text } from "@mantine/core";
import { useMemo, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import type { Job } from "@/lib/contracts/ours/jobs";
import type { ReconciliationInput, ReconciliationStatus } from "@/lib/contracts/ours/responses";
import { ListForm } from "./list-form";
import { ReasonField } from "./reason-field";
import { ReconciliationPreview } from "./reconciliation-preview";

/** Chosen responses with what to do with them; null: a list that is still to be given. */
export type Chosen = { status: ReconciliationStatus; rduds: string[] } | null;

type Props = { surveyId: string; chosen: Chosen; onClose: () => void; onStarted: (job: Job) => void };

/** Says what judging responses would change, and only then starts. */
export function ReconcileDialog({ surveyId, chosen, onClose, onStarted }: Props) {
  return (
    <Dialog onClose={onClose} title={titleOf(chosen)} size="xl">
      {chosen ? (
        <ChosenForm surveyId={surveyId} chosen={chosen} onClose={onClose} onStarted={onStarted} />
      ) : (
        <ListSteps surveyId={surveyId} onStarted={onStarted} />
      )}
    </Dialog>
  );
}

function titleOf(chosen: Chosen): string {
  if (!chosen) return "Reconcile a list";
  const verb = chosen.status === "Accepted" ? "Accept" : "Reject";
  return chosen.rduds.length === 1 ? `${verb} this response` : `${verb} the chosen responses`;
}

type ChosenProps = Omit<Props, "chosen"> & { chosen: NonNullable<Chosen> };

function ChosenForm({ surveyId, chosen, onClose, onStarted }: ChosenProps) {
  const [reason, setReason] = useState("");
  const body = useMemo(
    (): ReconciliationInput => ({ survey_id: surveyId, decisions: [{ ...chosen, reason: "" }] }),
    [surveyId, chosen],
  );
  return (
    <Stack gap="md">
      {chosen.rduds.length === 1 && (
        <Text size="sm" ff="monospace" style={{ overflowWrap: "anywhere" }}>
          {chosen.rduds[0]}
        </Text>
      )}
      <ReasonField
        value={reason}
        onChange={setReason}
        isFirst
        description="Optional. Your team sees it here; the service does not get it."
      />
      <ReconciliationPreview
        body={body}
        send={{ survey_id: surveyId, decisions: [{ ...chosen, reason: reason.trim() }] }}
        back={{ label: "Cancel", go: onClose }}
        onStarted={onStarted}
      />
    </Stack>
  );
}

function ListSteps({ surveyId, onStarted }: Pick<Props, "surveyId" | "onStarted">) {
  const [body, setBody] = useState<ReconciliationInput | null>(null);
  return (
    <>
      {/* Kept while the preview shows, so that going back finds everything as it was. */}
      <div hidden={body !== null}>
        <ListForm onRead={(decisions) => setBody({ survey_id: surveyId, decisions })} />
      </div>
      {body && (
        <ReconciliationPreview body={body} back={{ label: "Back", go: () => setBody(null) }} onStarted={onStarted} />
      )}
    </>
  );
}
