"use client";

import { Alert, Button, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useUndoOffer } from "@/components/jobs/use-undo-offer";
import { FigureTable } from "@/components/ui/figure-table";
import { LoadError } from "@/components/ui/load-error";
import { PageHeader } from "@/components/ui/page-header";
import { Refusable } from "@/components/ui/refusable";
import { Trail } from "@/components/ui/trail";
import { useFormat } from "@/components/ui/use-format";
import { Waiting } from "@/components/ui/waiting";
import type { QualityMigration } from "@/lib/contracts/ours/respondents";
import { FORBIDDEN } from "@/lib/contracts/rules/permissions";
import { migrationOptions, respondentsKey, startMigration } from "@/lib/respondents/queries";
import { respondentsText } from "@/lib/respondents/words";
import { respondentsHref } from "./hrefs";
import classes from "./migration.module.css";

type Props = { surveyId: string; mayWrite: boolean };

/** What copying a survey of an earlier version of the interface to v3 would change, and the copying. */
export function MigrationPage({ surveyId, mayWrite }: Props) {
  const { data, error, isPending, refetch } = useQuery(migrationOptions(surveyId));
  return (
    <>
      <Trail href={respondentsHref(surveyId)}>Respondents</Trail>
      <PageHeader title="Copy to version 3" />
      {isPending && <Waiting what="Working out what the copy would change…" />}
      {error && !data && <LoadError what="The preview" error={error} onRetry={() => void refetch()} />}
      {data && <Migration surveyId={surveyId} migration={data} mayWrite={mayWrite} />}
    </>
  );
}

function Migration({ surveyId, migration, mayWrite }: Props & { migration: QualityMigration }) {
  const { count } = useFormat();
  const { survey, respondents, categories, entries_without_question_id: entries, refused } = migration;
  return (
    <div className={classes.page}>
      <p>
        The quality service has {respondentsText(count, respondents)} of “{survey.survey_name}” in version{" "}
        {survey.version.slice(1)}. A copy in version 3 can be cleaned and deleted, and names categories as screens do.
        The survey that you have stays untouched.
      </p>
      {refused !== null && (
        <Alert color="yellow" variant="light" role="note" title="This survey cannot be copied">
          {refused}
        </Alert>
      )}
      <Renamed categories={categories} />
      {entries > 0 && (
        <p>
          {count(entries)} interview {entries === 1 ? "entry has" : "entries have"} no question id, which later versions
          need. In the copy {entries === 1 ? "it gets" : "each gets"} one.
        </p>
      )}
      {refused === null && (
        <p>
          {migration.credits === null
            ? "The copies are scored anew, for credits. The quality service does not say how many."
            : `The copies are scored anew, for ${count(migration.credits)} credits.`}
        </p>
      )}
      <CopyForm
        surveyId={surveyId}
        suggestion={migration.new_survey_name ?? ""}
        respondents={respondents}
        refused={mayWrite ? refused : FORBIDDEN}
      />
    </div>
  );
}

function Renamed({ categories }: Pick<QualityMigration, "categories">) {
  const { count } = useFormat();
  if (categories.length === 0) return <p>No category of an open answer is renamed.</p>;
  const rows = categories.map(({ from, to, answers }) => ({ key: from, name: from, cells: [to, count(answers)] }));
  return <FigureTable caption="Renamed categories" heads={["Now", "In version 3", "Answers"]} rows={rows} />;
}

type CopyProps = { surveyId: string; suggestion: string; respondents: number; refused: string | null };

function CopyForm({ surveyId, suggestion, respondents, refused }: CopyProps) {
  const { count } = useFormat();
  const [name, setName] = useState(suggestion);
  const changed = useMemo(() => [respondentsKey(surveyId)], [surveyId]);
  const onStarted = useUndoOffer(changed);
  const start = useMutation({
    mutationFn: () => startMigration({ survey_id: surveyId, new_survey_name: name.trim() }),
    onSuccess: onStarted,
  });
  const isNamed = name.trim() !== "";
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (refused === null && isNamed) start.mutate();
      }}
    >
      <TextInput
        label="Name of the new survey at the quality service"
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={start.error?.message}
      />
      <Refusable reason={refused ?? (isNamed ? null : "Name the new survey.")}>
        {(shown) => (
          <Button type="submit" loading={start.isPending} {...shown}>
            Copy {respondentsText(count, respondents)}
          </Button>
        )}
      </Refusable>
    </form>
  );
}
