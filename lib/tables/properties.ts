import { escapedXml } from "./xml-text";

/** What a workbook says of itself where programs show a file's properties: how it was made, which no reader needs. */
export type Properties = { title: string; about: string };

const PART = "docProps/core.xml";
const OFFICE = "http://schemas.openxmlformats.org/package/2006";

/** No XML has control characters, nor half of a sign of two units. */
const textOf = (text: string) => escapedXml(text.toWellFormed().replace(/\p{Cc}/gu, " "));

/** What a workbook with properties is written with: ECMA-376, part 2, 11. The package writes none. */
export const propertiesFeature = ({ title, about }: Properties) => ({
  files: {
    transform: {
      "[Content_Types].xml": {
        insert: () =>
          `<Override ContentType="application/vnd.openxmlformats-package.core-properties+xml" PartName="/${PART}"/>`,
      },
      "_rels/.rels": {
        insert: () =>
          `<Relationship Id="rId-properties" Type="${OFFICE}/relationships/metadata/core-properties" Target="${PART}"/>`,
      },
    },
    write: {
      files: () => ({
        [PART]: [
          '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
          `<cp:coreProperties xmlns:cp="${OFFICE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">`,
          `<dc:title>${textOf(title)}</dc:title><dc:creator>Fieldwork</dc:creator>`,
          `<dc:description>${textOf(about)}</dc:description></cp:coreProperties>`,
        ].join(""),
      }),
    },
  },
});
