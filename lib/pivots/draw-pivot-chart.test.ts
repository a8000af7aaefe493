import { SaxesParser } from "saxes";
import { describe, expect, test } from "vitest";
import { drawPivotChart } from "./draw-pivot-chart";
import type { PivotChart } from "./prepare-pivot-chart";

const cells = (rows: (number | null)[][]) =>
  rows.map((row) => row.map((value) => ({ value, base: 9, effective: null })));
const chart: PivotChart = {
  kind: "stacked",
  title: "% of row – Brand by Sex",
  value: "% of row",
  form: { kind: "percent", decimals: 1 },
  along: "Brand",
  across: "Sex",
  categories: ["A <b> & “c”\u0001", "Bolt", "Neither"],
  series: ["Female", "Male"],
  tones: [0, 1],
  cells: cells([
    [25, 75],
    [null, null],
    [0, 100],
  ]),
  scale: { from: 0, to: 100, ticks: [0, 50, 100] },
  notes: [],
};
const remarks = ["Base: respondents who answered.", "Filter: Region is North."];

type Element = { name: string; attributes: Record<string, string> };

function read(given: PivotChart) {
  const captions = { title: given.title, subtitle: "", about: ["Revision 7"] };
  const drawn = drawPivotChart({ chart: given, ...captions, remarks, figure: (value) => `${value}%`, tick: String });
  const [elements, texts]: [Element[], string[]] = [[], []];
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) =>
    elements.push({ name, attributes: attributes as Record<string, string> }),
  );
  parser.on("text", (text) => texts.push(text));
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(drawn.svg).close();
  const numbers = elements.flatMap(({ attributes }) => Object.values(attributes)).join(" ");
  expect(numbers).not.toMatch(/NaN|undefined|Infinity/);
  return { ...drawn, texts, rects: elements.filter(({ name }) => name === "rect").slice(1), elements };
}

describe("a picture of a table's chart", () => {
  test("has title, texts as they are, and the remarks beneath", () => {
    const { texts, svg } = read(chart);
    expect(texts).toEqual(expect.arrayContaining(["A <b> & “c” ", chart.title, "% of row", ...remarks]));
    expect(svg.lastIndexOf("Filter")).toBeGreaterThan(svg.lastIndexOf("<rect"));
  });

  test("stacks parts to the whole of the axis, beside each other, and nothing for nobody", () => {
    // The first two are the legend's.
    const bars = read(chart).rects.slice(2);
    expect(bars).toHaveLength(4);
    const [female, male, none, all] = bars.map(({ attributes: { x, width } }) => [Number(x), Number(width)] as const);
    expect((male?.[1] ?? 0) / (female?.[1] ?? 1)).toBeCloseTo(3, 1);
    expect(male?.[0]).toBeCloseTo((female?.[0] ?? 0) + (female?.[1] ?? 0), 1);
    expect(none?.[1]).toBe(0);
    expect(all?.[1]).toBeCloseTo((female?.[1] ?? 0) + (male?.[1] ?? 0), 1);
  });

  test("has figures in the parts of a stack that have the room, in a colour that is read on them", () => {
    const small = {
      ...chart,
      categories: ["Acme"],
      cells: cells([[99, 1]]),
      tones: [{ ramp: "sequential", at: 1 }, 1],
    };
    const { elements, texts } = read(small as PivotChart);
    expect(texts).toContain("99%");
    expect(texts).not.toContain("1%");
    const figures = elements.filter(({ name, attributes }) => name === "text" && attributes["font-size"] === "10");
    expect(figures.map(({ attributes }) => attributes.fill)).toEqual(["#ffffff"]);
  });

  test("breaks a line where there is no figure", () => {
    const line = { ...chart, kind: "line" as const };
    const paths = read(line).elements.filter(({ attributes }) => attributes.fill === "none");
    expect(paths.map(({ attributes }) => attributes.d?.match(/[ML]/g)?.join(""))).toEqual(["MM", "MM"]);
  });

  test("says each figure in a heat map, the greatest strongest, and grows with its columns", () => {
    const { texts, rects, width } = read({ ...chart, kind: "heat" });
    expect(texts).toEqual(expect.arrayContaining(["25%", "75%", "0%", "100%", "–"]));
    const fills = rects.map(({ attributes }) => attributes.fill);
    expect(new Set(fills).size).toBe(5);
    const names = Array.from({ length: 40 }, (_, at) => `Series ${at}`);
    const wide = read({ ...chart, kind: "heat", series: names, cells: cells([names.map((_, at) => at)]) });
    expect(wide.width).toBeGreaterThan(width);
  });

  test("has a bar for each figure of each of many series, in as many colours", () => {
    const names = Array.from({ length: 40 }, (_, at) => `Series ${at}`);
    const rows = chart.categories.map(() => names.map((_, at) => at - 3));
    const { rects } = read({
      ...chart,
      kind: "bars",
      series: names,
      cells: cells(rows),
      scale: { from: -10, to: 40, ticks: [-10, 0, 40] },
    });
    expect(rects).toHaveLength(40 + 120);
    expect(new Set(rects.map(({ attributes }) => attributes.fill)).size).toBe(40);
  });
});
