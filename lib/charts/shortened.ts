/** How wide a letter of a chart's labels is, in pixels, about. */
export const CHARACTER_WIDTH = 6.2;

/** A label of at most so many letters; a dot of three says that it goes on. */
export function shortened(label: string, most: number): string {
  if (label.length <= most) return label;
  // A sign of two units, such as an emoji, is cut off whole: half of one is no text, which no picture can be made of.
  const kept = label.slice(0, Math.max(1, most - 1)).replace(/[\uD800-\uDBFF]$/, "");
  return `${kept.trimEnd()}…`;
}

/** A label in the pixels that it has. */
export const fitted = (label: string, width: number): string => shortened(label, Math.floor(width / CHARACTER_WIDTH));
