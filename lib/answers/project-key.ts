import type { SignedInContext } from "@/lib/gateway/call";
import type { OwnProject } from "@/lib/gateway/own-project";
import type { ProjectKey } from "@/lib/stores/postgres/answer-sets";

/** By which the answers of a project are kept; that it is the viewer's is proven by `ownProject`. */
export const keyOf = ({ viewer }: SignedInContext, { id, accountId }: OwnProject): ProjectKey => ({
  connection: viewer.connection,
  accountId,
  projectId: id,
});
