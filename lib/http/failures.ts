/**
 * What a failed call is said to be: one sentence that names the service, and one that says what to do or whether
 * anything was saved. Every sentence about a service that did not answer well is made here.
 */
export type FailureKind =
  /** No connection stood: nothing arrived there. */
  | "unreachable"
  /** The connection ended before the answer was whole. */
  | "interrupted"
  | "late"
  /** Several calls failed before it: it was not sent. */
  | "down"
  /** What went before took its time: it was never sent. */
  | "unsent"
  /** A 500, or another that the service itself answers. */
  | "failed"
  /** A 502, 503 or 504. */
  | "away"
  | "unreadable"
  /** A 429, or one that is still in force. */
  | "limited"
  /** Too many of ours wait for their turn. */
  | "queued"
  /** A 4xx without a word. */
  | "refused"
  | "misdirected"
  /** Its surveys could not be read into a first copy; `said`: why. */
  | "uncopied"
  /** The first copy of its surveys is not there yet. */
  | "copying";

export type Failed = {
  service: string;
  status?: number;
  /** What the service itself said of it, as one sentence. */
  said?: string | undefined;
  waitMs?: number;
  /** What is wrong with an answer that cannot be read. */
  fault?: string;
  /** How far the reading of a list is; null: the service does not say of how many. */
  progress?: { read: number; total: number | null } | undefined;
};

type Failure = {
  reason: (failed: Failed) => string;
  /** After the reason, to whoever reads. */
  advice: string;
};

const AGAIN = "Try again in a moment.";
const AFTER = "Try again then.";
const ASK = "Ask who runs this installation.";

const failures: Record<FailureKind, Failure> = {
  unreachable: { reason: ({ service }) => `${service} cannot be reached.`, advice: AGAIN },
  interrupted: { reason: ({ service }) => `${service} broke the connection off before it answered.`, advice: AGAIN },
  late: { reason: ({ service }) => `${service} did not answer in time.`, advice: AGAIN },
  down: {
    reason: ({ service }) => `${service} is not responding.`,
    advice: "This page goes on by itself when it responds again.",
  },
  unsent: { reason: ({ service }) => `${service} could not be asked in time.`, advice: AGAIN },
  failed: {
    reason: ({ service, status, said }) =>
      said ? `${service} reports an error: ${said}` : `${service} reports an error (${status}).`,
    advice: AGAIN,
  },
  away: {
    reason: ({ service, status, said }) =>
      said ? `${service} is not available: ${said}` : `${service} is not available at the moment (${status}).`,
    advice: AGAIN,
  },
  unreadable: {
    reason: ({ service, fault = "its shape is unknown" }) =>
      `${service} answered with something that cannot be read: ${fault.replace(/\.$/, "")}.`,
    advice: AGAIN,
  },
  limited: { reason: ({ service, waitMs }) => `${service} asks to wait ${waitInWords(waitMs)}.`, advice: AFTER },
  queued: { reason: ({ service }) => `Many requests are waiting for ${service}.`, advice: AGAIN },
  refused: { reason: ({ service, status }) => `${service} refused this request (${status}).`, advice: "" },
  misdirected: {
    reason: ({ service, status }) => `${service} answered with a redirect or nothing of use (${status}).`,
    advice: `Its address may be set wrongly. ${ASK}`,
  },
  uncopied: { reason: ({ service, said }) => `The surveys of ${service} could not be read: ${said}`, advice: "" },
  copying: {
    reason: ({ service, progress }) => `The surveys of ${service} are still being read${progressInWords(progress)}.`,
    advice: AGAIN,
  },
};

function progressInWords(progress: Failed["progress"]): string {
  if (!progress?.total) return "";
  const [read, total] = [progress.read, progress.total].map((count) => count.toLocaleString("en"));
  return ` (${read} of ${total})`;
}

export const failureReason = (kind: FailureKind, failed: Failed): string => failures[kind].reason(failed);

const ofTwo = (first: string, second: string) => (second ? `${first} ${second}` : first);

/** To whoever read something. */
export const readFailure = (kind: FailureKind, failed: Failed): string =>
  ofTwo(failureReason(kind, failed), failures[kind].advice);

/** To whoever signs in, on a page that does nothing by itself. */
export const signInFailure = (kind: FailureKind, failed: Failed): string => ofTwo(failureReason(kind, failed), AGAIN);

/** What a write was about, and what it was to do. */
export type Writing = { noun: string; act: "save" | "create" | "change" };

/**
 * How a write that failed left things: `none`: nothing happened; `pending`: not yet, and it may; `other`: something
 * did, but not this; `unknown`: nobody could tell.
 */
export type Effect = "none" | "pending" | "other" | "unknown";

const effects: Record<Effect, Record<Writing["act"], (noun: string) => string>> = {
  none: {
    save: () => "Nothing was saved.",
    create: (noun) => `The ${noun} was not created.`,
    change: () => "Nothing was changed.",
  },
  pending: {
    save: (noun) => `Your changes are not there yet and may still arrive. Check the ${noun} before you save again.`,
    create: (noun) =>
      `The ${noun} is not there yet and may still appear. Look for it in the list before you create it again.`,
    change: (noun) => `The ${noun} is as before and may still change. Check it before you repeat this.`,
  },
  other: {
    save: (noun) => `The ${noun} has changed, but not to what you sent. Check it, then save again.`,
    create: (noun) =>
      `A new ${noun} of this name is there, but differs from yours. Compare them before you create it again.`,
    change: (noun) => `The ${noun} has changed, but not to what you sent. Check it before you repeat this.`,
  },
  unknown: {
    save: (noun) => `It is not known whether your changes were saved. Check the ${noun} before you save again.`,
    create: (noun) =>
      `It is not known whether the ${noun} was created. Look for it in the list before you create it again.`,
    change: (noun) => `It is not known whether the ${noun} was changed. Check it before you repeat this.`,
  },
};

export const effectInWords = (effect: Effect, { noun, act }: Writing): string => effects[effect][act](noun);

/** To whoever wrote something. */
export const writeFailure = (reason: string, effect: Effect, writing: Writing): string =>
  ofTwo(reason, effectInWords(effect, writing));

/** How the first try of a creation stands when it comes again: `running`: it goes on; `unknown`: nobody could tell. */
export type FirstTry = "running" | "unknown";

const firstTries: Record<FirstTry, (noun: string) => string> = {
  running: (noun) => `The first try to create the ${noun} is still under way. ${AGAIN}`,
  unknown: (noun) =>
    `It is not known how the first try ended. Look for the ${noun} in the list; if it is not there, begin a new one.`,
};

/** To whoever creates something again. */
export const repeatFailure = (first: FirstTry, noun: string): string => firstTries[first](noun);

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** "20 s", "3 min": never shorter than it is. */
export function waitInWords(ms = SECOND): string {
  return ms <= 90 * SECOND ? `${Math.max(1, Math.ceil(ms / SECOND))} s` : `${Math.ceil(ms / MINUTE)} min`;
}
