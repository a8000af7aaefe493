import "server-only";
import { credentialOf } from "@/lib/contracts/context";
import type { BodyOf } from "@/lib/contracts/operation";
import type * as contract from "@/lib/contracts/ours/exclusions";
import type { SignedInContext } from "@/lib/gateway/call";
import { separateWrite } from "@/lib/gateway/join";
import { ownProject } from "@/lib/gateway/own-project";
import { keyOf } from "@/lib/gateway/project-of";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/response-exclusions";

type Asked = { project_id: string; page?: number | undefined; page_size?: number | undefined };

const PAGE_SIZE = 50;

export async function listExclusions(context: SignedInContext, { project_id, page = 1, page_size = PAGE_SIZE }: Asked) {
  const project = keyOf(context, await ownProject(context, project_id));
  const { total, exclusions } = await store.listExclusions(db(), project, { page, pageSize: page_size });
  return {
    ...{ total, page, page_size },
    exclusions: exclusions.map(({ responseId, reason, who, at }) => ({
      ...{ response_id: responseId, reason, by: who, at: at.toISOString() },
    })),
  };
}

/** Whoever asks for figures after this joins none that were asked for before it. */
export async function changeExclusions(
  context: SignedInContext,
  { project_id, response_ids, is_excluded, reason }: BodyOf<typeof contract.changeExclusions>,
): Promise<{ changed: string[] }> {
  const project = keyOf(context, await ownProject(context, project_id));
  const change = { isExcluded: is_excluded, reason };
  const changed = await separateWrite(credentialOf(context.viewer), () =>
    db().transaction((transaction) => store.excludeResponses(transaction, context, project, response_ids, change)),
  );
  return { changed };
}
