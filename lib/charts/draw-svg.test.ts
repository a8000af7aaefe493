import { SaxesParser } from "saxes";
import { describe, expect, test } from "vitest";
import { axisOf, type ChartModel, chartOfOne, overlays } from "./chart-model";
import { drawSvg } from "./draw-svg";
import { prepareTrend, type TrendQuestion } from "./prepare-trend";
import type { Series } from "./series";

const DAY_MS = 86_400_000;

function questionsOf(...all: (number | null)[][]) {
  const questions = all.map((means, at) => {
    const points = means.map((mean, day) => {
      const none = {
        low: null,
        high: null,
        base: null,
        effective: null,
        variance: null,
        chosen: null,
        quartiles: null,
      };
      const full = { ...none, low: (mean ?? 0) - 1, high: (mean ?? 0) + 1, base: 9, effective: 9, variance: 1 };
      return { at: day * DAY_MS, mean, count: mean === null ? 0 : 9, ...(mean === null ? none : full) };
    });
    const says = { hasBand: true, hasCounts: true, isTestable: true, isWeighted: false };
    const series: Series = { id: `q${at}`, measure: "mean", points, range: { low: 0, high: 9 }, ...says };
    return { id: `q${at}`, title: `A <b> & “${at}”\u0001`, series };
  });
  return prepareTrend({ questions, rolling: 1, zoom: null }).questions;
}

const buckets = { kind: "time", type: "daily", timeZone: "UTC" } as const;
const optionsOf = (questions: TrendQuestion[]) => ({
  x: axisOf(questions, buckets, 400),
  buckets,
  names: null,
  rolling: 1,
  band: "range" as const,
  targets: [],
  labels: "none" as const,
  width: 400,
  notes: [],
});

/** Elements and texts of a document that an XML parser reads. */
function read(svg: string) {
  const elements: { name: string; attributes: Record<string, string> }[] = [];
  const texts: string[] = [];
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) =>
    elements.push({ name, attributes: attributes as Record<string, string> }),
  );
  parser.on("text", (text) => texts.push(text));
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(svg).close();
  return { elements, texts };
}

const shared = {
  title: "T",
  captions: ["C"],
  width: 400,
  height: 200,
  tick: String,
  figure: String,
  notes: [{ at: DAY_MS, text: "1 A new panel" }],
  foot: ["Note 1 – 1970-01-02: <Launch>"],
};
const plain = (models: readonly ChartModel[]) => models.map((model) => ({ model, aside: "" }));

