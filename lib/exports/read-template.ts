import "server-only";
import type { SlideLayout, SlideLook } from "@/lib/contracts/ours/slide-templates";
import { slideColour } from "@/lib/tables/slides";
import { filesOf } from "./template-files";
import { type Fitting, fittingOf, inkOf } from "./template-layout";
import { noTemplate, openParts, type Parts, refused, relationsOf, targetAt, targetsOf, xmlOf } from "./template-parts";
import { type Part, pictureIn } from "./template-pictures";
import { all, below, type XmlElement } from "./template-xml";

/** Logo, fonts, colours and a slide layout of a .pptx or .potx. Of its parts only the few that hold these are unpacked. */

const MACROS = "The file has macros. Save it in PowerPoint as .pptx or .potx without them, and choose that.";
const NO_THEME = "This PowerPoint file has no theme. Open it in PowerPoint, save it again, and choose that.";
const NO_LAYOUT =
  "None of its layouts has a title and one area for content, so that slides have the standard layout with its logo, fonts and colours.";

export async function readTemplate(bytes: Buffer): Promise<SlideLook> {
  const parts = await openParts(bytes);
  const main = await mainPart(parts);
  const masters = await mastersOf(parts, await partOf(parts, main));
  const best = bestOf(masters);
  const { master, layouts, theme } = best?.of ?? masters[0] ?? refuse();
  const colours = coloursOf(theme.root);
  const look = {
    fonts: { head: fontOf(theme.root, "majorFont"), body: fontOf(theme.root, "minorFont") },
    // The accents by their numbers: what one of them lacks keeps the standard colour of its place.
    colours: ACCENTS.map((slot, at) => colours(slot) ?? slideColour(at).colour),
    ink: colours("dk1") ?? USUAL_INK,
    logo: await logoOf(parts, [master, ...layouts.map(({ part }) => part)]),
  };
  if (!best) return { ...look, layout: null, remarks: [NO_LAYOUT] };
  const { layout, fitting } = best;
  const { files, remarks } = await filesOf(parts, { master, layout, theme });
  const ink = inkOf({ layout: layout.root, master: master.root, colours }) ?? look.ink;
  return { ...look, layout: files && layoutOf(fitting, { size: best.of.size, ink, parts: files }), remarks };
}

const refuse = (): never => {
  throw noTemplate();
};

const layoutOf = (
  { layout, title, content }: Fitting,
  more: Pick<SlideLayout, "size" | "ink" | "parts">,
): SlideLayout => ({
  ...{ name: below(layout, "cSld")?.attributes.name?.trim().slice(0, 200) || "Layout", title, content },
  ...more,
});

/** The name of the presentation's own part; refuses what is none, and what has macros. */
async function mainPart(parts: Parts): Promise<string> {
  const types = (await parts.read("[Content_Types].xml"))?.toString("utf8") ?? "";
  if (/macroEnabled/i.test(types) || [...parts.names].some((name) => /vbaProject/i.test(name))) throw refused(MACROS);
  if (!/presentationml\.(presentation|template|slideshow)\.main\+xml/.test(types)) throw noTemplate();
  const [main] = targetsOf(await relationsOf(parts, ""), "officeDocument");
  return main ?? refuse();
}

async function partOf(parts: Parts, name: string): Promise<Part> {
  return { root: await xmlOf(parts, name), relations: await relationsOf(parts, name) };
}

type Layout = { part: Part; fitting: (Fitting & { rank: number }) | null };
type Master = { master: Part; theme: Part; layouts: Layout[]; size: SlideLayout["size"] };

/** More than any template has. */
const MOST_MASTERS = 20;
const MOST_LAYOUTS = 200;
const EMU = 914_400;

async function mastersOf(parts: Parts, { root, relations }: Part): Promise<Master[]> {
  const { cx, cy } = below(root, "sldSz")?.attributes ?? {};
  const size = { width: Number(cx ?? 9_144_000) / EMU, height: Number(cy ?? 6_858_000) / EMU };
  if (!(size.width > 0) || !(size.height > 0)) throw noTemplate();
  const masters: Master[] = [];
  for (const { references } of all(root, "sldMasterId").slice(0, MOST_MASTERS)) {
    const master = await partOf(parts, targetAt(relations, references.id, "slideMaster"));
    const [theme] = targetsOf(master.relations, "theme");
    if (theme === undefined) throw refused(NO_THEME);
    masters.push({ master, theme: await partOf(parts, theme), layouts: await layoutsOf(parts, master, size), size });
  }
  return masters;
}

async function layoutsOf(parts: Parts, master: Part, size: SlideLayout["size"]): Promise<Layout[]> {
  const layouts: Layout[] = [];
  for (const { references } of all(master.root, "sldLayoutId").slice(0, MOST_LAYOUTS)) {
    const part = await partOf(parts, targetAt(master.relations, references.id, "slideLayout"));
    layouts.push({ part, fitting: fittingOf(part.root, master.root, size) });
  }
  return layouts;
}

/** The best layout of the first master that has one; of equals the first. */
function bestOf(masters: readonly Master[]): { of: Master; layout: Part; fitting: Fitting } | null {
  for (const of of masters) {
    const fitting = of.layouts.flatMap(({ part, fitting: how }) => (how ? [{ of, layout: part, fitting: how }] : []));
    const [first] = fitting.toSorted((one, other) => one.fitting.rank - other.fitting.rank);
    if (first) return first;
  }
  return null;
}

const ACCENTS = ["accent1", "accent2", "accent3", "accent4", "accent5", "accent6"];
const USUAL_INK = "1F2328";

const coloursOf = (theme: XmlElement) => (slot: string) => {
  const found = below(theme, "themeElements", "clrScheme", slot)?.children[0];
  const value = found?.name === "sysClr" ? found.attributes.lastClr : found?.attributes.val;
  return value && /^[0-9a-f]{6}$/i.test(value) ? value.toUpperCase() : null;
};

function fontOf(theme: XmlElement, kind: "majorFont" | "minorFont"): string {
  const name = below(theme, "themeElements", "fontScheme", kind, "latin")?.attributes.typeface?.trim() ?? "";
  // "+mj-lt" means another part of the theme: no font is called so.
  return name === "" || name.startsWith("+") ? "Arial" : name.slice(0, 100);
}

/** Where a logo stands: on every slide, so on the master; else on the first layout that has a picture. */
async function logoOf(parts: Parts, shown: readonly Part[]): Promise<SlideLook["logo"]> {
  for (const { root, relations } of shown) {
    const [picture] = all(root, "pic");
    const id = picture && below(picture, "blipFill", "blip")?.references.embed;
    const { cx, cy } = below(picture, "spPr", "xfrm", "ext")?.attributes ?? {};
    const [wide, high] = [Number(cx), Number(cy)];
    if (id === undefined || !(wide > 0) || !(high > 0)) continue;
    const found = await pictureIn(parts, targetAt(relations, id, "image"));
    if (!found || found.bytes.length > MOST_LOGO) continue;
    return { data: `data:image/${found.ending};base64,${found.bytes.toString("base64")}`, ratio: wide / high };
  }
  return null;
}

const MOST_LOGO = 1024 * 1024;
