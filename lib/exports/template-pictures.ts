import "server-only";
import { missingPart, type Parts, type Relations, targetAt } from "./template-parts";
import { all, type XmlElement } from "./template-xml";

/** A part of a template as it is read. */
export type Part = { root: XmlElement; relations: Relations };
export type Picture = { ending: string; bytes: Buffer };

const MEGABYTE = 1024 * 1024;
const MOST_PICTURE = 2 * MEGABYTE;

/** How pictures of the kinds that are used begin. */
const BEGINNINGS: Readonly<Record<string, string>> = { png: "89504e470d0a1a0a", jpeg: "ffd8ff", gif: "47494638" };

/** A picture of the file; null: it is of a kind or size that is not used. */
export async function pictureIn(parts: Parts, name: string): Promise<Picture | null> {
  if (!parts.names.has(name)) throw missingPart(name);
  if (parts.sizeOf(name) > MOST_PICTURE) return null;
  const bytes = await parts.read(name);
  const begins = bytes?.subarray(0, 8).toString("hex") ?? "";
  const [ending] = Object.keys(BEGINNINGS).filter((each) => begins.startsWith(BEGINNINGS[each] ?? ""));
  return bytes && ending !== undefined ? { ending, bytes } : null;
}

/** The pictures of these parts by their names in the file. */
export async function picturesOf(parts: Parts, shown: readonly Part[]): Promise<ReadonlyMap<string, Picture | null>> {
  const pictures = new Map<string, Picture | null>();
  for (const { root, relations } of shown) {
    for (const { references } of all(root, "blip")) {
      if (references.embed === undefined) continue;
      const name = targetAt(relations, references.embed, "image");
      if (!pictures.has(name)) pictures.set(name, await pictureIn(parts, name));
    }
  }
  return pictures;
}
