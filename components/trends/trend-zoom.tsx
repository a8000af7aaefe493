"use client";

import { onPress } from "@/components/ui/on-press";
import { ZoomButton, type ZoomProps } from "./zoom-button";

/** What a pointer marks on a chart, chosen from lists. */
export const TrendZoom = onPress<ZoomProps>(
  async () => (await import("./zoom-popover")).ZoomPopover,
  ({ opener, starts, onPress: press }) => <ZoomButton ref={opener} disabled={starts.length < 2} onClick={press} />,
);
