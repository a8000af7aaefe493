import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { PageData } from "@/components/session/page-data";
import { pageContext } from "@/lib/auth/viewer";
import { storedPage, storedProject, storedUsers } from "@/lib/contracts/interfaces/stored-replies";
import { may } from "@/lib/contracts/rules/permissions";
import { everyUser, listProjects } from "@/lib/gateway/demand-reads";
import { checkProjectList } from "@/lib/projects/list-checks";
import { projectListParsers, projectListQuery } from "@/lib/projects/list-state";
import { projectPageQuery, usersQuery } from "@/lib/projects/queries";
import { prefetch, readSoon, remembered } from "@/lib/routes/prefetch";
import { openList } from "@/lib/views/open-list";
import { Projects } from "./projects";

export const metadata: Metadata = { title: "Projects" };

export default async function ProjectsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const context = await pageContext("surveys:read");
  const { queryKey } = usersQuery();
  const users = remembered(context, { queryKey, read: () => everyUser(context), stored: storedUsers });
  const { opened, state: asked } = await openList(context, "projects", projectListParsers, await searchParams);
  // Only a filter by manager depends on who there is; without one the projects are read beside the users.
  const { state } = checkProjectList(
    asked,
    asked.manager.length > 0 ? ((await readSoon(users)) ?? undefined) : undefined,
  );
  const { role, email, accounts } = context.viewer;
  const read = await prefetch(
    remembered(context, {
      queryKey: projectPageQuery(state).queryKey,
      read: () => listProjects(context, projectListQuery(state)),
      stored: storedPage(storedProject),
    }),
    users,
    opened,
  );
  return (
    <PageData of={context.viewer.personId} state={read}>
      <Projects mayWrite={may(role, "surveys:write")} email={email} accounts={accounts} />
    </PageData>
  );
}
