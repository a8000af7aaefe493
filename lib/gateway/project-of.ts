import "server-only";
import { AppError } from "@/lib/http/problem";
import type { ProjectKey } from "@/lib/stores/postgres/answer-sets";
import type { SignedInContext } from "./call";
import { withOwnAccounts } from "./own-account";
import { type OwnProject, ownProject } from "./own-project";

/** The key of a project's answers and of what is ours about it; `ownProject` proves that it is the viewer's. */
export const keyOf = (
  { viewer }: SignedInContext,
  { id, accountId }: Pick<OwnProject, "id" | "accountId">,
): ProjectKey => ({
  connection: viewer.connection,
  accountId,
  projectId: id,
});

/** Where what is ours about a project stands, once it is proven to be the viewer's; else 404. */
export async function projectOf(context: SignedInContext, id: string) {
  const { accounts } = (await withOwnAccounts(context)).viewer;
  const project = await ownProject(context, id);
  // What is written by its id alone stands only where its writer is.
  if (!accounts.some((account) => account.id === project.accountId)) {
    throw new AppError("not_found", "This project could not be found.");
  }
  return keyOf(context, project);
}
