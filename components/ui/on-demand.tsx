"use client";

import { type ComponentType, useEffect, useState } from "react";
import { whenNeeded } from "@/lib/http/when-needed";

/**
 * A component whose code is loaded when it is first shown, or ahead of that once the page is in use. `Meanwhile` stands
 * in its place until then. Not by Suspense: React leaves a fallback that it has shown in place for 300 ms.
 */
export function onDemand<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Meanwhile?: ComponentType<P>,
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  const loadOnce = whenNeeded(async () => {
    loaded = await load();
    return loaded;
  });
  return function OnDemand(props: P) {
    const [state, setState] = useState<{ Loaded?: ComponentType<P> | undefined; error?: unknown }>({ Loaded: loaded });
    const { Loaded, error } = state;
    useEffect(() => {
      if (Loaded) return;
      let isGone = false;
      const show = (next: typeof state) => isGone || setState(next);
      loadOnce().then(
        (component) => show({ Loaded: component }),
        (reason: unknown) => show({ error: reason }),
      );
      return () => {
        isGone = true;
      };
    }, [Loaded]);
    if (error !== undefined) throw error; // the page's boundary says so and offers another try
    if (Loaded) return <Loaded {...props} />;
    return Meanwhile ? <Meanwhile {...props} /> : null;
  };
}
