import { describe, expect, test } from "vitest";
import type { SlideContent } from "@/lib/contracts/ours/deck";
import { presentationBlob } from "@/lib/tables/slides";
import { partsOf } from "@/lib/test-archive";
import {
  BODY_FRAME,
  CONTENT_TYPES,
  DOT,
  layoutXml,
  picture,
  placeholder,
  relations,
  TITLE_FRAME,
  templateFile,
  titleAndContent,
} from "@/lib/test-template";
import { readTemplate } from "./read-template";

type Changes = Parameters<typeof templateFile>[0];
const read = async (changes?: Changes) => readTemplate(await templateFile(changes));
const layoutOf = async (...layouts: string[]) => (await read({ layouts })).layout;
const box = ([x, y, w, h]: readonly number[]) => ({ x, y, w, h });
const near = ([x = 0, y = 0, w = 0, h = 0]: readonly number[]) =>
  expect.objectContaining(
    Object.fromEntries(Object.entries(box([x, y, w, h])).map(([key, value]) => [key, expect.closeTo(value ?? 0, 5)])),
  );

const title = placeholder('type="title"');
const titleSlide = layoutXml("Title Slide", placeholder('type="ctrTitle"') + placeholder('type="subTitle" idx="1"'));
const twoContents = layoutXml("Two Content", title + placeholder('idx="1"') + placeholder('idx="2"'));
const withCaption = layoutXml("With Caption", title + placeholder('idx="1"') + placeholder('type="body" idx="13"'));
const vertical = layoutXml("Vertical", title + placeholder('type="body" orient="vert" idx="1"'));

describe("the layout of a template that slides stand on", () => {
  test("is the one with a title and one content, wherever it stands, and has its master's frames", async () => {
    const layout = await layoutOf(titleSlide, twoContents, withCaption, vertical, titleAndContent);
    expect(layout).toMatchObject({
      name: "Title and Content",
      title: { box: near(TITLE_FRAME), points: 36 },
      content: { box: near(BODY_FRAME), index: 1 },
      ink: "112210",
    });
    expect(layout?.size.width).toBeCloseTo(13.333, 3);
    expect((await layoutOf(titleSlide, withCaption))?.name).toBe("With Caption");
  });

  test("has frames and sizes of its own before its master's, and may be of texts", async () => {
    const style = '<a:lvl1pPr><a:defRPr sz="2400"/></a:lvl1pPr>';
    const light = '<a:lvl1pPr><a:defRPr><a:solidFill><a:schemeClr val="bg1"/></a:solidFill></a:defRPr></a:lvl1pPr>';
    const own = layoutXml(
      "Text",
      placeholder('type="title"', [1, 1, 8, 1], style) + placeholder('type="body" idx="1"', [1, 2, 6, 4], light),
    );
    expect(await layoutOf(own)).toMatchObject({
      title: { box: near([1, 1, 8, 1]), points: 24 },
      content: { box: near([1, 2, 6, 4]), index: null },
      ink: "FFFFFF",
    });
  });

  test.each([
    ["no title with content", titleSlide],
    ["two contents", twoContents],
    ["only vertical text", vertical],
    ["too little room", layoutXml("Small", title + placeholder('idx="1"', [1, 1, 3, 2]))],
    ["content beyond the slide", layoutXml("Beyond", title + placeholder('idx="1"', [8, 1, 6, 5]))],
  ])("%s: is none, which is said, and the look is used alone", async (_, layout) => {
    const look = await read({ layouts: [layout] });
    expect(look).toMatchObject({ layout: null, fonts: { head: "Georgia", body: "Verdana" } });
    expect(look.remarks).toEqual([expect.stringMatching(/^None of its layouts has a title and one area for content/)]);
    expect(look.logo?.data).toBe(`data:image/png;base64,${DOT.toString("base64")}`);
  });
});

const contentOf = async (changes?: Changes) => {
  const parts = (await read(changes)).layout?.parts ?? [];
  return new Map(parts.map(({ name, content }) => [name, content]));
};

