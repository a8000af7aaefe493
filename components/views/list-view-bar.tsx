"use client";

import { auditListParsers } from "@/lib/audit/list-state";
import { fieldSessionParsers } from "@/lib/field-sessions/list-state";
import { projectListParsers } from "@/lib/projects/list-state";
import { respondentListParsers } from "@/lib/respondents/list-state";
import { responseListParsers } from "@/lib/responses/list-state";
import { surveyListParsers } from "@/lib/surveys/list-state";
import { ViewBar } from "./view-bar";

/** What each list keeps in its address. Trends and pivots keep far more, and bring their own. */
const listParsers = {
  surveys: surveyListParsers,
  projects: projectListParsers,
  responses: responseListParsers,
  "field-sessions": fieldSessionParsers,
  respondents: respondentListParsers,
  audit: auditListParsers,
};

type Props = { list: keyof typeof listParsers; accounts: { id: string; name: string }[] };

/** The bar of views for a page that the server puts together. */
export const ListViewBar = ({ list, accounts }: Props) => (
  <ViewBar list={list} parsers={listParsers[list]} accounts={accounts} />
);
