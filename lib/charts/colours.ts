/** The colours of everything that is drawn: on the screen, in pictures and in presentations. */

/**
 * By what a thing of a chart gets its colour: its place among others, from 0; its place on a scale, from 0 at the lowest
 * end to 1 at the highest; or none, as “Don't know” has beside a scale.
 */
export type Tone = number | ScaleTone | "beside";
type ScaleTone = { ramp: Ramp; at: number };
/** A scale with a middle goes from its one end over the middle to the other; any other from faint to strong. */
export type Ramp = "sequential" | "diverging";

/** A colour on white, which pictures and presentations have too, and on the dark screen, as #rrggbb. */
export type Colour = { light: string; dark: string };

const colours: readonly Colour[] = [
  { light: "#3b5bdb", dark: "#91a7ff" },
  { light: "#b8540a", dark: "#ffa94d" },
  { light: "#0b7a6b", dark: "#38d9a9" },
  { light: "#a8327a", dark: "#f783ac" },
  { light: "#6f6200", dark: "#e5d352" },
  { light: "#0b75a3", dark: "#66d9e8" },
  { light: "#c92a2a", dark: "#ff8787" },
  { light: "#55585f", dark: "#c1c2c5" },
];

/** How many colours charts have for things in no order. */
export const HUES = colours.length;

/** How much of a colour stands on the ground; after the last colour they begin again, fainter. */
const strengths = [1, 0.62, 0.38, 0.8, 0.5];

/** So many things in no order have colours of their own. */
export const MOST_TONES = HUES * strengths.length;

/**
 * From the lowest to the highest. Each step differs from the next in lightness, so that a print in grey tells them apart;
 * the two halves of a scale with a middle are of different lightness too. All are seen on their ground (3:1).
 */
const ramps: Record<Ramp, Record<keyof Colour, readonly string[]>> = {
  sequential: {
    light: ["#7a90e2", "#4a5fd0", "#1b2a78"],
    dark: ["#5b70cf", "#93a6ff", "#dfe6ff"],
  },
  diverging: {
    light: ["#652804", "#9c4f12", "#a09272", "#4f74d6", "#26409c"],
    dark: ["#ffe2c4", "#f0a85f", "#857a5e", "#7d94e8", "#b9c8ff"],
  },
};

const BESIDE: Colour = { light: "#8b8f94", dark: "#777b80" };

/** Pages and pictures are white; the dark screen is Mantine's. */
const GROUND: Colour = { light: "#ffffff", dark: "#242424" };

export function colourOf(tone: Tone): Colour {
  if (tone === "beside") return BESIDE;
  const on = (scheme: keyof Colour) => (typeof tone === "number" ? hueOn(tone, scheme) : shadeOn(tone, scheme));
  return { light: on("light"), dark: on("dark") };
}

function hueOn(tone: number, scheme: keyof Colour): string {
  const strength = strengths[Math.floor(tone / HUES) % strengths.length] ?? 1;
  const ground = GROUND[scheme];
  return mixed(ground, colours[tone % HUES]?.[scheme] ?? ground, strength);
}

function shadeOn({ ramp, at }: ScaleTone, scheme: keyof Colour): string {
  const stops = ramps[ramp][scheme];
  const place = Math.min(1, Math.max(0, at)) * (stops.length - 1);
  const before = Math.min(Math.floor(place), stops.length - 2);
  return mixed(stops[before] ?? "", stops[before + 1] ?? "", place - before);
}

const partsOf = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** A colour between two others, `share` of the way from the one to the other. */
export function mixed(one: string, other: string, share: number): string {
  const to = partsOf(other);
  const parts = partsOf(one).map((part, at) => {
    const value = Math.round(part + ((to[at] ?? part) - part) * share);
    return value.toString(16).padStart(2, "0");
  });
  return `#${parts.join("")}`;
}

/** From 0 to 1: WCAG 2.2, relative luminance. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21: WCAG 2.2, contrast ratio. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const INKS = ["#ffffff", "#000000"] as const;

/** What figures that stand on a colour are written in: one of the two always has a contrast of 4.5. */
export const inkOn = (colour: string): string =>
  contrastOf(colour, INKS[0]) >= contrastOf(colour, INKS[1]) ? INKS[0] : INKS[1];
