"use client";

import { type DehydratedState, HydrationBoundary } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { type Packed, unpack } from "@/lib/http/packed";
import { withArriving } from "@/lib/http/streamed";

/** Whose frame stands around the page. */
export const FrameOwner = createContext<string | null>(null);

type Shown = { promise: Promise<void>; resolve: () => void };

function newShown(): Shown {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** What the server read. */
type PageState = Packed<DehydratedState>;

/** What is still on its way is taken in once the page stands as the server drew it. */
function useArriving(state: PageState): DehydratedState {
  const [shown] = useState(newShown);
  useEffect(() => shown.resolve(), [shown]);
  return useMemo(() => withArriving(unpack(state), shown.promise), [state, shown]);
}

/** What the server read for the frame around every page. */
export function FrameData({ state, children }: { state: PageState; children: ReactNode }) {
  const read = useArriving(state);
  return <HydrationBoundary state={read}>{children}</HydrationBoundary>;
}

/**
 * What the server read for a page's first paint. A link inside the frame reads the next page as whoever is signed in
 * by then: what belongs to another person than the frame is left, and the page's own calls then ask to sign in again.
 */
export function PageData({ of, state, children }: { of: string; state: PageState; children: ReactNode }) {
  const isOurs = useContext(FrameOwner) === of;
  const read = useArriving(state);
  return <HydrationBoundary state={isOurs ? read : null}>{children}</HydrationBoundary>;
}
