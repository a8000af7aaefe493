"use client";

import { ExportMenu } from "@/components/exports/export-menu";
import { SessionList } from "@/components/field-sessions/session-list";
import { ViewBar } from "@/components/views/view-bar";
import { fieldSessionParsers } from "@/lib/field-sessions/list-state";

type Props = { surveyId: string; mayWrite: boolean; accounts: { id: string; name: string }[] };

/** A survey's sessions with the bar of their saved views and their export. */
export const Sessions = ({ surveyId, mayWrite, accounts }: Props) => (
  <SessionList
    surveyId={surveyId}
    mayWrite={mayWrite}
    views={<ViewBar list="field-sessions" parsers={fieldSessionParsers} accounts={accounts} />}
    exporter={<ExportMenu table="field-sessions" />}
  />
);
