const TONES = 8;

/** The colour of a tone; after the last it begins again. */
export const colourOf = (tone: number): string => `var(--chart-${tone % TONES})`;
