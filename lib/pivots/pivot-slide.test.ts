import { readSheet } from "read-excel-file/node";
import { describe, expect, test } from "vitest";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { presentationBlob } from "@/lib/tables/slides";
import type { SpanTable } from "@/lib/tables/span-table";
import { usualLook } from "@/lib/tables/usual-look";
import { type ArchiveElement, elementsOf, partsOf } from "@/lib/test-archive";
import { slideShows } from "./pivot-slide";
import type { PivotChart } from "./prepare-pivot-chart";
import { slideRefusal } from "./slide-size";

const format = formatFor(usualSettings);
const cells = (rows: (number | null)[][]) =>
  rows.map((row) => row.map((value) => ({ value, base: 9, effective: null })));

const chart: PivotChart = {
  kind: "bars",
  title: "% of row – Brand by Sex",
  value: "% of row",
  form: { kind: "percent", decimals: 1 },
  along: "Brand",
  across: "Sex",
  categories: ["Acme & <Sons>", "Bolt “\u0001”", "Neither"],
  series: ["Female", "Male"],
  tones: [0, 1],
  cells: cells([
    [100 / 3, 0],
    [null, 12.5],
    [0, 100],
  ]),
  scale: { from: 0, to: 100, ticks: [0, 50, 100] },
  notes: [],
};
const remarks = ["Base: respondents who answered.", "Filter: Region is North.", "Made 3 Mar 2026, 10:00 UTC."];

async function slideOf(shown: Parameters<typeof slideShows>[0], said: readonly string[] = remarks) {
  const slide = { title: "A title & more", subtitle: "", notes: [], remarks: said, shows: slideShows(shown, format) };
  const blob = await presentationBlob({ title: slide.title, about: "", slides: [slide], look: usualLook });
  const parts = await partsOf(Buffer.from(await blob.arrayBuffer()));
  return { parts, read: (name: string) => elementsOf(parts.get(name)?.toString("utf8") ?? "") };
}

const under = (elements: ArchiveElement[], path: string) =>
  elements.filter((each) => each.path.endsWith(path)).map(({ text }) => text);

