import type { QuotaDraft } from "../draft";
import { advance, beginHistory, type History, redo, undo } from "./history";
import { noProblems, type QuotaProblems } from "./quota-problems";

/** The list after an edit; `words` name that edit, to a person who takes it back. */
type Step = { quotas: readonly QuotaDraft[]; words: string };

export type QuotaListState = History<Step> & {
  /** What happened last, for those who hear the screen. */
  said: string;
  /** What was refused when it was last checked as a whole. */
  problems: QuotaProblems;
  /** Counts the lists that stood here: not every other state is a step of the same one. */
  begun: number;
};

const beginning = (quotas: readonly QuotaDraft[], begun: number): QuotaListState => ({
  ...beginHistory({ quotas, words: "" }),
  said: "",
  problems: noProblems,
  begun,
});

/**
 * The quotas of an open editor with all edits since it began. Beside the form, since a form copies and compares whole
 * values: with thousands of quotas one typed target would cost as much as all of them.
 */
export class QuotaList {
  readonly #listeners = new Set<() => void>();
  #state: QuotaListState;

  constructor(quotas: readonly QuotaDraft[]) {
    this.#state = beginning(quotas, 1);
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  state = (): QuotaListState => this.#state;

  quotas = (): readonly QuotaDraft[] => this.#state.present.quotas;

  /** A list that differs in no quota is no step of its own. */
  apply(quotas: readonly QuotaDraft[], words: string): void {
    const before = this.quotas();
    if (quotas.length === before.length && quotas.every((quota, row) => quota === before[row])) return;
    this.#go(advance<Step>(this.#state, { quotas, words }), words);
  }

  undo = (): void => {
    const before = undo<Step>(this.#state);
    if (before) this.#go(before, `Undone: ${this.#state.present.words}`);
  };

  redo = (): void => {
    const after = redo<Step>(this.#state);
    if (after) this.#go(after, `Redone: ${after.present.words}`);
  };

  /** Another list altogether: what was done to the former cannot be taken back in it. */
  begin(quotas: readonly QuotaDraft[]): void {
    this.#set(beginning(quotas, this.#state.begun + 1));
  }

  /** The list as it was at another time, with all that could be undone and redone then. */
  restore(state: QuotaListState): void {
    this.#set({ ...state, begun: this.#state.begun + 1 });
  }

  /** Shows what was refused until it is edited. */
  refuse(problems: QuotaProblems): void {
    this.#set({ ...this.#state, problems });
  }

  /** What was refused of the list as a whole may be right after any edit; the next check tells. */
  #go(history: History<Step>, said: string): void {
    const { problems, begun } = this.#state;
    this.#set({ ...history, said, problems: { ...problems, list: null }, begun });
  }

  #set(state: QuotaListState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
