import { below, MAIN, type XmlElement } from "./template-xml";

/** Which layout of a file slides stand on, and where on it their title and content go. */

type Box = { x: number; y: number; w: number; h: number };

/** A layout with the master that it belongs to. */
export type Fitting = {
  layout: XmlElement;
  title: { box: Box; points: number };
  content: { box: Box; index: number | null };
};

type Placeholder = { type: string; index: string | null; isVertical: boolean; box: Box | null; shape: XmlElement };

/** Inches. Smaller ones hold no chart that anybody could read. */
const LEAST = { w: 4, h: 2.5 };
const EMU = 914_400;

function placeholdersOf(part: XmlElement): Placeholder[] {
  const shapes = below(part, "cSld", "spTree")?.children.filter(({ space, name }) => space === MAIN && name === "sp");
  return (shapes ?? []).flatMap((shape): Placeholder[] => {
    const ph = below(shape, "nvSpPr", "nvPr", "ph");
    if (!ph) return [];
    const { type = "obj", idx = null, orient } = ph.attributes;
    return [{ type, index: idx, isVertical: orient === "vert", box: boxOf(shape), shape }];
  });
}

function boxOf(shape: XmlElement): Box | null {
  const frame = below(shape, "spPr", "xfrm");
  const [off, ext] = [below(frame, "off")?.attributes, below(frame, "ext")?.attributes];
  const [x, y, w, h] = [off?.x, off?.y, ext?.cx, ext?.cy].map((value) => Number(value ?? Number.NaN) / EMU);
  const box = { x: x ?? 0, y: y ?? 0, w: w ?? 0, h: h ?? 0 };
  return Object.values(box).every(Number.isFinite) ? box : null;
}

/** In every layout: they say nothing about what it is for. */
const EVERYWHERE = new Set(["dt", "ftr", "sldNum"]);
/** Placeholders that take a chart, the most general first; texts alone are as good a place. */
const CONTENTS = ["obj", "chart", "body"] as const;

/** The one placeholder for content; null where there are none or several. */
function contentOf(placeholders: readonly Placeholder[]): { found: Placeholder; rank: number } | null {
  for (const [rank, type] of CONTENTS.entries()) {
    const these = placeholders.filter((each) => each.type === type && !each.isVertical);
    const [found, another] = these;
    if (found) return another ? null : { found, rank };
  }
  return null;
}

/** How a layout takes a title with a chart or table; null: it does not. The lower its rank, the better. */
export function fittingOf(
  layout: XmlElement,
  master: XmlElement,
  slide: { width: number; height: number },
): (Fitting & { rank: number }) | null {
  const placeholders = placeholdersOf(layout);
  const ofMaster = placeholdersOf(master);
  const inMaster = (...types: string[]) => ofMaster.find(({ type }) => types.includes(type));
  const title = placeholders.find(({ type }) => type === "title");
  const content = contentOf(placeholders);
  if (!title || !content) return null;
  const above = inMaster("title");
  const titleBox = title.box ?? above?.box;
  const contentBox = content.found.box ?? inMaster("body", "obj")?.box;
  if (!titleBox || !contentBox || !isOn(contentBox, slide)) return null;
  const others = placeholders.filter(({ type }) => !EVERYWHERE.has(type)).length - 2;
  const index = content.found.type === "body" ? null : Number(content.found.index ?? Number.NaN);
  return {
    layout,
    title: { box: titleBox, points: pointsOf(title, above, master) },
    content: { box: contentBox, index: Number.isInteger(index) ? index : null },
    rank: content.rank * 10 + others,
  };
}

const isOn = ({ x, y, w, h }: Box, { width, height }: { width: number; height: number }) =>
  w >= LEAST.w && h >= LEAST.h && x >= 0 && y >= 0 && x + w <= width + 0.01 && y + h <= height + 0.01;

const USUAL_POINTS = 32;

/** The size of a title's letters: the layout's, else its master's. */
function pointsOf(title: Placeholder, above: Placeholder | undefined, master: XmlElement): number {
  const own = [title.shape, above?.shape].map((shape) => below(shape, "txBody", "lstStyle"));
  const styles = [...own, below(master, "txStyles", "titleStyle")];
  const sizes = styles.map((style) => Number(below(style, "lvl1pPr", "defRPr")?.attributes.sz ?? Number.NaN) / 100);
  return sizes.find((size) => size > 0) ?? USUAL_POINTS;
}

/** By slot of a theme, `RRGGBB`. */
type Colours = (slot: string) => string | null;

/** The colour of text in the content of a layout: by its style, its maps of colours, and the theme. */
export function inkOf({ layout, master, colours }: { layout: XmlElement; master: XmlElement; colours: Colours }) {
  const map = below(layout, "clrMapOvr", "overrideClrMapping")?.attributes ?? below(master, "clrMap")?.attributes ?? {};
  const content = contentOf(placeholdersOf(layout))?.found.shape;
  const styles = [below(content, "txBody", "lstStyle"), below(master, "txStyles", "bodyStyle")];
  const named = (slot: string) => colours(map[slot] ?? slot);
  for (const style of styles) {
    const fill = below(style, "lvl1pPr", "defRPr", "solidFill");
    const scheme = below(fill, "schemeClr")?.attributes.val;
    const colour = scheme === undefined ? below(fill, "srgbClr")?.attributes.val : named(scheme);
    if (colour && /^[0-9a-f]{6}$/i.test(colour)) return colour.toUpperCase();
  }
  return named("tx1");
}