describe("a chart on a slide", () => {
  test("is one that can be edited: its figures are numbers, exactly, with gaps where there are none", async () => {
    const { parts, read } = await slideOf({ chart });
    const name = [...parts.keys()].find((each) => /^ppt\/charts\/chart\d+\.xml$/.test(each)) ?? "";
    const elements = read(name);
    expect(elements.find((each) => each.name === "c:barDir")?.attributes.val).toBe("bar");
    expect(elements.find((each) => each.name === "c:grouping")?.attributes.val).toBe("clustered");
    expect(under(elements, "c:ser/c:tx/c:strRef/c:strCache/c:pt/c:v")).toEqual(["Female", "Male"]);
    expect(under(elements, "c:cat/c:multiLvlStrRef/c:multiLvlStrCache/c:lvl/c:pt/c:v").slice(0, 3)).toEqual([
      "Acme & <Sons>",
      "Bolt “ ”",
      "Neither",
    ]);
    const points = elements.filter((each) => each.path.endsWith("c:val/c:numRef/c:numCache/c:pt"));
    expect(points.map((each) => each.attributes.idx)).toEqual(["0", "2", "0", "1", "2"]);
    const figures = under(elements, "c:val/c:numRef/c:numCache/c:pt/c:v").map(Number);
    // Presentations keep 12.5% as 0.125.
    expect(figures).toEqual([0.333333333333333, 0, 0, 0.125, 1]);
    expect(under(elements, "c:numCache/c:formatCode")).toEqual(["#,##0.0%", "#,##0.0%"]);
    expect(elements.find((each) => each.name === "c:dispBlanksAs")?.attributes.val).toBe("gap");
    expect(under(elements, "c:catAx/c:title/c:tx/c:rich/a:p/a:r/a:t")).toEqual(["Brand"]);
    expect(under(elements, "c:valAx/c:title/c:tx/c:rich/a:p/a:r/a:t")).toEqual(["% of row"]);
  });

  test("has its workbook in it, with the same figures, zeros and gaps", async () => {
    const { parts } = await slideOf({ chart });
    const [workbook] = [...parts.entries()].filter(([name]) => /^ppt\/embeddings\/.*\.xlsx$/.test(name));
    const rows = await readSheet(workbook?.[1] ?? Buffer.alloc(0));
    expect(rows.map((row) => row.slice(1))).toEqual([
      ["Female", "Male"],
      [0.333333333333333, 0],
      [null, 0.125],
      [0, 1],
    ]);
    expect(rows.slice(1).map(([label]) => label)).toEqual(["Acme & <Sons>", "Bolt “ ”", "Neither"]);
  });

  test("stands with its title and remarks on one slide", async () => {
    const { parts, read } = await slideOf({ chart });
    expect([...parts.keys()].filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name))).toHaveLength(1);
    const texts = under(read("ppt/slides/slide1.xml"), "a:r/a:t");
    expect(texts).toEqual(["A title & more", remarks.join(" ")]);
    for (const [name, part] of parts) if (/\.(xml|rels)$/.test(name)) elementsOf(part.toString("utf8"));
  });

  const elementsOfChart = async (changed: Partial<PivotChart>) => {
    const { parts, read } = await slideOf({ chart: { ...chart, ...changed } });
    return read([...parts.keys()].find((each) => /^ppt\/charts\/chart\d+\.xml$/.test(each)) ?? "");
  };
  /** Where the axis of values begins and ends; undefined: where Office likes. */
  const axisOf = (elements: ArchiveElement[]) =>
    ["min", "max"].map(
      (end) => elements.find((each) => each.path.endsWith(`c:valAx/c:scaling/c:${end}`))?.attributes.val,
    );

  test("is a stack whose axis ends at 100%, or a line, as on the screen", async () => {
    const bars = await elementsOfChart({ kind: "stacked" });
    expect(bars.find((each) => each.name === "c:grouping")?.attributes.val).toBe("stacked");
    expect(axisOf(bars)).toEqual(["0", "1"]);
    const line = await elementsOfChart({ kind: "line", form: { kind: "hundredths" } });
    expect(line.some((each) => each.name === "c:lineChart")).toBe(true);
    expect(under(line, "c:val/c:numRef/c:numCache/c:pt/c:v").map(Number)).toEqual([100 / 3, 0, 0, 12.5, 100]);
  });

  test("has figures in its parts that have the room for them, each in a colour that is read there", async () => {
    const tones = [{ ramp: "sequential", at: 1 } as const, { ramp: "sequential", at: 0 } as const];
    const elements = await elementsOfChart({ kind: "stacked", tones });
    const labels = elements.filter((each) => each.path.endsWith("c:ser/c:dLbls/c:numFmt"));
    expect(labels.map((each) => each.attributes.formatCode)).toEqual(Array(2).fill('[>=0.045]#,##0.0%;""'));
    const shown = elements.filter((each) => each.path.endsWith("c:ser/c:dLbls/c:showVal"));
    expect(shown.map((each) => each.attributes.val)).toEqual(["1", "1"]);
    const inks = elements.filter((each) =>
      each.path.endsWith("c:ser/c:dLbls/c:txPr/a:p/a:pPr/a:defRPr/a:solidFill/a:srgbClr"),
    );
    expect(inks.map((each) => each.attributes.val)).toEqual(["FFFFFF", "000000"]);
  });

  test("has bars and stacks that begin at zero, as Office would not let those that are alike", async () => {
    const alike = { cells: cells([[91, 95]]), categories: ["Acme"] };
    for (const kind of ["bars", "stacked"] as const) {
      expect(axisOf(await elementsOfChart({ ...alike, kind }))).toEqual(["0", "1"]);
    }
    const scale = { from: -40, to: 0, ticks: [-40, -20, 0] };
    const below = { cells: cells([[-35, -39]]), categories: ["Acme"], form: { kind: "hundredths" } as const, scale };
    expect(axisOf(await elementsOfChart(below))).toEqual(["-40", "0"]);
    const line = await elementsOfChart({ ...alike, kind: "line", scale: { from: 90, to: 96, ticks: [90, 93, 96] } });
    expect(axisOf(line)).toEqual(["0.9", undefined]);
  });
});

