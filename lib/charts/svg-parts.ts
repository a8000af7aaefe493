import { chunked } from "@/lib/chunked";
import { colourOf as coloursOf, mixed, type Tone } from "./colours";

/** What pictures as files are made of: on white whatever the screen's colours, for slides and mails. */

export const INK = "#1f2328";
export const GREY = "#57606a";
export const LINES = "#dfe3e8";
const FONT = "font-family='system-ui, Segoe UI, Helvetica, Arial, sans-serif'";

/** A whole SVG document, and its size in pixels. */
export type Drawn = { svg: string; width: number; height: number };

/** No XML has control characters, nor half of a sign of two units. */
const escaped = (text: string) =>
  text
    .toWellFormed()
    .replace(/\p{Cc}/gu, " ")
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A colour that lies on white at a strength from 0 to 1, as `#rrggbb`. */
export const onWhite = (colour: string, strength: number): string => mixed("#ffffff", colour, strength);

export const colourOf = (tone: Tone): string => coloursOf(tone).light;

export const px = (value: number): string => value.toFixed(1);

export const words = (x: number, y: number, text: string, more: string): string =>
  `<text x="${px(x)}" y="${px(y)}" ${FONT} ${more}>${escaped(text)}</text>`;

/** Pixels of a character of 12 in the widest of the fonts that a picture may be drawn with. */
const CHARACTER = 7;

/** Sentences in lines that fit a width, which only a longer word is broken for; SVG wraps none by itself. */
export function wrapped(texts: readonly string[], width: number): string[] {
  const most = Math.floor(width / CHARACTER);
  return texts.flatMap((text) => {
    const lines = [""];
    for (const word of text.split(" ").flatMap((each) => chunked([...each], most).map((letters) => letters.join("")))) {
      const line = lines.at(-1) ?? "";
      if (line !== "" && line.length + word.length >= most) lines.push(word);
      else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
    }
    return lines;
  });
}

/** `about`: what the file says of itself without showing it. */
export function documentOf(
  size: { width: number; height: number },
  parts: readonly string[],
  about: readonly string[] = [],
): Drawn {
  const { width, height } = size;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    ...(about.length > 0 ? [`<desc>${escaped(about.join(" "))}</desc>`] : []),
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    ...parts,
    "</svg>",
  ].join("");
  return { svg, width, height };
}