describe("what is taken of a layout", () => {
  test("leads nowhere: no links, nothing that runs or is animated, no other parts", async () => {
    const active = [
      '<p:graphicFrame><p:nvGraphicFramePr/><a:graphic><a:graphicData uri="ole"><p:oleObj r:id="rId7" progId="Excel.Sheet.12"/></a:graphicData></a:graphic></p:graphicFrame>',
      '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="x"><p:sp/></mc:Choice></mc:AlternateContent>',
      '<p:sp><p:nvSpPr><p:cNvPr id="7" name="Run"><a:hlinkClick r:id="" action="ppaction://program?file=calc.exe"/></p:cNvPr><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/></p:sp>',
    ].join("");
    const layout = layoutXml(
      "Active",
      title + placeholder('idx="1"') + active,
      '<p:transition><p:sndAc><p:stSnd><p:snd r:embed="rId8"/></p:stSnd></p:sndAc></p:transition><p:timing/><p:extLst/>',
    );
    const files = await contentOf({ layouts: [layout] });
    const xml = [...files].filter(([name]) => name.endsWith(".xml")).map(([, text]) => text);
    expect(xml).toHaveLength(3);
    for (const text of xml) {
      expect(text).not.toMatch(/hlink(Click|Hover)|ppaction|oleObj|graphicFrame|timing|transition|snd|extLst|mc:/);
    }
    expect(files.get("ppt/slideLayouts/slideLayout1.xml")).toContain('name="Run"');
    expect(files.get("ppt/slideLayouts/slideLayout1.xml")).toContain("Click &amp; edit");
    for (const [name, text] of files) if (name.endsWith(".rels")) expect(text).not.toMatch(/External|http:\/\/example/);
  });

  test("has its pictures once, under new names and ids; one of another kind is left out, and that is said", async () => {
    const changes = {
      layouts: [layoutXml("Pictures", title + placeholder('idx="1"') + picture("rId5") + picture("rId6"))],
      parts: {
        "ppt/slideLayouts/_rels/slideLayout1.xml.rels": relations([
          ["rId5", "image", "../media/logo.png"],
          ["rId6", "image", "../media/old.wmf"],
        ]),
        "ppt/media/old.wmf": Buffer.from("d7cdc69a", "hex"),
      },
    };
    const files = await contentOf(changes);
    expect([...files.keys()].filter((name) => name.includes("media"))).toEqual(["ppt/media/template-1.png"]);
    const layout = files.get("ppt/slideLayouts/slideLayout1.xml") ?? "";
    expect([...layout.matchAll(/r:embed="(\w+)"/g)].map(([, id]) => id)).toEqual(["rId2"]);
    expect(files.get("ppt/slideLayouts/_rels/slideLayout1.xml.rels")).toContain(
      'Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="../media/template-1.png"',
    );
    expect((await read(changes)).remarks).toEqual([
      "A picture of its layout is left out: only PNG, JPEG and GIF of up to 2 MB are used.",
    ]);
  });
});

describe("a template is refused in a sentence", () => {
  const rels = "ppt/slideMasters/_rels/slideMaster1.xml.rels";
  test.each<[string, Record<string, string | Buffer | null>, RegExp]>([
    ["with macros", { "ppt/vbaProject.bin": "x" }, /^The file has macros\./],
    [
      "of a kind with macros",
      { "[Content_Types].xml": CONTENT_TYPES.replace("template.main", "presentation.macroEnabled.main") },
      /^The file has macros\./,
    ],
    [
      "with a picture from outside",
      {
        [rels]: relations([
          ["rId1", "slideLayout", "../slideLayouts/slideLayout1.xml"],
          ["rId49", "theme", "../theme/theme1.xml"],
          ["rId50", "image", "https://example.com/logo.png", "External"],
        ]),
      },
      /takes something \(image\) from outside of it: “https:\/\/example\.com\/logo\.png”/,
    ],
    ["without its layout", { "ppt/slideLayouts/slideLayout1.xml": null }, /slideLayout1\.xml, is not in it/],
    ["without its picture", { "ppt/media/logo.png": null }, /logo\.png, is not in it/],
    [
      "whose relation leads nowhere",
      { "ppt/_rels/presentation.xml.rels": relations([]) },
      /leads nowhere \(slideMaster rId1\)/,
    ],
    [
      "without a theme",
      { [rels]: relations([["rId1", "slideLayout", "../slideLayouts/slideLayout1.xml"]]) },
      /no theme/,
    ],
    [
      "of XML that is none",
      { "ppt/slideLayouts/slideLayout1.xml": "<p:sldLayout>" },
      /slideLayout1\.xml, cannot be read/,
    ],
    [
      "of elements inside each other without end",
      { "ppt/slideLayouts/slideLayout1.xml": "<a>".repeat(300_000) },
      /cannot be read/,
    ],
  ])("%s", async (_, parts, refusal) => {
    await expect(read({ parts })).rejects.toThrow(refusal);
  });
});

