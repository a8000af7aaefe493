/** How wide a letter of a chart's labels is, in pixels, about. */
export const CHARACTER_WIDTH = 6.2;

/** A label of at most so many letters; a dot of three says that it goes on. */
export const shortened = (label: string, most: number): string =>
  label.length <= most ? label : `${label.slice(0, Math.max(1, most - 1)).trimEnd()}…`;

/** A label in the pixels that it has. */
export const fitted = (label: string, width: number): string => shortened(label, Math.floor(width / CHARACTER_WIDTH));
