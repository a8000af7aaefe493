/** How many colours charts have. */
export const HUES = 8;

const strengths = [1, 0.62, 0.38, 0.8, 0.5];

/** So many things of a chart have colours of their own. */
export const MOST_SHADES = HUES * strengths.length;

/**
 * The colour of the tone-th thing of a chart, from 0: one of the `HUES`, and how much of it stands on the ground, 0 to
 * 1. After the last colour they begin again, fainter, so that as many as `MOST_SHADES` are told apart.
 */
export function shadeOf(tone: number): { hue: number; strength: number } {
  return { hue: tone % HUES, strength: strengths[Math.floor(tone / HUES) % strengths.length] ?? 1 };
}
