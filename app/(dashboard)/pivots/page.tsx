import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { PageData } from "@/components/session/page-data";
import { openLastProject } from "@/lib/answers/open-last-project";
import { questionReads } from "@/lib/answers/questions/question-reads";
import { pageContext } from "@/lib/auth/viewer";
import { may } from "@/lib/contracts/rules/permissions";
import { pivotParsers } from "@/lib/pivots/address";
import { pivotReads } from "@/lib/pivots/pivot-reads";
import { prefetch } from "@/lib/routes/prefetch";
import { openList } from "@/lib/views/open-list";
import { recordingQuery } from "@/lib/views/queries";
import { findRecording } from "@/lib/views/recordings";
import { Pivots } from "./pivots";

export const metadata: Metadata = { title: "Tables" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const context = await pageContext("answers:read");
  const search = await searchParams;
  const { opened, isSavedView, viewId, state } = await openList(context, "pivots", pivotParsers, search);
  // An address that names nothing opens with a table at once.
  const isBare = Object.keys(search).length === 0;
  if (state.project === null) await openLastProject(context.viewer, isBare ? "/pivots/new" : "/pivots", search);
  const read = await prefetch(
    opened,
    ...(await questionReads(context, state.project)),
    ...pivotReads(context, state.project),
    ...(isSavedView ? [{ queryKey: recordingQuery(viewId).queryKey, read: () => findRecording(context, viewId) }] : []),
  );
  return (
    <PageData of={context.viewer.personId} state={read}>
      <Pivots accounts={context.viewer.accounts} mayWrite={may(context.viewer.role, "answers:write")} />
    </PageData>
  );
}
