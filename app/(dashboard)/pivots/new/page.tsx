import { redirect } from "next/navigation";
import { createLoader, parseAsString, type SearchParams } from "nuqs/server";
import { openLastProject } from "@/lib/answers/open-last-project";
import { listQuestions } from "@/lib/answers/questions/questions";
import { pageContext } from "@/lib/auth/viewer";
import { fetchSpecs } from "@/lib/gateway/pivot";
import { addressOf } from "@/lib/pivots/address";
import { newTable } from "@/lib/pivots/defaults";
import { fieldsOf } from "@/lib/pivots/fields";
import { getTableDefaults } from "@/lib/pivots/table-defaults";

const load = createLoader({ project: parseAsString, question: parseAsString });

/** Opens a table of a question by its project's defaults. */
export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const context = await pageContext("answers:read");
  const search = await searchParams;
  const { project, question } = load(search);
  if (project === null) {
    await openLastProject(context.viewer, "/pivots/new", search);
    redirect("/pivots");
  }
  const read = await Promise.all([
    listQuestions(context, project),
    fetchSpecs(context, { projectId: project, body: { projectId: project } }),
    getTableDefaults(context, project),
  ]).catch(() => null);
  // The page says what cannot be read, and tries again.
  if (read === null) redirect(`/pivots?${new URLSearchParams({ project })}`);
  const [{ questions, weights }, specs, { query }] = read;
  const known = { questions, weights, fields: fieldsOf(specs, questions), query };
  redirect(`/pivots?${new URLSearchParams(addressOf(newTable(project, known, question)))}`);
}
