import { CHARACTER_WIDTH, fitted } from "./fitted";

/** A note on a chart: the start of its bucket, and its words. */
export type ChartNote = { at: number; text: string };

/** Where a note's words stand: beside its line, in one of a few rows from the top. */
export type NoteLabel = { at: number; x: number; row: number; text: string; isLeft: boolean };

type Room = { toX: (at: number) => number; left: number; right: number };

const MOST_ROWS = 3;
const WIDEST = 220;
/** Fewer letters say nothing. */
const LEAST = 8 * CHARACTER_WIDTH;
const BESIDE = 4;

/**
 * Words on the lines of notes, none over another. Where there is no room they are left out: the pointer, and in files
 * the lines beneath, have all of them.
 */
export function noteLabels(notes: readonly ChartNote[], { toX, left, right }: Room): NoteLabel[] {
  const ends = Array.from({ length: MOST_ROWS }, () => left);
  return [...notes]
    .sort((a, b) => a.at - b.at)
    .flatMap(({ at, text }): NoteLabel[] => {
      const x = toX(at);
      const wanted = Math.min(WIDEST, (text.length + 1) * CHARACTER_WIDTH);
      const free = ends.findIndex((end) => end <= x);
      const after = right - x - BESIDE;
      if (free >= 0 && after >= Math.min(wanted, LEAST * 2)) {
        const wide = Math.min(wanted, after);
        ends[free] = x + BESIDE + wide;
        return [{ at, x: x + BESIDE, row: free, text: fitted(text, wide), isLeft: false }];
      }
      // Near the right edge words stand before their line.
      const before = ends.findIndex((end) => x - BESIDE - Math.min(wanted, LEAST * 2) >= end);
      if (before < 0) return [];
      const wide = Math.min(wanted, x - BESIDE - (ends[before] ?? left));
      ends[before] = x;
      return [{ at, x: x - BESIDE, row: before, text: fitted(text, wide), isLeft: true }];
    });
}
