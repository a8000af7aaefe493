import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import { onTestFinished } from "vitest";
import type { AnswerFile, RawRow } from "@/lib/answers/files/answer-file";
import { openAnswerFile } from "@/lib/answers/files/open-answer-file";
import type { FileLayout } from "@/lib/contracts/interfaces/answers";

/** Writes the bytes and gives their path, which is there until the test ends. */
export function writtenFile(name: string, bytes: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), "fieldwork-answers-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

export const openBytes = (name: string, bytes: string | Uint8Array, layout?: FileLayout): Promise<AnswerFile> =>
  openAnswerFile(writtenFile(name, bytes), { name, layout });

async function rowsOf(file: AnswerFile): Promise<RawRow[]> {
  const all: RawRow[] = [];
  for await (const rows of file.rows()) all.push(...rows);
  return all;
}

/** Columns' names and rows' cells of a file with these bytes. */
export async function readBytes(name: string, bytes: string | Uint8Array) {
  const file = await openBytes(name, bytes);
  try {
    const rows = await rowsOf(file);
    const problems = rows.flatMap(({ problem }) => problem ?? []);
    return {
      names: file.columns.map((column) => column.name),
      cells: rows.map(({ cells }) => cells),
      rows,
      problems,
      file,
    };
  } finally {
    await file.close();
  }
}

type Part = { name: string; content: string | Uint8Array; claims?: number };

/** A ZIP archive of these parts, deflated. `claims`: the unpacked size that is written down instead of the true one. */
export function zipOf(parts: readonly Part[]): Buffer {
  const written: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, claims } of parts) {
    const bytes = Buffer.from(content as Uint8Array);
    const packed = deflateRawSync(bytes);
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(checksum(bytes), 0);
    sizes.writeUInt32LE(packed.length, 4);
    sizes.writeUInt32LE(claims ?? bytes.length, 8);
    const head = Buffer.from([20, 0, 0, 0, 8, 0, 0, 0, 0, 0]);
    const lengths = Buffer.from([name.length, 0, 0, 0]);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), head, sizes, lengths, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(
      Buffer.concat([Buffer.from("PK\x01\x02"), Buffer.from([20, 0]), head, sizes, lengths, place, Buffer.from(name)]),
    );
    written.push(local);
    at += local.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06");
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...written, listing, end]);
}

const checksum = (bytes: Buffer): number => crc32(bytes);

/** A workbook of several sheets, each from its rows of texts. */
export function workbookOfSheets(sheets: readonly { name: string; rows: readonly (readonly string[])[] }[]): Buffer {
  const partOf = (at: number) => `worksheets/sheet${at + 1}.xml`;
  const cell = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const rowsOf = (rows: readonly (readonly string[])[]) =>
    rows.map((cells, at) => `<row r="${at + 1}">${cells.map(cell).join("")}</row>`).join("");
  const named = sheets.map(({ name }, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at + 1}"/>`);
  const relations = sheets.map((_, at) => `<Relationship Id="r${at + 1}" Target="${partOf(at)}"/>`);
  return zipOf([
    { name: "xl/workbook.xml", content: `<workbook xmlns:r="r"><sheets>${named.join("")}</sheets></workbook>` },
    { name: "xl/_rels/workbook.xml.rels", content: `<Relationships>${relations.join("")}</Relationships>` },
    ...sheets.map(({ rows }, at) => ({
      name: `xl/${partOf(at)}`,
      content: `<worksheet><sheetData>${rowsOf(rows)}</sheetData></worksheet>`,
    })),
  ]);
}

/** A workbook of one sheet from the XML of its rows. */
export function workbookOf(sheetData: string, more: readonly Part[] = [], workbookPr = ""): Buffer {
  return zipOf([
    {
      name: "xl/workbook.xml",
      content: `<workbook xmlns:r="r">${workbookPr}<sheets><sheet name="Answers" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    { name: "xl/worksheets/sheet1.xml", content: `<worksheet><sheetData>${sheetData}</sheetData></worksheet>` },
    ...more,
  ]);
}
