/** How a text came into its field, as a page counted and timed it. Moments are milliseconds since 1970. */
export type Typing = {
  text: string;
  shownAt: number | undefined;
  typedFrom: number | undefined;
  sentAt: number | undefined;
  /** Characters typed by keys. */
  typed: number | undefined;
  pastedText: string | undefined;
};

/** Shorter pastes are names, addresses and corrections. */
const LEAST_PASTED = 20;
/** Characters a second: half as fast again as the fastest typists, and as fast as they are. */
const BEYOND_HANDS = 15;
const VERY_FAST = 10;
const LEAST_TIMED = 20;

/** Seconds between two moments; null: one is missing, or the clock ran backwards. */
const secondsBetween = (from: number | undefined, to: number | undefined): number | null =>
  from === undefined || to === undefined || to < from ? null : Math.round(to - from) / 1000;

/** How much of the text was not typed, 0 to 1; null: the page said neither what was typed nor what was pasted. */
function pastedShare({ text, typed, pastedText }: Typing): number | null {
  if (typed === undefined && pastedText === undefined) return null;
  if (text.length === 0) return 0;
  const pasted = Math.max(pastedText?.length ?? 0, typed === undefined ? 0 : text.length - typed);
  return pasted < LEAST_PASTED ? 0 : Math.min(1, pasted / text.length);
}

/**
 * Whether a text was pasted, how long it took, and how engaged that looks (0 to 100, high is good).
 *
 * Source: our rules over the page's own counts and clock. Limits: dictation, autocompletion and assistive technology
 * look like pastes; whoever writes elsewhere and pastes is honest; times are as true as the respondent's clock, and one
 * that runs backwards says nothing.
 */
export function scoreTyping(typing: Typing) {
  const { text, shownAt, typedFrom, sentAt, typed } = typing;
  const viewed = secondsBetween(shownAt, sentAt);
  const isInOrder = shownAt === undefined || typedFrom === undefined || shownAt <= typedFrom;
  const typedFor = isInOrder ? secondsBetween(typedFrom, sentAt) : null;
  const share = pastedShare(typing);
  const time = typedFor ?? viewed;
  const characters = typed ?? Math.round(text.length * (1 - (share ?? 0)));
  return {
    share,
    pageViewTime: viewed,
    typedResponseTime: typedFor,
    engagement:
      time === null && share === null ? null : Math.round(speedScore(characters, time) * (1 - 0.6 * (share ?? 0))),
  };
}

function speedScore(characters: number, seconds: number | null): number {
  if (seconds === null || characters < LEAST_TIMED) return 100;
  const speed = characters / Math.max(seconds, 0.001);
  return speed > BEYOND_HANDS ? 10 : speed > VERY_FAST ? 50 : 100;
}
