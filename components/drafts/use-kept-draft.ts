"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { DraftMark, DraftThing, KeptDraft } from "@/lib/contracts/ours/drafts";
import { type DraftContent, DraftKeeper, type KeeperState } from "@/lib/drafts/keeper";
import { discardDraft, draftQuery, saveDraft } from "@/lib/drafts/queries";
import { randomUuid } from "@/lib/http/random-uuid";

type Editing = {
  thing: DraftThing;
  thingId: string;
  /** False where the viewer may not write: then there is no draft. */
  enabled: boolean;
  /** What the editor holds, null while nothing differs from what is saved. */
  content: DraftContent | null;
};

export type KeptDraftControl = {
  state: KeeperState;
  /** A draft of an earlier visit, or of another window, that waits for its person's decision. */
  offer: KeptDraft | null;
  /** What another window wrote since; only while `state.elsewhere`, and null until it is read. */
  other: KeptDraft | null;
  /** The editor shows this draft from now on. */
  adopt: (kept: KeptDraft) => void;
  /** Goes on with what this page holds, over what another window wrote. */
  continueHere: (over: KeptDraft) => void;
  lookAgain: () => void;
  discard: (kept: KeptDraft) => void;
  discardProblem: string | null;
  /** The editor's content was saved, or given up. */
  drop: () => Promise<void>;
  /** The thing was created out of it. */
  close: () => Promise<void>;
};

const isAt = (kept: KeptDraft, mark: DraftMark | null) =>
  mark !== null && kept.writer === mark.writer && kept.version === mark.version;

/** Keeps an editor's unsaved content on the server, and finds what was kept before. */
export function useKeptDraft({ thing, thingId, enabled, content }: Editing): KeptDraftControl {
  const place = { thing, thing_id: thingId };
  const [keeper] = useState(
    () =>
      new DraftKeeper(randomUuid(), {
        save: (write, keepalive) => saveDraft({ ...place, ...write }, keepalive),
        discard: (of) => discardDraft({ ...place, ...of }),
      }),
  );
  const state = useSyncExternalStore(keeper.subscribe, keeper.state, keeper.state);
  const queries = useQueryClient();
  const query = draftQuery(thing, thingId);
  const stored = useQuery({ ...query, enabled });
  const { refetch, dataUpdatedAt } = stored;
  const isForeign = (kept: KeptDraft | null | undefined): kept is KeptDraft =>
    kept != null && kept.writer !== keeper.writer && !isAt(kept, keeper.state().follows);
  const foreign = isForeign(stored.data) ? stored.data : null;
  const held = stored.isPending ? "unread" : foreign !== null && !state.elsewhere ? "offered" : null;

  // The content first: released, the keeper writes what the editor holds now.
  useEffect(() => {
    if (!enabled) return;
    keeper.change(content);
    keeper.hold(held);
  });
  // After a sign-in in place everything is read again; then a write that the session's end stopped goes through too.
  useEffect(() => {
    if (dataUpdatedAt > 0) keeper.retry();
  }, [keeper, dataUpdatedAt]);
  const { elsewhere } = state;
  useEffect(() => {
    if (!elsewhere) return;
    let isPast = false;
    void refetch().then(({ data, isSuccess }) => {
      // The other window saved or discarded it meanwhile: nobody stands in the way.
      if (!isPast && isSuccess && data === null) keeper.takeOver(null);
    });
    return () => {
      isPast = true;
    };
  }, [keeper, elsewhere, refetch]);
  useFlushBeforeAsking(keeper, enabled && content !== null);
  useFlushOnLeaving(keeper, () => void queries.invalidateQueries({ queryKey: query.queryKey }));

  const discard = useMutation({
    mutationFn: ({ writer, version }: KeptDraft) =>
      discardDraft({ ...place, writer: keeper.writer, follows: { writer, version } }),
    onSuccess: ({ discarded }) => (discarded ? queries.setQueryData(query.queryKey, null) : refetch()),
  });

  // What was decided about is not offered once more when this page drops what came of it.
  const settle = () => queries.setQueryData(query.queryKey, null);

  return {
    state,
    offer: elsewhere ? null : foreign,
    other: elsewhere ? foreign : null,
    adopt: (kept) => {
      keeper.adopt(kept, kept.draft);
      settle();
    },
    continueHere: ({ writer, version }) => {
      keeper.takeOver({ writer, version });
      settle();
    },
    lookAgain: () => void refetch(),
    discard: discard.mutate,
    discardProblem: discard.error?.message ?? null,
    drop: () => keeper.drop(),
    close: () => keeper.close(),
  };
}

/**
 * Writes while the browser still asks whether to leave: what is sent by a page that is already going is now and then
 * lost with it. Only while something is unsaved, for a page that asks is kept out of the browser's cache of pages.
 */
function useFlushBeforeAsking(keeper: DraftKeeper, isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const flush = () => void keeper.flush(true);
    window.addEventListener("beforeunload", flush);
    return () => window.removeEventListener("beforeunload", flush);
  }, [keeper, isUnsaved]);
}

/** Writes at once when the page is closed, hidden (a phone may end it unasked) or left for another one. */
function useFlushOnLeaving(keeper: DraftKeeper, afterwards: () => void): void {
  const [last] = useState({ afterwards });
  useEffect(() => {
    last.afterwards = afterwards;
  });
  useEffect(() => {
    const flush = () => void keeper.flush(true);
    const onVisibility = () => {
      if (document.visibilityState === "hidden") flush();
    };
    window.addEventListener("pagehide", flush);
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      window.removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", onVisibility);
      void keeper.flush(true).then(() => last.afterwards());
    };
  }, [keeper, last]);
}
