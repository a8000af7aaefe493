import { Readable } from "node:stream";
import writeExcelFile from "write-excel-file/node";
import type { FormatSettings } from "./format";
import { cellAddress } from "./sheet";
import { type SpanTable, sheetOf, tablesWorkbook } from "./span-table";
import { escapedXml } from "./xml-text";

/** A cell, from 0, that leads to the first one of another sheet. */
type SheetLink = { row: number; column: number; sheet: string };
export type NamedSheet = { name: string; table: SpanTable; links: readonly SheetLink[] };

/** A workbook of tables, a sheet each. The package holds all of it in memory. */
export async function sheetsXlsx(
  sheets: readonly NamedSheet[],
  settings: Pick<FormatSettings, "timeZone">,
): Promise<ReadableStream> {
  const written = sheets.map(({ name, table }) => ({ sheet: name, ...sheetOf(table, settings) }));
  const links = { files: { transform: { "xl/worksheets/sheet{id}.xml": { transform: linked(sheets) } } } };
  // The declared type leaves out that calls without a stream of their own are given one.
  const workbook = tablesWorkbook(sheets);
  const toStream = writeExcelFile(written, { ...workbook, features: [...workbook.features, links] })
    .toStream as () => Promise<Readable>;
  return Readable.toWeb(await toStream()) as ReadableStream;
}

/** What may stand behind the links of a sheet, in the order of ECMA-376, 18.3.1.99. */
const AFTER_LINKS = /<(?:printOptions|pageMargins|pageSetup|headerFooter|drawing)\b|<\/worksheet>/;

/** Links are no formulas: they show their text without being computed. */
const linked =
  (sheets: readonly NamedSheet[]) =>
  (xml: string, _: unknown, { sheetIndex }: { sheetIndex: number }): string => {
    const links = sheets[sheetIndex]?.links ?? [];
    if (links.length === 0) return xml;
    const each = links.map(
      ({ row, column, sheet }) =>
        `<hyperlink ref="${cellAddress(row, column)}" location="${escapedXml(`'${sheet.replaceAll("'", "''")}'!A1`)}"/>`,
    );
    return xml.replace(AFTER_LINKS, (next) => `<hyperlinks>${each.join("")}</hyperlinks>${next}`);
  };