describe("a table on a slide", () => {
  const text = (value: string, spans: { across?: number; down?: number } = {}) =>
    ({ value, kind: "text", isBold: true, ...spans }) as const;
  const table: SpanTable = {
    rows: [
      [text("Region", { down: 2 }), text("Sex", { across: 2 }), null],
      [null, text("Female"), text("Male")],
      [text("North"), { value: 66.666, kind: "percent" }, { value: null, kind: "percent" }],
    ],
    sticky: { rows: 2, columns: 1 },
    widths: [],
    foot: [],
  };

  test("is a table of its own with the screen's figures and spanning heads", async () => {
    const { parts, read } = await slideOf({ table });
    expect([...parts.keys()].some((name) => name.startsWith("ppt/charts/chart"))).toBe(false);
    const elements = read("ppt/slides/slide1.xml");
    expect(under(elements, "a:tc/a:txBody/a:p/a:r/a:t")).toEqual([
      "Region",
      "Sex",
      "Female",
      "Male",
      "North",
      "66.7%",
      "–",
    ]);
    const found = elements.filter((each) => each.name === "a:tc");
    expect(found).toHaveLength(9);
    expect([found[0]?.attributes.rowSpan, found[1]?.attributes.gridSpan]).toEqual(["2", "2"]);
  });

  test("has small bases in grey and heat behind its figures, as its remarks say", async () => {
    const rows: SpanTable["rows"] = [
      [text("North"), { value: 20, kind: "percent", isFaint: true }, { value: 40, kind: "percent", fill: "#aabbcc" }],
    ];
    const elements = (await slideOf({ table: { ...table, rows } })).read("ppt/slides/slide1.xml");
    const colours = (path: string) =>
      elements.filter((each) => each.path.endsWith(`${path}/a:solidFill/a:srgbClr`)).map((each) => each.attributes.val);
    expect(colours("a:tc/a:txBody/a:p/a:r/a:rPr")).toEqual(["1F2328", "808080", "1F2328"]);
    expect(colours("a:tc/a:tcPr")).toEqual(["AABBCC"]);
  });

  test("has letters as superscripts where they stand so", async () => {
    const rows: SpanTable["rows"] = [[text("North"), { value: 20, kind: "percent", beside: "AB", isRaised: true }]];
    const elements = (await slideOf({ table: { ...table, rows } })).read("ppt/slides/slide1.xml");
    expect(under(elements, "a:tc/a:txBody/a:p/a:r/a:t")).toEqual(["North", "20%", "AB"]);
    const raised = elements.filter((each) => each.name === "a:rPr" && Number(each.attributes.baseline) > 0);
    expect(raised).toHaveLength(1);
  });

  test("is coloured where it is a heat map, and has a cell for each figure", async () => {
    const { read } = await slideOf({ chart: { ...chart, kind: "heat" } });
    const elements = read("ppt/slides/slide1.xml");
    expect(under(elements, "a:tc/a:txBody/a:p/a:r/a:t").slice(3, 6)).toEqual(["Acme & <Sons>", "33.3%", "0.0%"]);
    const fills = elements.filter((each) => each.path.endsWith("a:tc/a:tcPr/a:solidFill/a:srgbClr"));
    expect(new Set(fills.map((each) => each.attributes.val)).size).toBe(4);
    expect(fills).toHaveLength(5);
  });

  test("keeps its room under a filter of any length, and what follows the filter is said", async () => {
    const filter = `Filter: Brand is one of ${Array.from({ length: 5000 }, (_, at) => `Brand ${at}`).join(", ")}.`;
    const many = [...Array.from({ length: 50 }, () => filter), ...remarks];
    for (const said of [[filter, ...remarks], many]) {
      const elements = (await slideOf({ table }, said)).read("ppt/slides/slide1.xml");
      const heights = elements.filter((each) => each.name === "a:tr").map((each) => Number(each.attributes.h));
      for (const height of heights) expect(height).toBeGreaterThan(300_000);
      const small = under(elements, "p:sp/p:txBody/a:p/a:r/a:t").at(-1) ?? "";
      expect(small.length).toBeLessThanOrEqual(1900);
      expect(small).toContain("…");
      expect(small.endsWith("Made 3 Mar 2026, 10:00 UTC.")).toBe(said !== many);
    }
  });

  test("that does not fit is refused with what to do", () => {
    expect(slideRefusal({ rows: 36, columns: 16 })).toBeNull();
    expect(slideRefusal({ rows: 37, columns: 2 })).toContain("this one has 37 and 2. Show it as bars");
  });
});
