import { queryOptions } from "@tanstack/react-query";
import * as draftsCalls from "@/lib/contracts/calls/drafts";
import type { BodyOf } from "@/lib/contracts/operation";
import type * as Drafts from "@/lib/contracts/ours/drafts";
import { api } from "@/lib/http/client";
import { contract } from "@/lib/http/contract";

const drafts = contract<typeof Drafts>(draftsCalls);

/** The viewer's kept draft of a thing. Read when its page opens; what this page writes itself is not read back. */
export const draftQuery = (thing: Drafts.DraftThing, thingId: string) =>
  queryOptions({
    queryKey: ["drafts", thing, thingId],
    queryFn: async ({ signal }) =>
      (await api(drafts.getDraft, { query: { thing, thing_id: thingId }, signal })).data.draft,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** `keepalive`: the page is closing, and the write has to outlive it. */
export const saveDraft = async (body: BodyOf<typeof Drafts.saveDraft>, keepalive: boolean) =>
  (await api(drafts.saveDraft, { body, keepalive })).data;

export const discardDraft = async (body: BodyOf<typeof Drafts.discardDraft>) =>
  (await api(drafts.discardDraft, { body })).data;
