/** A text of at most so many letters; a dot of three says that it goes on. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  // A sign of two units, such as an emoji, is cut off whole: half of one is no text, which can be neither drawn nor stored.
  const kept = text.slice(0, Math.max(1, most - 1)).replace(/[\uD800-\uDBFF]$/, "");
  return `${kept.trimEnd()}…`;
}
