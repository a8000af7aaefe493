import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { AuditRefused } from "@/components/audit/audit-refused";
import { PageData } from "@/components/session/page-data";
import { listAudit } from "@/lib/audit/list-audit";
import { checkAuditList } from "@/lib/audit/list-checks";
import { auditListParsers, auditListQuery } from "@/lib/audit/list-state";
import { auditQuery } from "@/lib/audit/queries";
import { projectsOf } from "@/lib/audit/words";
import { pageContext } from "@/lib/auth/viewer";
import { encodeQuery } from "@/lib/contracts/addresses";
import { listAudit as operation } from "@/lib/contracts/ours/audit";
import { may } from "@/lib/contracts/rules/permissions";
import { parse } from "@/lib/http/read-request";
import { prefetchNames } from "@/lib/projects/prefetch-names";
import { prefetch } from "@/lib/routes/prefetch";
import { openList } from "@/lib/views/open-list";
import { Audit } from "./audit";

export const metadata: Metadata = { title: "Audit" };

export default async function AuditPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const context = await pageContext("surveys:read");
  const { role, accounts } = context.viewer;
  if (!may(role, "audit:read")) return <AuditRefused />;
  const { opened, state: given, holds } = await openList(context, "audit", auditListParsers, await searchParams);
  const { state } = checkAuditList(given, holds);
  // An address may hold anything: read as a request is, so that the page refuses what the handler would.
  const readEntries = async () =>
    listAudit(
      context,
      parse(operation.query, Object.fromEntries(new URLSearchParams(encodeQuery(auditListQuery(state))))),
    );
  const entries = await readEntries().catch(() => null);
  const read = await prefetch(
    opened,
    ...(entries ? [{ queryKey: auditQuery(state).queryKey, read: async () => entries }] : []),
    ...prefetchNames(context, entries?.entries.flatMap(projectsOf) ?? []),
  );
  return (
    <PageData of={context.viewer.personId} state={read}>
      <Audit accounts={accounts} />
    </PageData>
  );
}
