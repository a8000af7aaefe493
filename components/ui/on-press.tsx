"use client";

import { type ComponentType, useState } from "react";
import { onDemand } from "./on-demand";

/** Of a control at rest: how it says that it was pressed. */
export type AtRest<P> = P & { onPress?: () => void };

/**
 * A control whose code is loaded when it is first pressed. `Closed` looks the same and stands in its place until then;
 * the control itself opens as it appears.
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
