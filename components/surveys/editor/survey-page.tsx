"use client";

import { Alert, Button, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { type ReactNode, useMemo } from "react";
import { DraftOfMissing } from "@/components/drafts/draft-of-missing";
import { useProjectName, useProjectNames } from "@/components/pickers/use-known-projects";
import { LoadError } from "@/components/ui/load-error";
import { PageHeader } from "@/components/ui/page-header";
import { Trail } from "@/components/ui/trail";
import { useFormat } from "@/components/ui/use-format";
import { useLoaded } from "@/components/ui/use-loaded";
import { ReadingFromService } from "@/components/ui/waiting";
import type { ConnectionView } from "@/lib/contracts/context";
import type { Definitions } from "@/lib/contracts/interfaces/demand-replies";
import type { KeptDraft } from "@/lib/contracts/ours/drafts";
import { projectHref } from "@/lib/projects/list-state";
import { asEdited, targetsNow } from "@/lib/soft-launches/in-editor";
import { softLaunchQuery } from "@/lib/soft-launches/queries";
import { draftOf } from "@/lib/surveys/draft";
import { keptSurveyText, loadDraftReader } from "@/lib/surveys/kept-draft";
import { newSurveyDraft } from "@/lib/surveys/new-survey";
import { copiedSurveyQuery, definitionsQuery, surveyQuery } from "@/lib/surveys/queries";
import { SurveyStatusBadge } from "../survey-status";
import { SurveyEditor } from "./survey-editor";
import classes from "./survey-editor.module.css";

const NO_TARGETS: ReadonlyMap<string, number> = new Map();

const READS_ONLY = "Your role reads surveys. Managers and admins change them.";

type Common = { connection: ConnectionView; readOnly: boolean };

/** A survey's page. Until its service has answered, it shows the copy read-only. */
export function SurveyPage({ id, connection, readOnly, actions }: Common & { id: string; actions?: ReactNode }) {
  const survey = useQuery(surveyQuery(id));
  const { data: copied = null } = useQuery(copiedSurveyQuery(id));
  const { data: launch = null } = useQuery(softLaunchQuery(id));
  const isCopy = survey.data === undefined && copied !== null;
  const source = survey.data ?? (isCopy ? copied : null);
  const latest = useMemo(() => (source ? asEdited(source, launch) : null), [source, launch]);
  const now = useMemo(() => targetsNow(launch), [launch]);
  const lookups = useLookups();
  const failed = survey.error ?? lookups.error;
  const refusal = failed && !(survey.data && lookups.definitions) && (
    <LoadError
      what="This survey"
      error={failed}
      onRetry={() => {
        void survey.refetch();
        lookups.retry();
      }}
    />
  );
  if (refusal && !isCopy) return refusal;
  if (survey.data === null) return <SurveyMissing id={id} mayHaveDraft={!readOnly} />;
  if (!latest || !lookups.definitions) return refusal || <EditorSkeleton what="the survey" />;
  const { survey: present } = latest;
  const awaits = isCopy ? `This survey can be edited once ${connection.title} has answered.` : null;
  return (
    <>
      <Trails project={present.project_id ?? null} />
      <PageHeader title={present.name || present.id} aside={<SurveyStatusBadge status={present.status} />}>
        {!isCopy && actions}
      </PageHeader>
      {refusal}
      {isCopy && <CopyNotice connection={connection} asOf={copied.as_of} isReading={!refusal} />}
      {readOnly && <ReadsOnly />}
      <SurveyEditor
        key={isCopy ? "copy" : "survey"}
        latest={latest}
        targetsNow={now}
        initial={draftOf(present)}
        connection={connection}
        definitions={lookups.definitions}
        refusal={readOnly ? READS_ONLY : awaits}
      />
    </>
  );
}

const ReadsOnly = () => (
  <Alert color="gray" mb="md">
    {READS_ONLY}
  </Alert>
);

type CopyNoticeProps = { connection: ConnectionView; asOf: string; isReading: boolean };

function CopyNotice({ connection, asOf, isReading }: CopyNoticeProps) {
  const format = useFormat();
  const reading = isReading ? `Reading this survey from ${connection.title}… ` : "";
  return (
    <Text size="sm" c="dimmed" mb="sm" role="status">
      {reading}It is shown as of {format.time(asOf)}, and can be edited once {connection.title} has answered.
    </Text>
  );
}

/** The page of a survey that does not exist yet. */
export function NewSurveyPage({ connection, readOnly, project }: Common & { project: string | null }) {
  const lookups = useLookups();
  const { definitions } = lookups;
  const initial = useMemo(
    () => (definitions ? newSurveyDraft(definitions, project, new Date()) : null),
    [definitions, project],
  );
  if (lookups.error && !definitions) return <LoadError what="The form" error={lookups.error} onRetry={lookups.retry} />;
  if (!definitions || !initial) return <EditorSkeleton what="what the form needs" />;
  return (
    <>
      <Trails project={project} />
      <PageHeader title="New survey" />
      {readOnly && <ReadsOnly />}
      <SurveyEditor
        latest={null}
        targetsNow={NO_TARGETS}
        initial={initial}
        connection={connection}
        definitions={definitions}
        refusal={readOnly ? READS_ONLY : null}
      />
    </>
  );
}

function useLookups(): {
  definitions: Definitions | undefined;
  error: Error | null;
  retry: () => void;
} {
  const definitions = useQuery(definitionsQuery());
  return {
    definitions: definitions.data,
    error: definitions.error,
    retry: () => void definitions.refetch(),
  };
}

/** Where the survey belongs: the list, and its project's page. */
function Trails({ project }: { project: string | null }) {
  const name = useProjectName(project);
  return (
    <div className={classes.trail}>
      <Trail href="/surveys">Surveys</Trail>
      {project && (
        <>
          <span aria-hidden>/</span>
          <Link className={classes.link} href={projectHref(project)} prefetch={false}>
            {name ?? "Project"}
          </Link>
        </>
      )}
    </div>
  );
}

function SurveyMissing({ id, mayHaveDraft }: { id: string; mayHaveDraft: boolean }) {
  const projects = useProjectNames([]);
  const reader = useLoaded(loadDraftReader, mayHaveDraft);
  const textOf = (kept: KeptDraft) => {
    const read = reader?.readKeptSurvey(kept);
    return read ? keptSurveyText(read, null, { projects, questions: new Map() }) : JSON.stringify(kept.draft, null, 2);
  };
  return (
    <Stack align="flex-start" gap="sm">
      <PageHeader title="Survey not found" />
      <Text>There is no survey of this id in your accounts. It may have been moved, or the link may be cut short.</Text>
      {reader !== null && <DraftOfMissing thing="surveys" thingId={id} noun="survey" textOf={textOf} />}
      <Button component={Link} href="/surveys" prefetch={false} variant="default">
        All surveys
      </Button>
    </Stack>
  );
}

function EditorSkeleton({ what }: { what: string }) {
  return (
    <Stack gap="md" aria-busy>
      <Skeleton height={30} width={320} />
      <ReadingFromService what={what} />
      <Skeleton height={110} />
      <Skeleton height={220} />
      <Skeleton height={320} />
    </Stack>
  );
}
