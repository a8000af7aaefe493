import "server-only";
import type { SessionViewer } from "@/lib/auth/viewer";
import type { SignedInContext } from "@/lib/gateway/call";
import { withOwnAccounts } from "@/lib/gateway/own-account";
import { ownProject } from "@/lib/gateway/own-project";
import { AppError } from "@/lib/http/problem";

/** Where what is ours about a project stands, once it is proven to be the viewer's; else 404. */
export async function projectOf(context: SignedInContext<SessionViewer>, id: string) {
  const { connection, accounts } = (await withOwnAccounts(context)).viewer;
  const { accountId } = await ownProject(context, id);
  // A note is deleted by its id alone, so it stands only where its writer is.
  if (!accounts.some((account) => account.id === accountId)) {
    throw new AppError("not_found", "This project could not be found.");
  }
  return { connection, accountId, projectId: id };
}
