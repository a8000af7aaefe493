import type { MouseEvent, ReactElement } from "react";
import { tip } from "./tip";

type Shown = {
  "data-disabled"?: true;
  "aria-disabled"?: true;
  "data-tip"?: string;
  onClick?: (event: MouseEvent) => void;
};

/**
 * A control that everybody sees. With a reason it is shown disabled, stays reachable by keyboard, and says why;
 * `children` spreads what it is given over the control.
 */
export function Refusable({ reason, children }: { reason: string | null; children: (props: Shown) => ReactElement }) {
  return children(refusedProps(reason));
}

/** The same for a control that is written without a component around it. */
export const refusedProps = (reason: string | null): Shown =>
  reason === null
    ? {}
    : { "data-disabled": true, "aria-disabled": true, onClick: (event) => event.preventDefault(), ...tip(reason) };
