"use client";

import { Alert } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { LoadError } from "@/components/ui/load-error";
import { Nothing } from "@/components/ui/nothing";
import { useServiceName } from "@/components/ui/service-name";
import { useFormat } from "@/components/ui/use-format";
import { Waiting } from "@/components/ui/waiting";
import { checksParsers } from "@/lib/checks/address";
import { type CheckInput, checkKey, checkQuery, createCheck, type Session } from "@/lib/checks/queries";
import { enteredText, unansweredText } from "@/lib/checks/words";
import type { CheckedRespondent } from "@/lib/contracts/ours/checks";
import { CheckForm } from "./check-form";
import { CheckResult } from "./check-result";
import classes from "./checks.module.css";

type Props = { account: string | undefined; mayCheck: boolean };

/** One respondent: looked up by whom the address names, or checked now. */
export function RespondentView({ account, mayCheck }: Props) {
  const [{ survey, session }, setState] = useQueryStates(checksParsers, { history: "push" });
  const queries = useQueryClient();
  const asked: Session | null = survey && session ? { survey, session } : null;
  const check = useMutation({
    mutationFn: (input: CheckInput) => createCheck(account, input),
    onSuccess: (checked) => {
      const of = { survey: checked.survey_number, session: checked.session_id };
      queries.setQueryData(checkKey(account, of), checked);
      return setState(of);
    },
    gcTime: 0,
  });
  return (
    <div className={classes.columns}>
      <CheckForm
        asked={asked}
        mayCheck={mayCheck}
        isBusy={check.isPending}
        error={check.error}
        onLookUp={(of) => {
          check.reset();
          void setState(of);
        }}
        onCheck={check.mutate}
      />
      <div>
        {check.isPending && <Checking />}
        {asked === null && !check.isPending && (
          <Nothing says="Name a survey and a session. What speaks against the respondent is shown, with a text that explains a rejection to the supplier." />
        )}
        {asked && !check.isPending && <Known account={account} asked={asked} />}
      </div>
    </div>
  );
}

function Checking() {
  const service = useServiceName();
  return (
    <Waiting
      what="Checking the respondent…"
      explanation={`Fraud checks of ${service} are slow to answer. Going away from here does not undo the check.`}
    />
  );
}

function Known({ account, asked }: { account: string | undefined; asked: Session }) {
  const { data, error, refetch } = useQuery(checkQuery(account, asked));
  if (error && !data)
    return <LoadError what="What earlier checks found" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting what="Looking up earlier checks…" />;
  return (
    <>
      <Unanswered checked={data} />
      <UnansweredAtEntry checked={data} />
      <CheckResult checked={data} />
    </>
  );
}

function UnansweredAtEntry({ checked: { unanswered_at_entry: unanswered } }: { checked: CheckedRespondent }) {
  const format = useFormat();
  if (unanswered === null) return null;
  return (
    <Alert color="yellow" variant="light" role="note" title="The check at entry was not answered" mb="md">
      {format.instant(unanswered.at)}: {unanswered.problem} {enteredText[unanswered.respondent]}
    </Alert>
  );
}

function Unanswered({ checked: { unanswered, verdict } }: { checked: CheckedRespondent }) {
  if (unanswered === null) return null;
  return (
    <Alert color="yellow" variant="light" role="alert" title="The check was not answered" mb="md">
      {unanswered.problem} {unansweredText[unanswered.respondent]}
      {verdict && " What stands below is of an earlier check."}
    </Alert>
  );
}
