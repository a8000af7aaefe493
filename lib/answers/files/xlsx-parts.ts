import "server-only";
import { SaxesParser, type SaxesTagPlain } from "saxes";
import { unreadable } from "./answer-file";
import { TextStore } from "./text-store";
import type { XlsxArchive } from "./xlsx-archive";
import { type NumberStyle, numberStyle } from "./xlsx-numbers";

/** The small parts of a workbook: its sheets, styles and texts. */
type Handlers = {
  open?: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
};

/** A tag or a text of more is no spreadsheet's; the parser would gather it in memory. */
const LONGEST_PIECE = 8_000_000;

/** A parser of one part's XML; names come without their prefix. */
export function xmlParser({ open, text, close }: Handlers): { write(chunk: string): void; end(): void } {
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw unreadable("The workbook is damaged: one of its parts is no XML. Save it again, or save it as CSV.", error);
  });
  // An entity that a document defines may stand for a billion others; workbooks define none.
  parser.on("doctype", () => {
    throw unreadable("The workbook is not read: one of its parts defines entities, which no spreadsheet writes.");
  });
  let silent = 0;
  const heard = (piece: string) => {
    silent = 0;
    text?.(piece);
  };
  parser.on("text", heard);
  parser.on("cdata", heard);
  parser.on("opentag", (tag: SaxesTagPlain) => {
    silent = 0;
    open?.(local(tag.name), tag.attributes);
  });
  parser.on("closetag", (tag: SaxesTagPlain) => close?.(local(tag.name)));
  const write = (chunk: string) => {
    silent += chunk.length;
    parser.write(chunk);
    if (silent > LONGEST_PIECE)
      throw unreadable("The workbook is damaged: a single text or tag in it has more than 8 MB.");
  };
  return { write, end: () => void parser.close() };
}

const local = (name: string) => name.slice(name.indexOf(":") + 1);

async function parsePart(archive: XlsxArchive, part: string, handlers: Handlers): Promise<void> {
  const parser = xmlParser(handlers);
  for await (const chunk of archive.text(part)) parser.write(chunk);
  parser.end();
}

export type Sheet = { name: string; part: string; isHidden: boolean };
export type Workbook = { sheets: Sheet[]; is1904: boolean };

const WORKBOOK = "xl/workbook.xml";

export async function readWorkbook(archive: XlsxArchive): Promise<Workbook> {
  if (!archive.has(WORKBOOK)) {
    throw unreadable(
      "The file is an archive (ZIP) without a workbook in it. Unpack it and choose the file of answers.",
    );
  }
  const targets = await relationsOf(archive);
  const found: Workbook = { sheets: [], is1904: false };
  await parsePart(archive, WORKBOOK, {
    open(name, attributes) {
      if (name === "workbookPr") found.is1904 = ["1", "true"].includes(attributes.date1904 ?? "");
      if (name !== "sheet") return;
      const relation = Object.entries(attributes).find(([key]) => key === "r:id" || key.endsWith(":id"))?.[1] ?? "";
      const part = targets.get(relation);
      if (!part || !archive.has(part)) return;
      found.sheets.push({ name: attributes.name ?? "", part, isHidden: (attributes.state ?? "visible") !== "visible" });
    },
  });
  return found;
}

async function relationsOf(archive: XlsxArchive): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  const part = "xl/_rels/workbook.xml.rels";
  if (!archive.has(part)) return targets;
  await parsePart(archive, part, {
    open(name, { Id = "", Target = "" }) {
      if (name === "Relationship")
        targets.set(Id, Target.startsWith("/") ? Target.slice(1) : `xl/${Target.replace(/^\.\//, "")}`);
    },
  });
  return targets;
}

const MOST_SMALL_PART = 64 * 1024 * 1024;

/** What the style of each number means, by its place. */
export async function readStyles(archive: XlsxArchive): Promise<NumberStyle[]> {
  const part = "xl/styles.xml";
  const styles: NumberStyle[] = [];
  if (!archive.has(part)) return styles;
  refuseLarge(archive, part, MOST_SMALL_PART, "styles");
  const codes = new Map<number, string>();
  let isWithinCells = false;
  await parsePart(archive, part, {
    open(name, attributes) {
      const id = Number(attributes.numFmtId);
      if (name === "numFmt") codes.set(id, attributes.formatCode ?? "");
      if (name === "cellXfs") isWithinCells = true;
      if (name === "xf" && isWithinCells) styles.push(numberStyle(id, codes.get(id)));
    },
    close(name) {
      if (name === "cellXfs") isWithinCells = false;
    },
  });
  return styles;
}

/** They are all kept in memory while the sheet is read. */
const MOST_TEXTS = 128 * 1024 * 1024;

/** The texts that cells refer to by their number. */
export async function readTexts(archive: XlsxArchive): Promise<TextStore> {
  const part = "xl/sharedStrings.xml";
  const texts = new TextStore();
  if (!archive.has(part)) return texts;
  refuseLarge(archive, part, MOST_TEXTS, "texts");
  const state = { text: "", isText: false, isReading: 0 };
  await parsePart(archive, part, {
    open(name) {
      if (name === "si") state.text = "";
      if (name === "rPh") state.isReading++;
      if (name === "t") state.isText = state.isReading === 0;
    },
    text(text) {
      if (state.isText) state.text += text;
    },
    close(name) {
      if (name === "t") state.isText = false;
      if (name === "rPh") state.isReading--;
      if (name === "si") texts.add(unescaped(state.text));
    },
  });
  return texts;
}

function refuseLarge(archive: XlsxArchive, part: string, most: number, what: string): void {
  if (archive.unpackedBytes(part) <= most) return;
  throw unreadable(
    `The workbook's ${what} unpack to more than ${most / 1024 / 1024} MB. Save it as CSV and choose that.`,
  );
}

/** Characters that XML cannot hold are written `_x000D_`. */
export const unescaped = (text: string): string =>
  text.includes("_x")
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
