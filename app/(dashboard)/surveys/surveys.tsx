"use client";

import { ExportMenu } from "@/components/exports/export-menu";
import { WaitingNotice } from "@/components/soft-launches/waiting-notice";
import { SurveyList } from "@/components/surveys/survey-list";
import { ViewBar } from "@/components/views/view-bar";
import { surveyListParsers } from "@/lib/surveys/list-state";

type Props = { mayCreate: boolean; email: string; accounts: { id: string; name: string }[] };

/** The surveys with the bar of their saved views and their export, under the soft launches that wait. */
export const Surveys = ({ mayCreate, email, accounts }: Props) => (
  <>
    <WaitingNotice />
    <SurveyList
      mayCreate={mayCreate}
      email={email}
      views={<ViewBar list="surveys" parsers={surveyListParsers} accounts={accounts} />}
      exporter={<ExportMenu table="surveys" />}
    />
  </>
);
