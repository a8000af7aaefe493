import { viewerHeader } from "@/lib/http/client";
import type { SlideContent } from "./slides";

/** Slides that a person puts together from several pages, kept in this browser's tab until it is closed. */

/** A tab's store takes a few megabytes. */
const MOST_SLIDES = 40;

/** `project`: its id, by whose account slides look as they do. */
export type DeckSlide = SlideContent & { id: string; project: string };

const NO_SLIDES: readonly DeckSlide[] = [];

/** Another person who signs in here has another deck. */
const place = () => `deck ${Object.values(viewerHeader()).join()}`;

let known: { place: string; slides: readonly DeckSlide[] } | null = null;
const listeners = new Set<() => void>();

/** Nobody else writes there; what a former release left, or nobody can read, is no deck. */
function readStored(at: string): readonly DeckSlide[] {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(at) ?? "[]");
    return Array.isArray(read) ? (read as DeckSlide[]) : NO_SLIDES;
  } catch {
    return NO_SLIDES;
  }
}

export function deckSlides(): readonly DeckSlide[] {
  const at = place();
  if (known?.place !== at) known = { place: at, slides: readStored(at) };
  return known.slides;
}

/** On the server, which knows no tab. */
export const noSlides = (): readonly DeckSlide[] => NO_SLIDES;

export function onDeckChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** A sentence where there is no room; the deck then is as it was. */
export function setDeck(slides: readonly DeckSlide[]): string | null {
  if (slides.length > MOST_SLIDES) return `A deck has at most ${MOST_SLIDES} slides. Remove some first.`;
  const at = place();
  try {
    sessionStorage.setItem(at, JSON.stringify(slides));
  } catch {
    return "This browser has no more room for the deck. Download it, remove slides, and go on.";
  }
  known = { place: at, slides };
  for (const listener of listeners) listener();
  return null;
}

/** The slides with one moved by a place; as they are where there is none. */
export function moved<T>(list: readonly T[], at: number, by: -1 | 1): T[] {
  const next = [...list];
  const [one, other] = [next[at], next[at + by]];
  if (one === undefined || other === undefined) return next;
  next[at] = other;
  next[at + by] = one;
  return next;
}
