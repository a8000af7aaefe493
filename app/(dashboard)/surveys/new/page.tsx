import type { Metadata } from "next";
import { PageData } from "@/components/session/page-data";
import { NewSurveyPage } from "@/components/surveys/editor/survey-page";
import { pageContext } from "@/lib/auth/viewer";
import { storedDefinitions, storedPage, storedProject } from "@/lib/contracts/interfaces/stored-replies";
import { may } from "@/lib/contracts/rules/permissions";
import { getDefinitions, listProjects } from "@/lib/gateway/demand-reads";
import { connectionView } from "@/lib/gateway/environment";
import { projectsQuery } from "@/lib/projects/queries";
import { prefetch, remembered } from "@/lib/routes/prefetch";
import { definitionsQuery } from "@/lib/surveys/queries";

export const metadata: Metadata = { title: "New survey" };

export default async function NewSurveyRoute({
  searchParams,
}: {
  searchParams: Promise<{ project?: string | string[] }>;
}) {
  const context = await pageContext("surveys:read");
  const { project } = await searchParams;
  const read = await prefetch(
    remembered(context, {
      queryKey: definitionsQuery().queryKey,
      read: () => getDefinitions(context),
      stored: storedDefinitions,
    }),
    remembered(context, {
      queryKey: projectsQuery().queryKey,
      read: () => listProjects(context, { page_size: 500 }),
      stored: storedPage(storedProject),
    }),
  );
  return (
    <PageData of={context.viewer.personId} state={read}>
      <NewSurveyPage
        connection={connectionView(context.viewer)}
        readOnly={!may(context.viewer.role, "surveys:write")}
        project={typeof project === "string" ? project : null}
      />
    </PageData>
  );
}
