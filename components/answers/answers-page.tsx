"use client";

import { Anchor, Stack, Text } from "@mantine/core";
import Link from "next/link";
import { useQueryStates } from "nuqs";
import { useCallback } from "react";
import { ProjectSelect } from "@/components/pickers/project-select";
import { onDemand } from "@/components/ui/on-demand";
import { PageHeader } from "@/components/ui/page-header";
import { importsParsers } from "@/lib/answers/address";
import { ImportSection } from "./import-section";
import { ImportsList } from "./imports-list";
import { SessionsSection } from "./sessions-section";

/** Loaded once an import is under way. */
const ImportWork = onDemand(async () => (await import("./import-work")).ImportWork);

/** The answers of a project: importing files of them, and what was imported. The address says where one is in it. */
export function AnswersPage({ mayWrite }: { mayWrite: boolean }) {
  const [state, setState] = useQueryStates(importsParsers, { history: "push" });
  const { project, file, mode, job } = state;
  /** What the card of an import says of the project held before one was undone. */
  const leaveWork = useCallback(() => void setState({ job: null }, { history: "replace" }), [setState]);
  return (
    <>
      <PageHeader title="Answers" aside="Files of answers, imported into a project">
        {project !== null && (
          <Anchor
            component={Link}
            href={`/questions?project=${encodeURIComponent(project)}`}
            prefetch={false}
            size="sm"
          >
            Questions
          </Anchor>
        )}
      </PageHeader>
      <Stack gap="lg" maw={1200}>
        <ProjectSelect
          value={project}
          onChange={(id) => void setState({ project: id, file: null, mode: null, job: null })}
        />
        {project === null && (
          <Text c="dimmed">Choose a project: its imports show here, and a file can be imported into it.</Text>
        )}
        {project !== null && job !== null && (
          <ImportWork
            id={job}
            project={project}
            mayWrite={mayWrite}
            onAnother={() => void setState({ job: null, file: null })}
          />
        )}
        {project !== null && job === null && (
          <ImportSection
            key={project}
            {...{ projectId: project, file, mode, mayWrite }}
            onFile={(id, chosen) => void setState({ file: id, ...(chosen && { mode: chosen }) })}
            onMode={(chosen) => void setState({ mode: chosen }, { history: "replace" })}
            onStarted={(id) => void setState({ job: id, file: null, mode: null })}
          />
        )}
        {project !== null && (
          <SessionsSection
            key={`sessions ${project}`}
            {...{ projectId: project, mayWrite }}
            onStarted={(id) => void setState({ job: id, file: null, mode: null })}
          />
        )}
        {project !== null && <ImportsList projectId={project} mayWrite={mayWrite} onUndone={leaveWork} />}
      </Stack>
    </>
  );
}
