"use client";

import { Alert } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { NumberInput } from "@/components/ui/number-input";
import { SelectInput } from "@/components/ui/select-input";
import { useFormat } from "@/components/ui/use-format";
import { dryRunQuery } from "@/lib/checks/queries";
import { dryRunText } from "@/lib/checks/words";
import { type FraudCheckMode, fraudCheckModes } from "@/lib/contracts/terms/fielding";
import { surveyChecksQuery, updateSurveyChecks } from "@/lib/field-sessions/queries";

const modeNames: Record<FraudCheckMode, string> = {
  off: "Off",
  record: "Check, and keep the verdict",
  require: "Check, and turn away who fails",
};

type Props = {
  surveyId: string;
  mode: FraudCheckMode;
  threshold: number | null;
  readOnly: boolean;
  /** How another service checks respondents, a sentence; null: our own does. */
  checkedElsewhere: string | null;
};

/** Whether respondents are checked for fraud at entry, and from which score of this survey they fail. */
export function FraudAtEntry({ surveyId, mode, threshold, readOnly, checkedElsewhere }: Props) {
  const queries = useQueryClient();
  const [wanted, setWanted] = useState(threshold);
  const saving = useMutation({
    mutationFn: (change: { fraud_check: FraudCheckMode } | { fraud_threshold: number | null }) =>
      updateSurveyChecks({ survey_id: surveyId, ...change }),
    onSuccess: (checks) => queries.setQueryData(surveyChecksQuery(surveyId).queryKey, checks),
  });
  // The field says itself why its text is none.
  const isNumber = !Number.isNaN(wanted);
  const isFrozen = readOnly || saving.isPending;
  return (
    <>
      <SelectInput
        label="Fraud check at entry"
        description="Saved at once, apart from the other fields."
        data={fraudCheckModes.map((value) => ({ value, label: modeNames[value] }))}
        value={mode}
        disabled={isFrozen}
        onChange={(next) => {
          const fraud_check = fraudCheckModes.find((each) => each === next);
          if (fraud_check && fraud_check !== mode) saving.mutate({ fraud_check });
        }}
      />
      {mode !== "off" && (
        <>
          <NumberInput
            label="Respondents of this survey fail from a score of"
            description={checkedElsewhere ?? "1 to 100. Empty: the account's threshold."}
            value={checkedElsewhere === null ? wanted : null}
            min={1}
            max={100}
            decimals={0}
            disabled={isFrozen || checkedElsewhere !== null}
            onChange={setWanted}
          />
          {wanted !== null && isNumber && !readOnly && checkedElsewhere === null && (
            <DryRun surveyId={surveyId} threshold={wanted} />
          )}
          {wanted !== threshold && isNumber && (
            <div>
              <Button isBusy={saving.isPending} onClick={() => saving.mutate({ fraud_threshold: wanted })}>
                Save threshold
              </Button>
            </div>
          )}
        </>
      )}
      {saving.error && (
        <Alert color="red" variant="light" role="alert" title="The fraud check was not changed">
          {saving.error.message}
        </Alert>
      )}
    </>
  );
}

function DryRun({ surveyId, threshold }: { surveyId: string; threshold: number }) {
  const { count } = useFormat();
  const { data, error } = useQuery({ ...dryRunQuery(undefined, threshold, surveyId), retry: false });
  return (
    <p role="status">{error ? error.message : data ? dryRunText(data, count) : "Trying it on the last 30 days…"}</p>
  );
}
