import { Tooltip } from "@mantine/core";
import type { MouseEvent, ReactElement } from "react";

type Shown = { "data-disabled"?: true; "aria-disabled"?: true; onClick?: (event: MouseEvent) => void };

/**
 * A control that everybody sees. With a reason it is shown disabled, stays reachable by keyboard, and says why;
 * `children` spreads what it is given over the control.
 */
export function Refusable({ reason, children }: { reason: string | null; children: (props: Shown) => ReactElement }) {
  if (reason === null) return children({});
  return (
    <Tooltip label={reason} events={{ hover: true, focus: true, touch: true }}>
      {children({ "data-disabled": true, "aria-disabled": true, onClick: (event) => event.preventDefault() })}
    </Tooltip>
  );
}
