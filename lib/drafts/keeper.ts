import type { DraftMark } from "@/lib/contracts/ours/drafts";
import { canonicalJson } from "@/lib/contracts/rules/canonical-json";
import { AppError } from "@/lib/http/problem";

export type DraftContent = { base: Record<string, unknown> | null; draft: Record<string, unknown> };

/** How the keeper reaches the server; thrown AppErrors say how it went wrong. */
export type DraftPorts = {
  save: (
    write: DraftMark & DraftContent & { follows: DraftMark | null },
    keepalive: boolean,
  ) => Promise<{ updated_at: string }>;
  discard: (of: { writer: string; follows: DraftMark | null }) => Promise<unknown>;
};

export type KeeperState = {
  /** When the server last took a state of this page; null: not yet. */
  savedAt: string | null;
  /** Why the last write did not go through, as a sentence. */
  problem: string | null;
  /** Another page writes this draft: nothing is written until a person decides. */
  elsewhere: boolean;
  /** When something was last typed that differs from what was kept; null: nothing is waiting. */
  unkeptSince: number | null;
  /** Another page's state that this page goes on from. */
  follows: DraftMark | null;
};

const CALM: KeeperState = { savedAt: null, problem: null, elsewhere: false, unkeptSince: null, follows: null };

/** Why nothing is written: what was kept before is not read yet, or waits for its person's decision. */
export type Hold = "unread" | "offered";

/** After the last key; and while keys keep coming, after the first. Both leave the write time within two seconds. */
const PAUSE_MS = 800;
const LONGEST_MS = 1500;
const RETRY_MS = 5000;

/**
 * Keeps what one open editor holds as a draft on the server: writes a moment after the last key, one write at a time,
 * nothing while nothing changed; stops when another page turns out to write the same draft.
 */
export class DraftKeeper {
  readonly writer: string;
  readonly #ports: DraftPorts;
  readonly #listeners = new Set<() => void>();
  #state = CALM;
  #content: DraftContent | null = null;
  #text: string | null = null;
  #keptText: string | null = null;
  #version = 0;
  #firstUnkept: number | null = null;
  /** Whether the server may hold something that is this page's to drop. */
  #mayExist = false;
  #held: Hold | null = null;
  #closed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | null = null;

  constructor(writer: string, ports: DraftPorts) {
    this.writer = writer;
    this.#ports = ports;
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  state = () => this.#state;

  /** What the editor holds now; null: nothing differs from what is saved. */
  change(content: DraftContent | null): void {
    if (this.#closed) return;
    const text = content && textOf(content.draft);
    this.#content = content;
    if (text === this.#text) return;
    this.#text = text;
    if (text === null) {
      void this.drop();
      return;
    }
    if (text === this.#keptText) this.#set({ unkeptSince: null });
    else {
      this.#set({ unkeptSince: Date.now() });
      this.#schedule();
    }
  }

  /** While held nothing is written, but by a page that closes unread: the server keeps an earlier draft from it. */
  hold(held: Hold | null): void {
    const released = this.#held !== null && held === null;
    this.#held = held;
    if (released) this.retry();
  }

  /** Goes on from another page's state, whose content the editor shows from now on. */
  adopt(mark: DraftMark, draft: Record<string, unknown>): void {
    this.#keptText = textOf(draft);
    this.#goOn(mark);
  }

  /** Goes on with what this page holds, over another page's state; null: that one is gone. */
  takeOver(mark: DraftMark | null): void {
    this.#keptText = null;
    this.#goOn(mark);
    void this.flush(false);
  }

  /** Writes at once what is waiting. */
  flush(keepalive: boolean): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#isWaiting(keepalive)) return Promise.resolve();
    // A closing page cannot wait for the write under way; the server tells by the version which of them is later.
    if (this.#running && !keepalive) return this.#running.then(() => this.flush(false));
    const writing = this.#write(keepalive).finally(() => {
      if (this.#running === writing) this.#running = null;
    });
    this.#running = writing;
    return writing;
  }

  /** Another try for what could not be written, when there is reason to hope. */
  retry(): void {
    if (this.#isWaiting(false)) void this.flush(false);
  }

  /** What was typed is saved, or given up: the kept draft goes. */
  async drop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#content = this.#text = this.#keptText = null;
    this.#set({ ...CALM, follows: this.#state.follows });
    await this.#running;
    // Somebody began to type again meanwhile: the next write replaces what is there.
    if (!this.#mayExist || this.#content) return;
    this.#mayExist = false;
    this.#keptText = null; // what was being written meanwhile goes, too
    const { follows } = this.#state;
    this.#set({ ...CALM });
    await this.#ports.discard({ writer: this.writer, follows }).catch(() => {
      this.#mayExist = true;
    });
  }

  /** The thing was made out of the draft: whatever the editor still shows is no draft any more. */
  close(): Promise<void> {
    this.#closed = true;
    return this.drop();
  }

  #isWaiting(isLast: boolean): boolean {
    const isHeld = this.#held === "offered" || (this.#held === "unread" && !isLast);
    return this.#content !== null && !isHeld && !this.#state.elsewhere && this.#text !== this.#keptText;
  }

  #goOn(follows: DraftMark | null): void {
    this.#mayExist = true;
    this.#set({ follows, elsewhere: false, problem: null });
  }

  #schedule(): void {
    const since = this.#firstUnkept ?? Date.now();
    this.#firstUnkept = since;
    clearTimeout(this.#timer);
    const ms = Math.max(0, Math.min(PAUSE_MS, since + LONGEST_MS - Date.now()));
    this.#timer = setTimeout(() => void this.flush(false), ms);
  }

  async #write(keepalive: boolean): Promise<void> {
    const [content, text] = [this.#content, this.#text];
    if (!content) return;
    this.#firstUnkept = null;
    this.#version += 1;
    this.#mayExist = true;
    const { follows } = this.#state;
    try {
      const mark = { writer: this.writer, version: this.#version };
      const { updated_at } = await this.#ports.save({ ...mark, ...content, follows }, keepalive);
      this.#keptText = text;
      if (this.#content) {
        this.#set({ savedAt: updated_at, problem: null, ...(this.#text === text && { unkeptSince: null }) });
      }
    } catch (error) {
      if (this.#content) this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    const problem = error instanceof Error ? error.message : String(error);
    const code = error instanceof AppError ? error.code : "unavailable";
    this.#set({ problem, elsewhere: code === "conflict" });
    // A refusal stays one until something else is typed; after a sign-in `retry` is called.
    if (code !== "unavailable" && code !== "busy") return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.retry(), RETRY_MS);
  }

  #set(part: Partial<KeeperState>): void {
    const next = { ...this.#state, ...part };
    const isSame = (Object.keys(next) as (keyof KeeperState)[]).every((key) => next[key] === this.#state[key]);
    if (isSame) return;
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }
}

/** Texts of list elements, which are never changed in place: an edit among thousands costs no more than itself. */
const elementTexts = new WeakMap<object, string>();

/** Equal drafts have equal texts. */
function textOf(draft: Record<string, unknown>): string {
  const members = Object.entries(draft).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return members
    .map(([name, value]) => `${JSON.stringify(name)}:${Array.isArray(value) ? listText(value) : canonicalJson(value)}`)
    .join();
}

const listText = (list: readonly unknown[]) => `[${list.map(elementText).join()}]`;

function elementText(element: unknown): string {
  if (typeof element !== "object" || element === null) return canonicalJson(element);
  const text = elementTexts.get(element) ?? canonicalJson(element);
  elementTexts.set(element, text);
  return text;
}
