import type { SlideLayout } from "@/lib/contracts/ours/slide-templates";
import { readZip, writeZip } from "./zip";

/**
 * A presentation whose slides stand on a layout of a template. The package that writes presentations knows no layouts
 * but its own: its master, layout and theme are changed for those of the template, under the same names.
 */
export async function withLayout(
  presentation: Uint8Array<ArrayBuffer>,
  layout: SlideLayout,
  titles: readonly string[],
): Promise<Blob> {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const [name, part] of readZip(presentation)) {
    if (!name.endsWith("/")) files.set(name, await part.bytes());
  }
  for (const { name, content, isText } of layout.parts) {
    files.set(name, isText ? new TextEncoder().encode(content) : fromBase64(content));
  }
  for (const [at, title] of titles.entries()) {
    const name = `ppt/slides/slide${at + 1}.xml`;
    const slide = new TextDecoder().decode(files.get(name));
    files.set(name, new TextEncoder().encode(onLayout(slide, title, layout)));
  }
  return writeZip(files);
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

const FIRST_PLACE = "</p:grpSpPr>";
const FRAME = /(<p:nvGraphicFramePr>[\s\S]*?<p:nvPr>)/;

/** The slide with its title in the layout's placeholder, and its chart or table as what the other one holds. */
function onLayout(slide: string, title: string, { title: { box, points }, content }: SlideLayout): string {
  const size = sizeOf(title, box, points);
  // Without a size of its own the text has that of the layout.
  const ofText = size < points ? ` sz="${Math.round(size * 100)}"` : "";
  const shape = [
    '<p:sp><p:nvSpPr><p:cNvPr id="9001" name="Title"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>',
    '<p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr><a:normAutofit/></a:bodyPr>',
    `<a:lstStyle/><a:p><a:r><a:rPr lang="en-US"${ofText}/><a:t>${escaped(title)}</a:t></a:r></a:p></p:txBody></p:sp>`,
  ].join("");
  const titled = slide.replace(FIRST_PLACE, () => `${FIRST_PLACE}${shape}`);
  const { index } = content;
  return index === null ? titled : titled.replace(FRAME, (found) => `${found}<p:ph idx="${index}"/>`);
}

const SMALLEST = 12;
/** Of a letter's height: how wide it is on average, and how far lines are apart. */
const LETTER_WIDTH = 0.52;
const LINE = 1.2;
/** Of a text's frame at its left and right, and above and below it, together, in inches. */
const INSET = { across: 0.2, down: 0.1 };

/** The largest size up to the layout's own in which a title fits its placeholder: Office shrinks it only when it is edited. */
function sizeOf(title: string, { w, h }: { w: number; h: number }, points: number): number {
  const fits = (size: number) => {
    const letters = Math.max(1, Math.floor(((w - INSET.across) * 72) / (size * LETTER_WIDTH)));
    return Math.ceil(title.length / letters) * size * LINE <= (h - INSET.down) * 72;
  };
  let size = points;
  while (size > SMALLEST && !fits(size)) size -= 1;
  return size;
}

const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => signs[sign] ?? sign);
