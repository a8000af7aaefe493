"use client";

import { useEffect, useState } from "react";

type Loading<T> = { loaded?: T; error?: unknown };

/** Code that is loaded once it is needed; null until it is there. */
export function useLoaded<T>(load: () => Promise<T>, isNeeded: boolean): T | null {
  const [{ loaded, error }, setLoading] = useState<Loading<T>>({});
  const isLoaded = loaded !== undefined;
  useEffect(() => {
    if (!isNeeded || isLoaded) return;
    let isGone = false;
    const show = (next: Loading<T>) => isGone || setLoading(next);
    load().then(
      (code) => show({ loaded: code }),
      (reason: unknown) => show({ error: reason }),
    );
    return () => {
      isGone = true;
    };
  }, [load, isNeeded, isLoaded]);
  if (error !== undefined) throw error; // the page's boundary says so and offers another try
  return loaded ?? null;
}
