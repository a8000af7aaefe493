"use client";

import { onDemand } from "./on-demand";

type Answers = { onDiscard: () => void; onKeep: () => void };

const DiscardDialog = onDemand<Answers>(async () => (await import("./discard-dialog")).DiscardDialog);

/** Asks before a form over the page is closed with unsaved edits; its code comes with the first question. */
export const DiscardPrompt = ({ opened, ...answers }: Answers & { opened: boolean }) =>
  opened && <DiscardDialog {...answers} />;
