import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { ProjectList } from "@/components/projects/project-list";
import { pageContext } from "@/lib/auth/viewer";
import { may } from "@/lib/contracts/permissions";
import { listProjects, listUsers } from "@/lib/gateway/demand-reads";
import { loadProjectListState, projectListQuery } from "@/lib/projects/list-state";
import { projectPageQuery, usersQuery } from "@/lib/projects/queries";
import { prefetch } from "@/lib/routes/prefetch";

export const metadata: Metadata = { title: "Projects" };

export default async function ProjectsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const context = await pageContext("surveys:read");
  const state = await loadProjectListState(searchParams);
  const { role, email, accounts } = context.viewer;
  const read = await prefetch(
    {
      queryKey: projectPageQuery(state).queryKey,
      read: () => listProjects(context, projectListQuery(state)),
    },
    { queryKey: usersQuery().queryKey, read: () => listUsers(context, { page_size: 500 }) },
  );
  return (
    <HydrationBoundary state={read}>
      <ProjectList mayWrite={may(role, "surveys:write")} email={email} accounts={accounts} />
    </HydrationBoundary>
  );
}
