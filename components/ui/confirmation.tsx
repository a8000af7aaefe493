"use client";

import { useSyncExternalStore } from "react";
import { type Question, questionStore } from "./confirm";
import { DialogFrame } from "./dialog-frame";
import { onDemand } from "./on-demand";

const ConfirmDialog = onDemand<{ question: Question; onClose: () => void }>(
  async () => (await import("./confirm-dialog")).ConfirmDialog,
  DialogFrame,
);

/** Where the question of `confirm` is shown, on every page. */
export function Confirmation() {
  const question = useSyncExternalStore(questionStore.subscribe, questionStore.get, () => null);
  return question && <ConfirmDialog question={question} onClose={() => questionStore.set(null)} />;
}
