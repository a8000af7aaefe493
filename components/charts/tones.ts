import { shadeOf } from "@/lib/charts/shade";

/** The colour of a tone; after the last it begins again, fainter. */
export function colourOf(tone: number): string {
  const { hue, strength } = shadeOf(tone);
  const colour = `var(--chart-${hue})`;
  return strength === 1
    ? colour
    : `color-mix(in srgb, ${colour} ${Math.round(strength * 100)}%, var(--mantine-color-body))`;
}
