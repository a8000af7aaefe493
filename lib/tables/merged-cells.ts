import { readZip, type ZipPart } from "./zip";

/** Cells of a sheet that were merged into one, counted from 0, both ends in. */
type MergedCells = { top: number; left: number; bottom: number; right: number };

/**
 * The merged cells of a workbook's sheet, which what reads its values does not tell. Nothing where the workbook is
 * built in a way that this does not know: then the other cells of a merger are empty, as they are in the file.
 */
export async function mergedCells(workbook: Uint8Array<ArrayBuffer>, sheet: string): Promise<MergedCells[]> {
  try {
    const parts = readZip(workbook);
    const path = await sheetPath(parts, sheet);
    const xml = path === null ? "" : await textOf(parts, path);
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

type Parts = ReadonlyMap<string, ZipPart>;

const textOf = async (parts: Parts, name: string) => new TextDecoder().decode(await parts.get(name)?.bytes());

/** The workbook names its sheets and their relations; a relation names the file. */
async function sheetPath(parts: Parts, sheet: string) {
  const workbook = await textOf(parts, "xl/workbook.xml");
  const relations = await textOf(parts, "xl/_rels/workbook.xml.rels");
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
