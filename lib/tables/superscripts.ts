import { FONT } from "./sheet";
import { escapedXml } from "./xml-text";

/** A cell of two texts, of which the second is a superscript; `colour` as #rrggbb, null: the usual. */
export type RaisedText = { text: string; raised: string; isBold: boolean; colour: string | null };

/** What a workbook is written with whose sheets have such cells, by their addresses. The package writes plain texts only. */
export const superscripts = (sheets: readonly ReadonlyMap<string, RaisedText>[]) => ({
  files: {
    transform: {
      "xl/worksheets/sheet{id}.xml": {
        transform: (xml: string, _: unknown, { sheetIndex }: { sheetIndex: number }): string =>
          withRaised(xml, sheets[sheetIndex] ?? new Map()),
      },
    },
  },
});

const TEXT_CELL = /<c r="([A-Z]+\d+)"([^>]*) t="s"><v>\d+<\/v><\/c>/g;

/** ECMA-376, 18.3.1.53: a text of several runs, in its cell instead of in the list of shared texts. */
function withRaised(xml: string, cells: ReadonlyMap<string, RaisedText>): string {
  if (cells.size === 0) return xml;
  return xml.replace(TEXT_CELL, (whole: string, address: string, style: string) => {
    const cell = cells.get(address);
    return cell ? `<c r="${address}"${style} t="inlineStr"><is>${runsOf(cell)}</is></c>` : whole;
  });
}

/** A run with any properties has none of its cell's: all are named. */
function runsOf({ text, raised, isBold, colour }: RaisedText): string {
  const look = [
    ...(isBold ? ["<b/>"] : []),
    '<vertAlign val="superscript"/>',
    `<sz val="${FONT.size}"/>`,
    ...(colour === null ? [] : [`<color rgb="FF${colour.slice(1).toUpperCase()}"/>`]),
    `<rFont val="${FONT.name}"/>`,
  ];
  return `<r>${textOf(text)}</r><r><rPr>${look.join("")}</rPr>${textOf(raised)}</r>`;
}

const textOf = (text: string) => `<t xml:space="preserve">${escapedXml(text)}</t>`;
