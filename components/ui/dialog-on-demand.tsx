"use client";

import type { ComponentProps } from "react";
import type { Dialog } from "./dialog";
import { DialogFrame } from "./dialog-frame";
import { onDemand } from "./on-demand";

/** The dialog of a component that a page loads at once: its own code comes when it is opened. */
export const DialogOnDemand = onDemand<ComponentProps<typeof Dialog>>(
  async () => (await import("./dialog")).Dialog,
  DialogFrame,
);
