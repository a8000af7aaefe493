"use client";

import { onDemand } from "@/components/ui/on-demand";

/** A draft in words; its field is loaded when it is shown. */
export const DraftText = onDemand(async () => (await import("./shown-draft-text")).ShownDraftText);
