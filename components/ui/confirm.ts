import type { ReactNode } from "react";

export type Question = {
  title: string;
  children: ReactNode;
  labels: { confirm: string; cancel: string };
  onConfirm: () => void;
};

let current: Question | null = null;
const listeners = new Set<() => void>();

export const questionStore = {
  get: () => current,
  set: (question: Question | null) => {
    current = question;
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Asks before something is done that cannot be undone, in a dialog over the page. */
export const confirm = (question: Question): void => questionStore.set(question);
