import "server-only";
import { getTrend as operation } from "@/lib/contracts/interfaces/analysis";
import type { Trend } from "@/lib/contracts/interfaces/analysis-replies";
import { call, type SignedInContext } from "./call";
import { accountOfProject } from "./own-project";

type Asked = {
  projectId: string;
  /** As sent: what we do not know is for the service to judge. */
  body: unknown;
  /** Ends when nobody waits for the answer any more. */
  signal?: AbortSignal;
};

/** The trend of a project that is proven to be the viewer's, as any service of this kind answers it. */
export async function getTrend(context: SignedInContext, { projectId, body, signal }: Asked): Promise<Trend> {
  const account = await accountOfProject(context, projectId);
  const ask = { account, body, params: { projectId }, ...(signal && { signal }) };
  return (await call(context, operation, ask)).data;
}
