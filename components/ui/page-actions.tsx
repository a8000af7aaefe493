"use client";

import { createContext, type ReactNode, useContext, useEffect, useId, useState, useSyncExternalStore } from "react";

/** What a page lets a person do, for the command palette. */
export type PageAction = {
  id: string;
  label: string;
  /** Other words that find it. */
  keywords?: string;
  run: () => void;
  /** Why it cannot be done now: shown disabled, with this sentence. */
  refused?: string | null;
  /** Not of this page alone. */
  everywhere?: boolean;
};

export type Shortcut = { keys: string[]; does: string };

/** What components that are on the page have put here, in the order in which they came. */
type Registry<T> = {
  put: (owner: string, items: readonly T[]) => void;
  remove: (owner: string) => void;
  subscribe: (listener: () => void) => () => void;
  all: () => readonly T[];
};

function newRegistry<T>(): Registry<T> {
  const owners = new Map<string, readonly T[]>();
  const listeners = new Set<() => void>();
  let all: readonly T[] = [];
  const changed = () => {
    all = [...owners.values()].flat();
    for (const listener of listeners) listener();
  };
  return {
    put: (owner, items) => {
      owners.set(owner, items);
      changed();
    },
    remove: (owner) => {
      owners.delete(owner);
      changed();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    all: () => all,
  };
}

const newRegistries = () => ({ actions: newRegistry<PageAction>(), shortcuts: newRegistry<Shortcut>() });

const RegistriesContext = createContext(newRegistries());

export function PageActionsProvider({ children }: { children: ReactNode }) {
  const [registries] = useState(newRegistries);
  return <RegistriesContext value={registries}>{children}</RegistriesContext>;
}

/** Keeps what is registered as it was last drawn, until whoever registered it is gone. */
function useRegistered<T>(registry: Registry<T>, items: readonly T[]): void {
  const owner = useId();
  useEffect(() => registry.put(owner, items));
  useEffect(() => () => registry.remove(owner), [registry, owner]);
}

function useAll<T>({ subscribe, all }: Registry<T>): readonly T[] {
  return useSyncExternalStore(subscribe, all, all);
}

/** Lets the command palette run these while the calling component is on the page. */
export function usePageActions(actions: readonly PageAction[]): void {
  useRegistered(useContext(RegistriesContext).actions, actions);
}

/** Lists keys that the calling component listens to; listening is its own matter. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  useRegistered(useContext(RegistriesContext).shortcuts, shortcuts);
}

export const useAllPageActions = () => useAll(useContext(RegistriesContext).actions);
export const useAllShortcuts = () => useAll(useContext(RegistriesContext).shortcuts);
