"use client";

import { ExportMenu } from "@/components/exports/export-menu";
import { ResponseList } from "@/components/responses/response-list";
import { ViewBar } from "@/components/views/view-bar";
import { responseListParsers } from "@/lib/responses/list-state";

type Props = {
  surveyId: string;
  mayWrite: boolean;
  fieldedElsewhere: string | null;
  accounts: { id: string; name: string }[];
};

/** A survey's responses with the bar of their saved views and their export. */
export const Responses = ({ surveyId, mayWrite, fieldedElsewhere, accounts }: Props) => (
  <ResponseList
    surveyId={surveyId}
    mayWrite={mayWrite}
    fieldedElsewhere={fieldedElsewhere}
    views={<ViewBar list="responses" parsers={responseListParsers} accounts={accounts} />}
    exporter={<ExportMenu table="responses" />}
  />
);
