"use client";

import { ExportMenu } from "@/components/exports/export-menu";
import { RespondentList } from "@/components/respondents/respondent-list";
import { ViewBar } from "@/components/views/view-bar";
import { respondentListParsers } from "@/lib/respondents/list-state";

type Props = {
  surveyId: string;
  mayWrite: boolean;
  mayDelete: boolean;
  accounts: { id: string; name: string }[];
};

/** A survey's respondents with the bar of their saved views and their export. */
export const Respondents = ({ surveyId, mayWrite, mayDelete, accounts }: Props) => (
  <RespondentList
    surveyId={surveyId}
    mayWrite={mayWrite}
    mayDelete={mayDelete}
    views={<ViewBar list="respondents" parsers={respondentListParsers} accounts={accounts} />}
    exporter={<ExportMenu table="respondents" />}
  />
);
