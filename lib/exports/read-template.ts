import "server-only";
import { posix } from "node:path";
import { SaxesParser } from "saxes";
import yauzl from "yauzl";
import { AppError } from "@/lib/http/problem";
import type { SlideLook } from "@/lib/tables/slides";

/** Logo, fonts and colours of a .pptx or .potx. Of its parts only the few that hold these are unpacked. */

const MEGABYTE = 1024 * 1024;
const MOST_PARTS = 5000;
/** Of all parts as the archive says: what is more was made to do harm. */
const MOST_UNPACKED = 400 * MEGABYTE;
/** Of a part that is read. */
const MOST_PART = 4 * MEGABYTE;
const MOST_LOGO = MEGABYTE;

const refused = (problem: string, cause?: unknown) => new AppError("invalid", problem, { cause });
const NO_TEMPLATE = "This file is no PowerPoint file. Choose a .pptx or .potx.";
const none = (cause?: unknown) => refused(NO_TEMPLATE, cause);

export async function readTemplate(bytes: Buffer): Promise<SlideLook> {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true }).catch((error: unknown) => {
    throw none(error);
  });
  const parts = await partsIn(zip);
  const text = async (name: string) => (await parts.read(name, MOST_PART))?.toString("utf8") ?? null;
  const types = await text("[Content_Types].xml");
  if (!types || !/presentationml\.(presentation|template|slideshow)\.main\+xml/.test(types)) throw none();
  const theme = await text("ppt/theme/theme1.xml");
  if (!theme)
    throw refused("This PowerPoint file has no theme. Open it in PowerPoint, save it again, and choose that.");
  const look = themeOf(theme);
  return { ...look, logo: await logoOf(parts) };
}

type Parts = { names: ReadonlySet<string>; read: (name: string, most: number) => Promise<Buffer | null> };

async function partsIn(zip: yauzl.ZipFile): Promise<Parts> {
  const entries = new Map<string, yauzl.Entry>();
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      entries.set(entry.fileName, entry);
      unpacked += entry.uncompressedSize;
      if (entries.size > MOST_PARTS || unpacked > MOST_UNPACKED) break;
    }
  } catch (error) {
    throw none(error);
  }
  if (entries.size > MOST_PARTS)
    throw refused(`The file has more than ${MOST_PARTS} parts. Choose a smaller template.`);
  if (unpacked > MOST_UNPACKED) {
    throw refused(`The file would unpack to more than ${MOST_UNPACKED / MEGABYTE} MB. Choose a smaller template.`);
  }
  const read = async (name: string, most: number) => {
    const entry = entries.get(name);
    if (!entry) return null;
    if (entry.uncompressedSize > most)
      throw refused(`A part of the file, ${name}, is too large. Choose a smaller template.`);
    try {
      const chunks: Buffer[] = [];
      // More bytes than the entry declares end the stream with an error.
      for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk);
      return Buffer.concat(chunks);
    } catch (error) {
      throw refused("The file is damaged or was cut short. Save it again and choose that.", error);
    }
  };
  return { names: new Set(entries.keys()), read };
}

type Element = { name: string; path: string; attributes: Record<string, string> };

/** The elements of a part by their local names, each with its path; what is no XML is refused. */
function elementsOf(xml: string): Element[] {
  const [elements, open]: [Element[], string[]] = [[], []];
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => {
    open.push(name.replace(/^.*:/, ""));
    elements.push({ name: open.at(-1) ?? "", path: open.join("/"), attributes: attributes as Record<string, string> });
  });
  parser.on("closetag", () => void open.pop());
  parser.on("error", (error) => {
    throw none(error);
  });
  parser.write(xml).close();
  return elements;
}

const ACCENTS = ["accent1", "accent2", "accent3", "accent4", "accent5", "accent6"];
const USUAL_INK = "1F2328";

function themeOf(xml: string): Omit<SlideLook, "logo"> {
  const elements = elementsOf(xml);
  const colourOf = (slot: string): string | null => {
    const found = elements.find(({ path }) => path.includes(`/clrScheme/${slot}/`));
    const value = found?.name === "sysClr" ? found.attributes.lastClr : found?.attributes.val;
    return value && /^[0-9a-f]{6}$/i.test(value) ? value.toUpperCase() : null;
  };
  const fontOf = (kind: "majorFont" | "minorFont") => {
    const found = elements.find(({ path }) => path.endsWith(`/${kind}/latin`));
    // "+mj-lt" means another part of the theme: no font is called so.
    const name = found?.attributes.typeface?.trim() ?? "";
    return name === "" || name.startsWith("+") ? "Arial" : name.slice(0, 100);
  };
  return {
    fonts: { head: fontOf("majorFont"), body: fontOf("minorFont") },
    colours: ACCENTS.flatMap((slot) => colourOf(slot) ?? []),
    ink: colourOf("dk1") ?? USUAL_INK,
  };
}

/** Where a logo stands: on every slide, so on the master; else on the first layout that has a picture. */
async function logoOf(parts: Parts): Promise<SlideLook["logo"]> {
  const layouts = [...parts.names]
    .filter((name) => /^ppt\/slideLayouts\/slideLayout\d+\.xml$/.test(name))
    .sort((a, b) => numberIn(a) - numberIn(b));
  for (const name of ["ppt/slideMasters/slideMaster1.xml", ...layouts]) {
    const logo = await pictureIn(parts, name);
    if (logo) return logo;
  }
  return null;
}

const numberIn = (name: string) => Number(/(\d+)\.xml$/.exec(name)?.[1] ?? 0);

const imageTypes: Record<string, string> = { png: "image/png", jpg: "image/jpeg", jpeg: "image/jpeg" };

async function pictureIn(parts: Parts, name: string): Promise<SlideLook["logo"]> {
  const xml = (await parts.read(name, MOST_PART))?.toString("utf8");
  const links = await parts.read(posix.join(posix.dirname(name), "_rels", `${posix.basename(name)}.rels`), MOST_PART);
  if (!xml || !links) return null;
  const elements = elementsOf(xml);
  const picture = elements.findIndex(({ name: each }) => each === "pic");
  if (picture < 0) return null;
  const inside = elements.slice(picture);
  const id = inside.find(({ name: each }) => each === "blip")?.attributes["r:embed"];
  const size = inside.find(({ path }) => path.endsWith("/pic/spPr/xfrm/ext"))?.attributes;
  const target = elementsOf(links.toString("utf8")).find(({ attributes }) => attributes.Id === id)?.attributes.Target;
  if (!id || !target) return null;
  const type = imageTypes[posix.extname(target).slice(1).toLowerCase()];
  const file = target.startsWith("/") ? target.slice(1) : posix.join(posix.dirname(name), target);
  const [wide, high] = [Number(size?.cx), Number(size?.cy)];
  if (!type || !(wide > 0) || !(high > 0)) return null;
  const bytes = await parts.read(file, MOST_LOGO);
  return bytes && { data: `data:${type};base64,${bytes.toString("base64")}`, ratio: wide / high };
}
