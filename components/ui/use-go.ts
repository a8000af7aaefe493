"use client";

import { useRouter } from "next/navigation";
import { useCallback } from "react";

type Listener = (href: string) => void;
const listeners = new Set<Listener>();

/** Tells of every address that `useGo` begins to open. Returns a function that ends it. */
export function onGoing(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Opens an address of ours as a link to it does, progress included. */
export function useGo(): (href: string) => void {
  const router = useRouter();
  return useCallback(
    (href) => {
      for (const listener of listeners) listener(href);
      router.push(href);
    },
    [router],
  );
}
