"use client";

import { type ComponentType, useState } from "react";
import { onDemand } from "./on-demand";

/** The properties of the placeholder, which calls `onPress` when a person presses it. */
export type AtRest<P> = P & { onPress?: () => void };

/**
 * A control whose code is loaded at its first press. Until then the page shows `Closed`, which looks the same. The
 * loaded control has to open by itself (`useOpenedByPress`).
 */
export function onPress<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Closed: ComponentType<AtRest<P>>,
): ComponentType<P> {
  const Opened = onDemand(load, Closed);
  return function OnPress(props: P) {
    const [isPressed, setPressed] = useState(false);
    return isPressed ? <Opened {...props} /> : <Closed {...props} onPress={() => setPressed(true)} />;
  };
}
