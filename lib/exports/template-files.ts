import "server-only";
import type { SlideLayout } from "@/lib/contracts/ours/slide-templates";
import type { Parts } from "./template-parts";
import { type Part, type Picture, picturesOf } from "./template-pictures";
import { writeXml, type XmlElement } from "./template-xml";

/** What a layout of a template brings into a presentation, under the names that our package writes there. */
type Files = SlideLayout["parts"];
type Taken = { master: Part; layout: Part; theme: Part };

/** Of all files of a layout, as they are stored. */
const MOST_BYTES = 6 * 1024 * 1024;

const LEFT_OUT = "A picture of its layout is left out: only PNG, JPEG and GIF of up to 2 MB are used.";
const TOO_LARGE = `Its layout is not used, because its files have more than ${MOST_BYTES / 1024 ** 2} MB.`;

/** A relation as it is written: its kind, and the other part. */
type Link = readonly [kind: string, target: string];
type Place = { folder: string; name: string; links: readonly Link[] };

/** Each has the part that it cannot be without; a master has the one layout that is taken. */
const PLACES: Record<keyof Taken, Place> = {
  master: {
    ...{ folder: "ppt/slideMasters", name: "slideMaster1.xml" },
    links: [
      ["slideLayout", "../slideLayouts/slideLayout1.xml"],
      ["theme", "../theme/theme1.xml"],
    ],
  },
  layout: {
    ...{ folder: "ppt/slideLayouts", name: "slideLayout1.xml" },
    links: [["slideMaster", "../slideMasters/slideMaster1.xml"]],
  },
  theme: { folder: "ppt/theme", name: "theme1.xml", links: [] },
};

/** The files of a layout; null: they are too large. */
export async function filesOf(parts: Parts, taken: Taken): Promise<{ files: Files | null; remarks: string[] }> {
  const pictures = await picturesOf(parts, Object.values(taken));
  const named = new Map([...pictures].map(([name, picture], at) => [name, picture && newName(picture, at)]));
  const xml = (["master", "layout", "theme"] as const).flatMap((kind) => written(taken[kind], PLACES[kind], named));
  const files = [...xml, ...[...pictures].flatMap(([, picture], at) => (picture ? [pictureFile(picture, at)] : []))];
  if (files.reduce((sum, { content }) => sum + content.length, 0) > MOST_BYTES) {
    return { files: null, remarks: [TOO_LARGE] };
  }
  const isWhole = [...pictures.values()].every((picture) => picture !== null);
  return { files, remarks: isWhole ? [] : [LEFT_OUT] };
}

const newName = ({ ending }: Picture, at: number) => `template-${at + 1}.${ending}`;

const pictureFile = (picture: Picture, at: number) => ({
  name: `ppt/media/${newName(picture, at)}`,
  content: picture.bytes.toString("base64"),
  isText: false,
});

/** The one layout that a master keeps, by the first of its relations. */
const ONE_LAYOUT = '<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst>';
const instead = ({ name }: XmlElement) => (name === "sldLayoutIdLst" ? ONE_LAYOUT : undefined);

/** A part written anew, and its relations: those that it cannot be without, and its pictures. */
function written({ root, relations }: Part, { folder, name, links }: Place, named: ReadonlyMap<string, string | null>) {
  const all: Link[] = [...links];
  const ids = new Map<string, string>();
  const picture = (id: string | undefined): string | undefined => {
    const file = id === undefined ? null : named.get(relations.get(id)?.target ?? "");
    if (id === undefined || !file) return undefined;
    if (!ids.has(id)) ids.set(id, `rId${all.push(["image", `../media/${file}`])}`);
    return ids.get(id);
  };
  const content = writeXml(root, { picture, instead });
  return [
    { name: `${folder}/${name}`, content, isText: true },
    { name: `${folder}/_rels/${name}.rels`, content: relationsXml(all), isText: true },
  ];
}

const TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

function relationsXml(links: readonly Link[]): string {
  const each = links.map(
    ([kind, target], at) => `<Relationship Id="rId${at + 1}" Type="${TYPES}/${kind}" Target="${target}"/>`,
  );
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
  return `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join("")}</Relationships>`;
}