describe("slides on a layout", () => {
  const slide = (shows: SlideContent["shows"], heading = "Trust & <price>"): SlideContent => ({
    ...{ title: heading, subtitle: "By month", remarks: ["n = 12."], notes: ["How it was made."], shows },
  });
  const chart = {
    ...{ form: "bars" as const, categories: ["A"], format: "0", axisFormat: "0", along: "", value: "n" },
    ...{ series: [{ name: "n", colour: "000000", values: [1] }], showsFigures: true, spoken: "" },
  };
  const written = async (slides: SlideContent[], changes?: Changes) => {
    const look = await read(changes);
    const blob = await presentationBlob({ title: "T", about: "", slides, look });
    return partsOf(Buffer.from(await blob.arrayBuffer()));
  };

  test("have the title in its placeholder and the chart in the area of the other one, and the template's own parts", async () => {
    const parts = await written([slide({ chart }), slide({ table: [[{ text: "A", align: "left" }]] })]);
    const first = parts.get("ppt/slides/slide1.xml")?.toString() ?? "";
    expect(first).toContain('<p:ph type="title"/>');
    expect(first).toContain("<a:t>Trust &amp; &lt;price&gt;</a:t>");
    expect(first).not.toContain('name="Logo"');
    const [, x, y, w, h] =
      /<p:xfrm><a:off x="(\d+)" y="(\d+)"\/><a:ext cx="(\d+)" cy="(\d+)"\/><\/p:xfrm>/
        .exec(first)
        ?.map((each) => Number(each) / 914_400) ?? [];
    const [left = 0, top = 0, wide = 0, high = 0] = BODY_FRAME;
    expect([x, w]).toEqual([expect.closeTo(left, 2), expect.closeTo(wide, 2)]);
    expect(y).toBeGreaterThan(top);
    expect((y ?? 0) + (h ?? 0)).toBeLessThan(top + high);
    for (const name of ["slide1", "slide2"]) {
      expect(parts.get(`ppt/slides/${name}.xml`)?.toString()).toMatch(/<p:nvPr><p:ph idx="1"\/>/);
    }
    expect(parts.get("ppt/slideMasters/slideMaster1.xml")?.toString()).toContain('sz="3600"');
    expect(parts.get("ppt/theme/theme1.xml")?.toString()).toContain('name="House"');
    expect(parts.get("ppt/media/template-1.png")).toEqual(DOT);
    expect(parts.get("ppt/presentation.xml")?.toString()).toContain('<p:sldSz cx="12191695" cy="6858000"/>');
  });

  test("every relation of the file leads to a part of it", async () => {
    const parts = await written([slide({ chart })]);
    for (const [name, content] of parts) {
      const [, folder, of] = /^(.*?)_rels\/(.*)\.rels$/.exec(name) ?? [];
      if (folder === undefined || of === undefined) continue;
      for (const [, target = ""] of content.toString().matchAll(/Target="([^"]+)"/g)) {
        const path = target.startsWith("/") ? target : new URL(target, `file:///${folder}`).pathname;
        expect(parts.has(decodeURIComponent(path).slice(1)), `${name}: ${target}`).toBe(true);
      }
    }
  });

  test("a long title is smaller, so that it stays in its frame", async () => {
    const parts = await written([
      slide({ chart }, "How satisfied are you with the service? ".repeat(5)),
      slide({ chart }, "Short"),
    ]);
    const sizeOf = (name: string) =>
      /<a:rPr lang="en-US"( sz="(\d+)")?\/>/.exec(parts.get(name)?.toString() ?? "")?.[2];
    expect(Number(sizeOf("ppt/slides/slide1.xml"))).toBeLessThan(2400);
    expect(sizeOf("ppt/slides/slide2.xml")).toBeUndefined();
  });

  test("a template of which slides were made is read again as itself", async () => {
    const look = await read();
    const blob = await presentationBlob({ title: "T", about: "", slides: [slide({ chart })], look });
    const again = await readTemplate(Buffer.from(await blob.arrayBuffer()));
    expect(again.layout?.parts).toEqual(look.layout?.parts);
  });
});
