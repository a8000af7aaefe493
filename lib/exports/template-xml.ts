import { type SaxesAttributeNS, SaxesParser } from "saxes";

/** An element of a part: by its namespace, and its name without prefix. */
export type XmlElement = {
  space: string;
  name: string;
  /** Those without a namespace. */
  attributes: Readonly<Record<string, string>>;
  /** Ids of other parts, by the attributes' names: `embed`, `id`. */
  references: Readonly<Record<string, string>>;
  children: readonly XmlElement[];
  text: string;
};

export const MAIN = "http://schemas.openxmlformats.org/presentationml/2006/main";
const DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main";
const REFERENCES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** Far beyond what PowerPoint writes. */
const MOST_DEPTH = 200;
const MOST_ELEMENTS = 200_000;

type Growing = Omit<XmlElement, "children"> & { children: Growing[] };

/** A part's root. `refusal`: what is thrown for a text that is no XML, or larger than any part of a presentation. */
export function readXml(xml: string, refusal: (cause: unknown) => Error): XmlElement {
  const open: Growing[] = [];
  let root: Growing | null = null;
  let elements = 0;
  const parser = new SaxesParser({ xmlns: true });
  parser.on("opentag", ({ uri, local, attributes }) => {
    elements += 1;
    if (elements > MOST_ELEMENTS || open.length > MOST_DEPTH) throw refusal("too many elements");
    const element: Growing = {
      space: uri,
      name: local,
      ...attributesOf(Object.values(attributes)),
      children: [],
      text: "",
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on("text", (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on("closetag", () => void open.pop());
  parser.on("error", (error) => {
    throw refusal(error);
  });
  parser.write(xml).close();
  if (!root) throw refusal("no element");
  return root;
}

function attributesOf(given: readonly SaxesAttributeNS[]): Pick<XmlElement, "attributes" | "references"> {
  const of = (space: string) =>
    Object.fromEntries(given.filter(({ uri }) => uri === space).map(({ local, value }) => [local, value]));
  return { attributes: of(""), references: of(REFERENCES) };
}

/** The element below by the names on the way; the first of several. */
export function below(element: XmlElement | undefined, ...names: readonly string[]): XmlElement | undefined {
  return names.reduce<XmlElement | undefined>((at, name) => at?.children.find((child) => child.name === name), element);
}

/** Every element of a name below this one. */
export function all(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)]);
}

const PREFIXES: Readonly<Record<string, string>> = { [MAIN]: "p", [DRAWING]: "a" };

/** Links and sounds, animations, anything that runs, and what only other programs read. */
const LEFT_OUT = new Set([
  ...["hlinkClick", "hlinkHover", "hlinkMouseOver", "snd", "transition", "timing", "controls", "graphicFrame"],
  ...["contentPart", "audioCd", "audioFile", "wavAudioFile", "videoFile", "quickTimeFile", "custDataLst", "extLst"],
]);

type Writing = {
  /** The new id of a picture by its id in the file; undefined: it is left out. */
  picture: (id: string | undefined) => string | undefined;
  /** Written in place of an element; undefined: as it is. */
  instead?: (element: XmlElement) => string | undefined;
};

/**
 * A part written anew: elements and texts of presentations and drawings, and their plain attributes. Ids of other parts
 * are left out but those of its pictures, so that nothing leads out of it.
 */
export function writeXml(root: XmlElement, writing: Writing): string {
  const spaces = [...Object.entries(PREFIXES), [REFERENCES, "r"]].map(([uri, prefix]) => ` xmlns:${prefix}="${uri}"`);
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
  return `${head}${write(root, writing, spaces.join(""))}`;
}

function write(element: XmlElement, writing: Writing, spaces = ""): string {
  const { space, name, attributes, children, text } = element;
  const prefix = PREFIXES[space];
  if (prefix === undefined || LEFT_OUT.has(name)) return "";
  const instead = writing.instead?.(element) ?? withoutPicture(element, writing);
  if (instead !== undefined) return instead;
  const tag = `${prefix}:${name}`;
  const plain = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const picture = name === "blip" ? ` r:embed="${writing.picture(element.references.embed)}"` : "";
  const inner = children.map((child) => write(child, writing)).join("");
  const words = name === "t" ? escaped(text) : "";
  return `<${tag}${spaces}${plain.join("")}${picture}>${inner}${words}</${tag}>`;
}

/** The way from what is drawn with a picture to that picture. */
const WAYS: Readonly<Record<string, readonly string[]>> = {
  pic: ["blipFill", "blip"],
  blipFill: ["blip"],
  buBlip: ["blip"],
  blip: [],
};

/** What stands in place of an element whose picture is left out. */
function withoutPicture(element: XmlElement, { picture }: Writing): string | undefined {
  const { space, name } = element;
  const way = WAYS[name];
  if (!way || picture(below(element, ...way)?.references.embed) !== undefined) return undefined;
  return name === "blipFill" && space === DRAWING ? "<a:noFill/>" : "";
}

const signs: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
  "\r": "&#13;",
  "\t": "&#9;",
};
const escaped = (text: string) => text.replace(/[&<>"\n\r\t]/g, (sign) => signs[sign] ?? sign);
