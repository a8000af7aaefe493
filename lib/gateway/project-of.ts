import "server-only";
import { AppError } from "@/lib/http/problem";
import type { SignedInContext } from "./call";
import { withOwnAccounts } from "./own-account";
import { ownProject } from "./own-project";

/** Where what is ours about a project stands, once it is proven to be the viewer's; else 404. */
export async function projectOf(context: SignedInContext, id: string) {
  const { connection, accounts } = (await withOwnAccounts(context)).viewer;
  const { accountId } = await ownProject(context, id);
  // What is written by its id alone stands only where its writer is.
  if (!accounts.some((account) => account.id === accountId)) {
    throw new AppError("not_found", "This project could not be found.");
  }
  return { connection, accountId, projectId: id };
}
