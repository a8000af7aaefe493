import Package from "pptxgenjs";
import { describe, expect, test } from "vitest";
import writeExcelFile from "write-excel-file/universal";
import { presentationBlob, type SlideChart, slideColour } from "@/lib/tables/slides";
import { usualLook } from "@/lib/tables/usual-look";
import { elementsOf, partsOf } from "@/lib/test-archive";
import { templateFile } from "@/lib/test-template";
import { readTemplate } from "./read-template";

/** One dot, as PNG. */
const DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

async function template(logo: boolean): Promise<Buffer> {
  const file = new Package();
  file.theme = { headFontFace: "Georgia", bodyFontFace: "Verdana" };
  const image = { image: { data: `image/png;base64,${DOT}`, x: 11, y: 0.3, w: 2, h: 0.5 } };
  file.defineSlideMaster({ title: "House", objects: logo ? [image] : [] });
  file.addSlide({ masterName: "House" });
  return Buffer.from((await file.write({ outputType: "arraybuffer" })) as ArrayBuffer);
}

describe("a template", () => {
  test("gives fonts, colours and the logo of its master", async () => {
    const look = await readTemplate(await template(true));
    expect(look.fonts).toEqual({ head: "Georgia", body: "Verdana" });
    expect(look.logo).toEqual({ data: `data:image/png;base64,${DOT}`, ratio: 4 });
  });

  test("without a picture has no logo, and slides in its look have its fonts, colours and logo", async () => {
    expect((await readTemplate(await template(false))).logo).toBeNull();
    const look = { ...usualLook, ...(await readTemplate(await template(true))), colours: ["ABCDEF"] };
    const chart: SlideChart = {
      ...{ form: "bars" as const, categories: ["A"], format: "0", axisFormat: "0", along: "", value: "n" },
      ...{ series: [{ name: "n", colour: "000000", values: [1] }], showsFigures: true, spoken: "" },
    };
    const slide = { title: "T", subtitle: "", remarks: [], notes: [], shows: { chart } };
    const blob = await presentationBlob({ title: "T", about: "", slides: [slide], look });
    const again = await readTemplate(Buffer.from(await blob.arrayBuffer()));
    expect(again.fonts).toEqual(look.fonts);
  });
});

describe("an account's colours", () => {
  const theme = (accents: readonly string[]) =>
    `<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:themeElements><a:clrScheme name="House">${accents.join("")}</a:clrScheme></a:themeElements></a:theme>`;
  const accent = (at: number, colour: string) => `<a:accent${at}>${colour}</a:accent${at}>`;
  const rgb = (value: string) => `<a:srgbClr val="${value}"/>`;
  const read = async (accents: readonly string[]) =>
    (await readTemplate(await templateFile({ parts: { "ppt/theme/theme1.xml": theme(accents) } }))).colours;
  const six = ["aa0001", "aa0002", "aa0003", "aa0004", "aa0005", "aa0006"];
  const upper = six.map((colour) => colour.toUpperCase());

  test("are its theme's accents 1 to 6 by their numbers, wherever they stand in the file", async () => {
    const accents = six.map((value, at) => accent(at + 1, rgb(value)));
    expect(await read(accents)).toEqual(upper);
    expect(await read(accents.toReversed())).toEqual(upper);
  });

  test("move to no other place where an accent is missing: that place keeps the standard colour", async () => {
    const system = '<a:sysClr val="window" lastClr="00ff7f"/>';
    const found = await read([accent(1, rgb("aa0001")), accent(2, system), accent(5, rgb("aa0005"))]);
    const [, , third, fourth, , sixth] = [0, 1, 2, 3, 4, 5].map((place) => slideColour(place).colour);
    expect(found).toEqual(["AA0001", "00FF7F", third, fourth, "AA0005", sixth]);
  });

  test("stand in charts by the places of options; the seventh and eighth place and shades keep theirs", async () => {
    const tones = [0, 1, 2, 3, 4, 5, 6, 7, { ramp: "sequential", at: 1 } as const];
    const series = tones.map((tone, at) => ({ name: `S${at}`, ...slideColour(tone), values: [1] }));
    const chart: SlideChart = {
      ...{ form: "bars" as const, categories: ["A"], format: "0", axisFormat: "0", along: "", value: "n" },
      ...{ series, showsFigures: false, spoken: "" },
    };
    const slide = { title: "T", subtitle: "", remarks: [], notes: [], shows: { chart } };
    const look = { ...usualLook, colours: upper };
    const blob = await presentationBlob({ title: "T", about: "", slides: [slide], look });
    const parts = await partsOf(Buffer.from(await blob.arrayBuffer()));
    const [, xml] = [...parts].find(([name]) => /^ppt\/charts\/chart\d+\.xml$/.test(name)) ?? [];
    const fills = elementsOf(xml?.toString("utf8") ?? "").filter((each) =>
      each.path.endsWith("c:ser/c:spPr/a:solidFill/a:srgbClr"),
    );
    const standard = tones.slice(6).map((tone) => slideColour(tone).colour);
    expect(fills.map((each) => each.attributes.val)).toEqual([...upper, ...standard]);
  });
});

describe("what is no template", () => {
  const refusal = "This file is no PowerPoint file. Choose a .pptx or .potx.";

  test("is refused in a sentence: another kind of file, a workbook, one that was cut short", async () => {
    await expect(readTemplate(Buffer.from("no archive"))).rejects.toThrow(refusal);
    await expect(readTemplate(Buffer.alloc(0))).rejects.toThrow(refusal);
    const workbook = await writeExcelFile([[{ value: "A" }]]).toBlob();
    await expect(readTemplate(Buffer.from(await workbook.arrayBuffer()))).rejects.toThrow(refusal);
    const whole = await template(true);
    await expect(readTemplate(whole.subarray(0, whole.length / 2))).rejects.toThrow(refusal);
  });

  test("is an archive that would unpack to far more than it is, of which nothing is unpacked", async () => {
    const whole = await template(false);
    // The directory at the end says how large each part is, packed and unpacked: 20 and 24 after its signature.
    const at = whole.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    for (const place of [20, 24]) whole.writeUInt32LE(0x7f_ff_ff_ff, at + place);
    await expect(readTemplate(whole)).rejects.toThrow(/would unpack to more than 400 MB/);
  });
});
