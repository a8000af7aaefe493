import { escapedXml } from "./xml-text";

/** How workbooks are printed: one page wide, across, with the head of a table and page numbers on every page. */

/** Of a sheet: the rows that every page begins with, from 1; null: none. */
export type PrintedSheet = { name: string; repeats: { from: number; to: number } | null };

type Transformed = (xml: string) => string;

/** What a workbook of these sheets is written with, in their order. */
export const printFeature = (sheets: readonly PrintedSheet[]) => ({
  files: {
    transform: {
      "xl/worksheets/sheet{id}.xml": { transform: onOnePage },
      "xl/workbook.xml": { transform: withTitles(sheets) },
    },
  },
});

const FIT = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>';
const MARGINS = '<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>';
const SETUP = '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>';
const FOOTER = "<headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter>";

/** In the order of ECMA-376, 18.3.1.99: what stands before a sheet's rows, and what after them. */
function onOnePage(xml: string): string {
  const bare = xml.replace(/<sheetPr\b[^>]*\/>|<pageMargins\b[^>]*\/>|<pageSetup\b[^>]*\/>/g, "");
  return bare
    .replace(/<worksheet\b[^>]*>/, (open) => open + FIT)
    .replace(/<drawing\b|<legacyDrawing\b|<tableParts\b|<\/worksheet>/, (next) => MARGINS + SETUP + FOOTER + next);
}

/** Names of a workbook stand behind its sheets. */
function withTitles(sheets: readonly PrintedSheet[]): Transformed {
  const names = sheets.flatMap(({ name, repeats }, at) =>
    repeats === null
      ? []
      : [
          `<definedName name="_xlnm.Print_Titles" localSheetId="${at}">${escapedXml(`'${name.replaceAll("'", "''")}'`)}!$${repeats.from}:$${repeats.to}</definedName>`,
        ],
  );
  return (xml) =>
    names.length === 0 ? xml : xml.replace("</sheets>", `</sheets><definedNames>${names.join("")}</definedNames>`);
}
