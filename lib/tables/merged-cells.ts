/** Cells of a sheet that were merged into one, counted from 0, both ends in. */
type MergedCells = { top: number; left: number; bottom: number; right: number };

/**
 * The merged cells of a workbook's sheet, which what reads its values does not tell. Nothing where the workbook is
 * built in a way that this does not know: then the other cells of a merger are empty, as they are in the file.
 */
export async function mergedCells(workbook: Uint8Array<ArrayBuffer>, sheet: string): Promise<MergedCells[]> {
  try {
    const parts = partsOf(workbook);
    const path = await sheetPath(workbook, parts, sheet);
    const xml = path === null ? "" : await textOf(workbook, parts.get(path));
    return [...xml.matchAll(/<mergeCell\b[^>]*?\bref="([A-Z]+)(\d+):([A-Z]+)(\d+)"/g)].map((found) => ({
      left: columnOf(found[1] ?? ""),
      top: Number(found[2]) - 1,
      right: columnOf(found[3] ?? ""),
      bottom: Number(found[4]) - 1,
    }));
  } catch {
    return [];
  }
}

/** Rows whose merged cells all have the value of the first of them. */
export function fillMerged<Cell>(
  rows: readonly (readonly Cell[])[],
  merged: readonly MergedCells[],
): (Cell | string)[][] {
  const filled: (Cell | string)[][] = rows.map((cells) => [...cells]);
  for (const { top, left, bottom, right } of merged) {
    const value = rows[top]?.[left] ?? "";
    if (value === "") continue;
    for (let row = top; row <= Math.min(bottom, filled.length - 1); row += 1) {
      const cells = filled[row];
      if (!cells) continue;
      for (let column = left; column <= Math.min(right, cells.length - 1); column += 1) cells[column] = value;
    }
  }
  return filled;
}

const columnOf = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** A file inside the workbook, which is a zip archive: where it begins, how long it is, and whether it is deflated. */
type Part = { at: number; size: number; isDeflated: boolean };

const END_OF_ARCHIVE = 0x06054b50;
const ENTRY = 0x02014b50;
const LONGEST_COMMENT = 65_535 + 22;

function partsOf(archive: Uint8Array): ReadonlyMap<string, Part> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  let end = archive.length - 22;
  while (view.getUint32(end, true) !== END_OF_ARCHIVE) {
    end -= 1;
    if (end < archive.length - LONGEST_COMMENT) throw new RangeError("This is no archive.");
  }
  const parts = new Map<string, Part>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (view.getUint32(at, true) !== ENTRY) break;
    const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true)) as [
      number,
      number,
      number,
    ];
    const header = view.getUint32(at + 42, true);
    const begin = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
    parts.set(new TextDecoder().decode(archive.subarray(at + 46, at + 46 + name)), {
      at: begin,
      size: view.getUint32(at + 20, true),
      isDeflated: view.getUint16(at + 10, true) === 8,
    });
    at += 46 + name + extra + comment;
  }
  return parts;
}

async function textOf(archive: Uint8Array<ArrayBuffer>, part: Part | undefined): Promise<string> {
  if (!part) return "";
  const bytes = archive.slice(part.at, part.at + part.size);
  if (!part.isDeflated) return new TextDecoder().decode(bytes);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}

/** The workbook names its sheets and their relations; a relation names the file. */
async function sheetPath(archive: Uint8Array<ArrayBuffer>, parts: ReadonlyMap<string, Part>, sheet: string) {
  const workbook = await textOf(archive, parts.get("xl/workbook.xml"));
  const relations = await textOf(archive, parts.get("xl/_rels/workbook.xml.rels"));
  const tag = [...workbook.matchAll(/<sheet\b[^>]*>/g)].find(
    ([each]) => unescaped(attributeOf(each, "name") ?? "") === sheet,
  )?.[0];
  const id = tag && attributeOf(tag, "r:id");
  const relation = [...relations.matchAll(/<Relationship\b[^>]*>/g)].find(([each]) => attributeOf(each, "Id") === id);
  const target = relation && attributeOf(relation[0], "Target");
  if (!id || !target) return null;
  return target.startsWith("/") ? target.slice(1) : `xl/${target}`;
}

const attributeOf = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];

const signs: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const unescaped = (text: string) => text.replace(/&(amp|lt|gt|quot|apos);/g, (_, sign: string) => signs[sign] ?? "");
