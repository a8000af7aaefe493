import { SaxesParser } from "saxes";
import yauzl from "yauzl";

/** The parts of a ZIP archive, as a presentation is one, unpacked, by their names. */
export async function partsOf(archive: Buffer): Promise<Map<string, Buffer>> {
  const zip = await yauzl.fromBufferPromise(archive, { lazyEntries: true });
  const parts = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk);
    parts.set(entry.fileName, Buffer.concat(chunks));
  }
  return parts;
}

/** An element of a part, with its path and its own text. */
export type ArchiveElement = { name: string; path: string; attributes: Record<string, string>; text: string };

/** The elements of a part; what is no XML fails. */
export function elementsOf(xml: string): ArchiveElement[] {
  const [elements, open]: [ArchiveElement[], ArchiveElement[]] = [[], []];
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => {
    const path = [...open.map((each) => each.name), name].join("/");
    const element = { name, path, attributes: attributes as Record<string, string>, text: "" };
    elements.push(element);
    open.push(element);
  });
  parser.on("text", (text) => {
    const last = open.at(-1);
    if (last) last.text += text;
  });
  parser.on("closetag", () => void open.pop());
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(xml).close();
  return elements;
}
