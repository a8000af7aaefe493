import "server-only";
import { posix } from "node:path";
import yauzl from "yauzl";
import { AppError } from "@/lib/http/problem";
import { all, readXml, type XmlElement } from "./template-xml";

/** The parts of a PowerPoint file, each unpacked only when it is read. */
export type Parts = {
  names: ReadonlySet<string>;
  /** Once it is unpacked. */
  sizeOf: (name: string) => number;
  read: (name: string) => Promise<Buffer | null>;
};

const MEGABYTE = 1024 * 1024;
const MOST_PARTS = 5000;
/** Of all parts as the archive says: what is more was made to do harm. */
const MOST_UNPACKED = 400 * MEGABYTE;
/** Of a part that is read. */
const MOST_PART = 4 * MEGABYTE;

export const refused = (problem: string, cause?: unknown) => new AppError("invalid", problem, { cause });
const NO_TEMPLATE = "This file is no PowerPoint file. Choose a .pptx or .potx.";
export const noTemplate = (cause?: unknown) => refused(NO_TEMPLATE, cause);
const SAVE_AGAIN = "Open it in PowerPoint, save it again, and choose that.";

export async function openParts(bytes: Buffer): Promise<Parts> {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true }).catch((error: unknown) => {
    throw noTemplate(error);
  });
  const entries = await entriesOf(zip);
  const read = async (name: string) => {
    const entry = entries.get(name);
    if (!entry) return null;
    if (entry.uncompressedSize > MOST_PART)
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
  const sizeOf = (name: string) => entries.get(name)?.uncompressedSize ?? 0;
  return { names: new Set(entries.keys()), sizeOf, read };
}

async function entriesOf(zip: yauzl.ZipFile): Promise<ReadonlyMap<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>();
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      entries.set(entry.fileName, entry);
      unpacked += entry.uncompressedSize;
      if (entries.size > MOST_PARTS || unpacked > MOST_UNPACKED) break;
    }
  } catch (error) {
    throw noTemplate(error);
  }
  if (entries.size > MOST_PARTS)
    throw refused(`The file has more than ${MOST_PARTS} parts. Choose a smaller template.`);
  if (unpacked > MOST_UNPACKED) {
    throw refused(`The file would unpack to more than ${MOST_UNPACKED / MEGABYTE} MB. Choose a smaller template.`);
  }
  return entries;
}

export const missingPart = (name: string) =>
  refused(`A part that the file names, ${name.slice(0, 200)}, is not in it. ${SAVE_AGAIN}`);

/** A part's XML; refuses a file that has no such part, and one whose part is no XML. */
export async function xmlOf(parts: Parts, name: string): Promise<XmlElement> {
  const bytes = await parts.read(name);
  if (!bytes) throw missingPart(name);
  return readXml(bytes.toString("utf8"), (cause) => refused(`A part of the file, ${name}, cannot be read.`, cause));
}

/** What another part is to one: its kind, as "slideLayout" or "image", and its name; null: it is outside of the file. */
type Relation = { kind: string; target: string | null };

/** By their ids. */
export type Relations = ReadonlyMap<string, Relation>;

/** The relations of a part. What a file links to stays behind; only a hyperlink does no harm by that. */
export async function relationsOf(parts: Parts, name: string): Promise<Relations> {
  const path = posix.join(posix.dirname(name), "_rels", `${posix.basename(name)}.rels`);
  if (!parts.names.has(path)) return new Map();
  const relations = new Map<string, Relation>();
  for (const { attributes } of all(await xmlOf(parts, path), "Relationship")) {
    const { Id = "", Type = "", Target = "", TargetMode } = attributes;
    const kind = posix.basename(Type);
    const isOutside = TargetMode === "External";
    if (isOutside && kind !== "hyperlink") {
      throw refused(
        `The file takes something (${kind}) from outside of it: “${Target.slice(0, 200)}”. Insert it into the file in PowerPoint, save it, and choose that.`,
      );
    }
    const inside = Target.startsWith("/") ? Target.slice(1) : posix.join(posix.dirname(name), Target);
    relations.set(Id, { kind, target: isOutside ? null : inside });
  }
  return relations;
}

/** The names of the related parts of a kind, in no order that means anything. */
export const targetsOf = (relations: Relations, kind: string): string[] =>
  [...relations.values()].flatMap((each) => (each.kind === kind && each.target !== null ? [each.target] : []));

/** The part behind an id, of the kind that it has to be of; refuses a file that names none. */
export function targetAt(relations: Relations, id: string | undefined, kind: string): string {
  const relation = relations.get(id ?? "");
  if (relation?.kind === kind && relation.target !== null) return relation.target;
  throw refused(`A relation of the file leads nowhere (${kind} ${id ?? ""}). ${SAVE_AGAIN}`);
}
