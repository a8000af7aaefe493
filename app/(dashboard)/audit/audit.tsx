"use client";

import { AuditList } from "@/components/audit/audit-list";
import { ExportMenu } from "@/components/exports/export-menu";
import { ViewBar } from "@/components/views/view-bar";
import { auditListParsers } from "@/lib/audit/list-state";

type Props = { accounts: { id: string; name: string }[] };

/** The audit with the bar of its saved views and its export. */
export const Audit = ({ accounts }: Props) => (
  <AuditList
    accounts={accounts}
    views={<ViewBar list="audit" parsers={auditListParsers} accounts={accounts} />}
    exporter={<ExportMenu table="audit" />}
  />
);
