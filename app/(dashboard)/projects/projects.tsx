"use client";

import { ExportMenu } from "@/components/exports/export-menu";
import { ProjectList } from "@/components/projects/project-list";
import { ViewBar } from "@/components/views/view-bar";
import { projectListParsers } from "@/lib/projects/list-state";

type Props = { mayWrite: boolean; email: string; accounts: { id: string; name: string }[] };

/** The projects with the bar of their saved views and their export. */
export const Projects = ({ mayWrite, email, accounts }: Props) => (
  <ProjectList
    mayWrite={mayWrite}
    email={email}
    accounts={accounts}
    views={<ViewBar list="projects" parsers={projectListParsers} accounts={accounts} />}
    exporter={<ExportMenu table="projects" />}
  />
);
