import Package from "pptxgenjs";
import { describe, expect, test } from "vitest";
import writeExcelFile from "write-excel-file/universal";
import { presentationBlob, type SlideChart, usualLook } from "@/lib/tables/slides";
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
    expect(look.colours).toHaveLength(6);
    expect(look.colours.every((colour) => /^[0-9A-F]{6}$/.test(colour))).toBe(true);
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
