import { type Colour, colourOf as coloursOf, inkOn, type Tone } from "@/lib/charts/colours";

/** A colour that follows the screen's scheme, as style sheets and SVG take it. */
const onScreen = ({ light, dark }: Colour): string => `light-dark(${light}, ${dark})`;

export const colourOf = (tone: Tone): string => onScreen(coloursOf(tone));

/** The colour of figures that stand on a tone. */
export function figureColourOn(tone: Tone): string {
  const { light, dark } = coloursOf(tone);
  return onScreen({ light: inkOn(light), dark: inkOn(dark) });
}