describe("a picture of charts", () => {
  test("is a document whose texts stand as they are, with a gap where there is no data", () => {
    const questions = questionsOf([1, 2, null, 4]);
    const charts = questions.map((question, tone) => chartOfOne(question, tone, optionsOf(questions)));
    const { elements, texts } = read(drawSvg({ ...shared, charts: plain(charts), columns: 1 }).svg);
    expect(texts).toContain("A <b> & “0” ");
    const line = elements.find(({ attributes }) => attributes.fill === "none");
    expect(line?.attributes.d?.match(/M/g)).toHaveLength(2);
    expect(elements.filter(({ name }) => name === "circle")).toHaveLength(1); // the bucket after the gap
    expect(elements.map(({ attributes }) => attributes.d).join("")).not.toMatch(/NaN|undefined|Infinity/);
  });

  test("holds no half of a sign, which no browser could make a picture of", () => {
    const { svg } = drawSvg({ ...shared, title: "T\uD83D", charts: [], columns: 1 });
    expect(svg.isWellFormed()).toBe(true);
  });

  test("holds every chart inside its size, and names the lines of a joint one", () => {
    const questions = questionsOf([1, 2], [3, 4], [5, 6], [null, null]);
    const options = optionsOf(questions);
    const charts = questions.map((question, tone) => chartOfOne(question, tone, options));
    const { svg, width, height } = drawSvg({ ...shared, charts: plain(charts), columns: 3 });
    const places = read(svg).elements.flatMap(({ name, attributes }) =>
      name === "g" ? [(attributes.transform ?? "").match(/\d+/g)?.map(Number) ?? []] : [],
    );
    expect(places).toHaveLength(4);
    for (const [left = -1, top = -1] of places) {
      expect(left + 400).toBeLessThanOrEqual(width);
      expect(top + 200).toBeLessThanOrEqual(height);
    }
    const joint = read(drawSvg({ ...shared, charts: plain(overlays(questions, options)), columns: 1 }).svg);
    expect(joint.texts.filter((text) => text.startsWith("A <b>"))).toHaveLength(4);
  });

  test("of waves has every label inside it, and every title and name of the legend in lines that fit", () => {
    const labels = ["Wave 1 (January – March 2025)", "Wave 2 (April – June 2025)", "Wave 3 (July – September 2025)"];
    const waves = { kind: "waves", question: "Wave", labels, isOrdered: true } as const;
    const title = "Thinking about your most recent visit, how satisfied were you with the service on that day?";
    const questions = questionsOf([3, 3.5, 4]).map((question) => {
      const points = question.series.points.map((point, at) => ({ ...point, at }));
      return { ...question, title, series: { ...question.series, points }, other: points };
    });
    const names = { own: "All responses", other: `${title} is “Very satisfied”; ${"V".repeat(90)} is “Yes”` };
    const options = { ...optionsOf(questions), buckets: waves, names, x: axisOf(questions, waves, 400) };
    const charts = plain(questions.map((question, tone) => chartOfOne(question, tone, options)));
    const { elements, texts } = read(drawSvg({ ...shared, charts, columns: 1 }).svg);
    const written = elements.filter(({ name }) => name === "text").map(({ attributes }) => attributes);
    for (const [place, { x, "text-anchor": anchor }] of written.entries()) {
      const width = (texts[place]?.length ?? 0) * 6;
      const from = Number(x) - (anchor === "middle" ? width / 2 : anchor === "end" ? width : 0);
      expect(from).toBeGreaterThanOrEqual(0);
      expect(from + width).toBeLessThanOrEqual(400 + 24);
    }
    expect(texts.join(" ")).toContain(title);
    const ticks = written.filter(({ x, "text-anchor": anchor }) => anchor === "middle" && Number(x) > 0);
    expect(ticks.filter(({ y }) => y === ticks.at(-1)?.y)).toHaveLength(3);
  });

  test("begins its plot after the longest value of the axis", () => {
    const questions = questionsOf([1, 2]);
    const charts = plain(questions.map((question, tone) => chartOfOne(question, tone, optionsOf(questions))));
    const leftOf = (tick: (value: number) => string) =>
      Number(/d="M(\d+) [\d.]+H/.exec(drawSvg({ ...shared, tick, charts, columns: 1 }).svg)?.[1]);
    expect(leftOf(String)).toBe(48);
    expect(leftOf(() => "1,480,000.5")).toBeGreaterThan(6 + 11 * 6);
  });

  test("says of each chart how many it is of, and of noted dates what they mean, wrapped and inside its size", () => {
    const questions = questionsOf([1, 2], [3, 4]);
    const options = optionsOf(questions);
    const asides = [
      "n 18 · last 2.00",
      "n 18 · last 4.00 · 1 significant change · weighted, and much more to say of it",
    ];
    const charts = questions.map((question, tone) => ({
      model: chartOfOne(question, tone, options),
      aside: asides[tone] ?? "",
    }));
    const title = "Trends of a project with a name that is longer than one line of a picture has room for";
    const { svg, height } = drawSvg({ ...shared, title, charts, columns: 1 });
    const { texts, elements } = read(svg);
    for (const text of [asides[0], "1", "Note 1 – 1970-01-02: <Launch>"]) expect(texts).toContain(text);
    for (const text of [title, asides[1]]) {
      expect(texts).not.toContain(text);
      expect(texts.join(" ")).toContain(text);
    }
    const ends = elements.filter(({ name }) => name === "text").map(({ attributes: { y } }) => Number(y));
    expect(Math.max(...ends)).toBeLessThan(height);
    // The axis of values begins beneath what is said of its chart.
    const said = elements.filter(({ attributes: { x, y } }) => x === "0.0" && Number(y) > 14 && Number(y) < 60);
    const grid = elements.flatMap(({ attributes: { d } }) => /^M48 ([\d.]+)H/.exec(d ?? "")?.[1] ?? []);
    expect(Math.max(...said.map(({ attributes: { y } }) => Number(y)))).toBeLessThan(Math.min(...grid.map(Number)));
  });
});
