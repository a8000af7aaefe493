"use client";

import { Alert, Skeleton } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { SwitchInput } from "@/components/ui/switch-input";
import { surveyChecksQuery, updateSurveyChecks } from "@/lib/field-sessions/queries";
import { useEditor } from "./editor-context";
import { FraudAtEntry } from "./fraud-at-entry";

const WHAT_IT_DOES =
  "Turns away whoever shares a respondent id, or an address and browser, with an active session of the duplicate check.";

/** Whether respondents are checked for duplicates and for fraud at entry. It is no field of the survey's interface. */
export function EntryChecks() {
  const { present, connection, readOnly } = useEditor();
  if (!present) return <DisabledSwitch isOn refusal="It can be switched once the survey is created." />;
  if (connection.fieldedElsewhere) return <DisabledSwitch isOn={false} refusal={connection.fieldedElsewhere} />;
  return <Loaded surveyId={present.id} readOnly={readOnly} checkedElsewhere={connection.checkedElsewhere} />;
}

/** A switch that cannot be used, and why. */
const DisabledSwitch = ({ isOn, refusal }: { isOn: boolean; refusal: string }) => (
  <SwitchInput label="Duplicate check at entry" checked={isOn} disabled readOnly description={refusal} />
);

type LoadedProps = { surveyId: string; readOnly: boolean; checkedElsewhere: string | null };

function Loaded({ surveyId, readOnly, checkedElsewhere }: LoadedProps) {
  const queries = useQueryClient();
  const { queryKey } = surveyChecksQuery(surveyId);
  const { data, error } = useQuery(surveyChecksQuery(surveyId));
  const saving = useMutation({
    mutationFn: updateSurveyChecks,
    onSuccess: (checks) => queries.setQueryData(queryKey, checks),
  });
  if (error && !data) return <DisabledSwitch isOn={false} refusal={error.message} />;
  if (!data) return <Skeleton height={42} />;
  const checked = saving.isPending ? saving.variables.checks_duplicates === true : data.checks_duplicates;
  return (
    <>
      <SwitchInput
        label="Duplicate check at entry"
        description={`${WHAT_IT_DOES} ${saving.isSuccess ? "Saved." : "Saved at once, apart from the other fields."}`}
        checked={checked}
        disabled={readOnly || saving.isPending}
        onChange={({ currentTarget }) =>
          saving.mutate({ survey_id: surveyId, checks_duplicates: currentTarget.checked })
        }
      />
      {saving.error && (
        <Alert color="red" variant="light" role="alert" title="The duplicate check was not switched">
          {saving.error.message}
        </Alert>
      )}
      <FraudAtEntry
        key={String(data.fraud_threshold)}
        {...{ surveyId, readOnly, checkedElsewhere, mode: data.fraud_check, threshold: data.fraud_threshold }}
      />
    </>
  );
}
