import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { AuditList } from "@/components/audit/audit-list";
import { AuditRefused } from "@/components/audit/audit-refused";
import { ExportMenu } from "@/components/exports/export-menu";
import { listAudit } from "@/lib/audit/list-audit";
import { auditListQuery, loadAuditListState } from "@/lib/audit/list-state";
import { auditQuery } from "@/lib/audit/queries";
import { pageContext } from "@/lib/auth/viewer";
import { listAudit as operation } from "@/lib/contracts/audit";
import { encodeQuery } from "@/lib/contracts/operation";
import { may } from "@/lib/contracts/permissions";
import { parse } from "@/lib/http/read-request";
import { prefetch } from "@/lib/routes/prefetch";

export const metadata: Metadata = { title: "Audit" };

export default async function AuditPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const context = await pageContext("surveys:read");
  const { role, accounts } = context.viewer;
  if (!may(role, "audit:read")) return <AuditRefused />;
  const state = await loadAuditListState(searchParams);
  // An address may hold anything: read as a request is, so that the page refuses what the handler would.
  const asked = () =>
    parse(operation.query, Object.fromEntries(new URLSearchParams(encodeQuery(auditListQuery(state)))));
  const read = await prefetch({
    queryKey: auditQuery(state).queryKey,
    read: async () => listAudit(context, asked()),
  });
  return (
    <HydrationBoundary state={read}>
      <AuditList accounts={accounts} exporter={<ExportMenu table="audit" />} />
    </HydrationBoundary>
  );
}
