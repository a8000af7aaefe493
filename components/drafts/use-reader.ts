"use client";

import { useEffect, useState } from "react";

type Loading<T> = { reader?: T; error?: unknown };

/** The code that reads kept drafts, which is loaded once there is one to read; null until then. */
export function useReader<T>(load: () => Promise<T>, isNeeded: boolean): T | null {
  const [{ reader, error }, setLoading] = useState<Loading<T>>({});
  const isLoaded = reader !== undefined;
  useEffect(() => {
    if (!isNeeded || isLoaded) return;
    let isGone = false;
    const show = (next: Loading<T>) => isGone || setLoading(next);
    load().then(
      (loaded) => show({ reader: loaded }),
      (reason: unknown) => show({ error: reason }),
    );
    return () => {
      isGone = true;
    };
  }, [load, isNeeded, isLoaded]);
  if (error !== undefined) throw error; // the page's boundary says so and offers another try
  return reader ?? null;
}
