import { writeZip } from "@/lib/tables/zip";

/** A PowerPoint template as PowerPoint writes one, of which a test changes, adds or leaves out parts (null). */

const MAIN = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
const SPACES = `${MAIN} xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`;
const TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** One dot, as PNG. */
export const DOT = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const emu = (inches: number) => Math.round(inches * 914_400);
type Frame = [x: number, y: number, w: number, h: number];

const xfrm = ([x, y, w, h]: Frame) =>
  `<a:xfrm><a:off x="${emu(x)}" y="${emu(y)}"/><a:ext cx="${emu(w)}" cy="${emu(h)}"/></a:xfrm>`;

/** A shape that is a placeholder: `ph`: its attributes. Without a frame it has its master's. */
export const placeholder = (ph: string, frame?: Frame, style = "") =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="P"/><p:cNvSpPr/><p:nvPr><p:ph ${ph}/></p:nvPr></p:nvSpPr><p:spPr>${frame ? xfrm(frame) : ""}</p:spPr><p:txBody><a:bodyPr/><a:lstStyle>${style}</a:lstStyle><a:p><a:r><a:t>Click &amp; edit</a:t></a:r></a:p></p:txBody></p:sp>`;

export const picture = (id: string, frame: Frame = [11, 0.2, 2, 0.5]) =>
  `<p:pic><p:nvPicPr><p:cNvPr id="9" name="Logo"><a:hlinkClick r:id="rId90"/></p:cNvPr><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="${id}"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${xfrm(frame)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`;

const tree = (shapes: string) =>
  `<p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree>`;

export const layoutXml = (name: string, shapes: string, after = "") =>
  `<p:sldLayout ${SPACES}><p:cSld name="${name}">${tree(shapes)}</p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>${after}</p:sldLayout>`;

const COLOURS = ["dk1", "lt1", "dk2", "lt2", ...[1, 2, 3, 4, 5, 6].map((at) => `accent${at}`), "hlink", "folHlink"];
const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
const themeXml = `<a:theme ${SPACES} name="House"><a:themeElements><a:clrScheme name="House">${COLOURS.map(
  (slot, at) => `<a:${slot}><a:srgbClr val="${slot === "lt1" ? "FFFFFF" : `1122${String(at + 10)}`}"/></a:${slot}>`,
).join(
  "",
)}</a:clrScheme><a:fontScheme name="House"><a:majorFont><a:latin typeface="Georgia"/><a:ea typeface=""/><a:cs typeface=""/></a:majorFont><a:minorFont><a:latin typeface="Verdana"/><a:ea typeface=""/><a:cs typeface=""/></a:minorFont></a:fontScheme><a:fmtScheme name="House"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${`<a:ln w="6350">${fill}</a:ln>`.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${"<a:effectStyle><a:effectLst/></a:effectStyle>".repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;

export const TITLE_FRAME: Frame = [0.8, 0.4, 9, 1.1];
export const BODY_FRAME: Frame = [0.8, 1.8, 11.7, 4.6];

const masterXml = (layouts: number) =>
  `<p:sldMaster ${SPACES}><p:cSld><p:bg><p:bgPr><a:solidFill><a:schemeClr val="bg1"/></a:solidFill><a:effectLst/></p:bgPr></p:bg>${tree(
    placeholder('type="title"', TITLE_FRAME) + placeholder('type="body" idx="1"', BODY_FRAME) + picture("rId50"),
  )}</p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" ${[1, 2, 3, 4, 5, 6].map((at) => `accent${at}="accent${at}"`).join(" ")} hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst>${Array.from({ length: layouts }, (_, at) => `<p:sldLayoutId id="${2147483649 + at}" r:id="rId${at + 1}"/>`).join("")}</p:sldLayoutIdLst><p:timing><p:tnLst/></p:timing><p:txStyles><p:titleStyle><a:lvl1pPr algn="l"><a:defRPr sz="3600" b="1"><a:solidFill><a:schemeClr val="accent1"/></a:solidFill><a:latin typeface="+mj-lt"/></a:defRPr></a:lvl1pPr></p:titleStyle><p:bodyStyle><a:lvl1pPr><a:defRPr sz="2000"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill></a:defRPr></a:lvl1pPr></p:bodyStyle><p:otherStyle/></p:txStyles></p:sldMaster>`;

type Link = [id: string, kind: string, target: string, mode?: "External"];
export const relations = (links: readonly Link[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links
    .map(
      ([id, kind, target, mode]) =>
        `<Relationship Id="${id}" Type="${TYPES}/${kind}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ""}/>`,
    )
    .join("")}</Relationships>`;

export const CONTENT_TYPES =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/ppt/presentation.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.template.main+xml"/></Types>';

export const titleAndContent = layoutXml("Title and Content", placeholder('type="title"') + placeholder('idx="1"'));

type Changes = { layouts?: readonly string[]; parts?: Record<string, string | Buffer | null> };

/** `layouts`: the XML of each. `parts`: others by their names. */
export async function templateFile({ layouts = [titleAndContent], parts = {} }: Changes = {}): Promise<Buffer> {
  const master = "ppt/slideMasters/slideMaster1.xml";
  const all: Record<string, string | Buffer | null> = {
    "[Content_Types].xml": CONTENT_TYPES,
    "_rels/.rels": relations([["rId1", "officeDocument", "ppt/presentation.xml"]]),
    "ppt/presentation.xml": `<p:presentation ${SPACES}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst><p:sldSz cx="${emu(13.333)}" cy="${emu(7.5)}"/></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": relations([["rId1", "slideMaster", "slideMasters/slideMaster1.xml"]]),
    [master]: masterXml(layouts.length),
    "ppt/slideMasters/_rels/slideMaster1.xml.rels": relations([
      ...layouts.map((_, at): Link => [`rId${at + 1}`, "slideLayout", `../slideLayouts/slideLayout${at + 1}.xml`]),
      ...([
        ["rId49", "theme", "../theme/theme1.xml"],
        ["rId50", "image", "../media/logo.png"],
      ] satisfies Link[]),
      ["rId90", "hyperlink", "https://example.com/", "External"],
    ]),
    "ppt/theme/theme1.xml": themeXml,
    "ppt/media/logo.png": DOT,
    ...Object.fromEntries(layouts.map((xml, at) => [`ppt/slideLayouts/slideLayout${at + 1}.xml`, xml])),
    ...parts,
  };
  const files = new Map(
    Object.entries(all).flatMap(([name, content]) =>
      content === null ? [] : [[name, new Uint8Array(Buffer.from(content))] as const],
    ),
  );
  return Buffer.from(await writeZip(files).arrayBuffer());
}
