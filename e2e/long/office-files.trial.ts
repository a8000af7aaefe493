import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { axisOf, chartOfOne } from "@/lib/charts/chart-model";
import { drawSvg } from "@/lib/charts/draw-svg";
import { prepareTrend } from "@/lib/charts/prepare-trend";
import { prepareSeries } from "@/lib/charts/series";
import { readTemplate } from "@/lib/exports/read-template";
import { drawPivotChart } from "@/lib/pivots/draw-pivot-chart";
import { slideShows } from "@/lib/pivots/pivot-slide";
import type { PivotChart } from "@/lib/pivots/prepare-pivot-chart";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { sheetsXlsx } from "@/lib/tables/sheets-xlsx";
import { presentationBlob, type SlideContent } from "@/lib/tables/slides";
import { type SpanTable, spanTableBlob } from "@/lib/tables/span-table";
import { usualLook } from "@/lib/tables/usual-look";
import { templateFile } from "@/lib/test-template";
import { slideChart } from "@/lib/trends/trend-slide";
import { startJudging } from "./judge";

/** Every kind of file that we write, opened by LibreOffice, turned into pages and read back. The pictures stay, to be looked at. */
const { judge, end } = startJudging();
const format = formatFor(usualSettings);

const has = (program: string) => spawnSync(program, ["--version"]).error === undefined;
const isThere = () => has("soffice") && has("pdftotext") && has("pdftoppm");

function findOrInstall(): boolean {
  if (isThere()) return true;
  const packages = ["libreoffice-calc", "libreoffice-impress", "poppler-utils"];
  const shown = { stdio: "inherit" as const };
  if (spawnSync("apt-get", ["update", "-qq"], shown).status !== 0) return false;
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], shown);
  return isThere();
}

const folder = mkdtempSync(join(tmpdir(), "fieldwork-office-"));
const pictures = join(folder, "pictures");
mkdirSync(pictures);

/** Converts a file into another kind; the path of what came of it, null: nothing did. */
function converted(path: string, kind: string, into = folder): string | null {
  const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
  const { status } = spawnSync("soffice", [profile, "--headless", "--convert-to", kind, "--outdir", into, path]);
  const wanted = `${basename(path).replace(/\.\w+$/, "")}.${kind.split(":")[0]}`;
  return status === 0 && readdirSync(into).includes(wanted) ? join(into, wanted) : null;
}

/** The pages of a file as pictures, and all of its text. */
function pagesOf(path: string): { pages: number; text: string } {
  const pdf = converted(path, "pdf");
  if (!pdf) return { pages: 0, text: "" };
  const prefix = basename(path).replace(/\W/g, "-");
  spawnSync("pdftoppm", ["-png", "-r", "60", pdf, join(pictures, prefix)]);
  const pages = readdirSync(pictures).filter((name) => name.startsWith(prefix)).length;
  return { pages, text: spawnSync("pdftotext", ["-layout", pdf, "-"], { encoding: "utf8" }).stdout };
}

const save = async (name: string, content: Blob | string) => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === "string" ? content : Buffer.from(await content.arrayBuffer()));
  return path;
};

const ROWS = 90;

const table: SpanTable = {
  rows: [
    [{ value: "Liking by region", kind: "text", isBold: true, isTitle: true }],
    [{ value: "Project: Tracker", kind: "text" }],
    [
      { value: "Liking", kind: "text", isBold: true },
      { value: "North (A)", kind: "text", isBold: true },
      { value: "South (B)", kind: "text", isBold: true },
    ],
    ...Array.from({ length: ROWS }, (_, at): SpanTable["rows"][number] => [
      { value: `Answer ${at + 1}`, kind: "text" },
      { value: at + 0.25, kind: "percent", beside: at === 3 ? "B" : "" },
      { value: 100 - at, kind: "percent", beside: "" },
    ]),
  ],
  sticky: { rows: 3, columns: 1 },
  widths: [26, 13, 13],
  foot: ["Base: all who answered. ".repeat(12).trim()],
  head: { from: 2, rows: 1 },
};

const chart: PivotChart = {
  ...{ kind: "bars", title: "% of column – Liking by Region", value: "% of column", along: "Liking", across: "Region" },
  ...{
    form: { kind: "percent", decimals: 1 },
    categories: ["Good", "Fair", "Poor"],
    series: ["North", "South"],
    tones: [0, 1],
  },
  cells: [
    [61.7, 12.5],
    [30.2, null],
    [8.1, 0],
  ].map((row) => row.map((value) => ({ value, base: 90, effective: null }))),
  ...{ scale: { from: 0, to: 80, ticks: [0, 20, 40, 60, 80] }, notes: [] },
};

/** A stack of a scale with a middle, and one of a scale without; some parts have no room for their figures. */
function stackOf(names: readonly string[], ramp: "sequential" | "diverging"): PivotChart {
  const parts = names.map((_, at) => (at === names.length - 1 ? 1.9 : 98.1 / (names.length - 1)));
  return {
    ...chart,
    ...{ kind: "stacked", title: "% of row – Region by Liking", along: "Region", across: "Liking" },
    ...{ categories: ["North", "South"], series: [...names, "Don’t know"] },
    tones: [...names.map((_, at) => ({ ramp, at: at / (names.length - 1) })), "beside"],
    cells: [parts, parts.toReversed()].map((row) =>
      [...row.map((value) => value * 0.9), 10].map((value) => ({ value, base: 90, effective: null })),
    ),
    scale: { from: 0, to: 100, ticks: [0, 20, 40, 60, 80, 100] },
  };
}

const stacks = {
  agreement: stackOf(["Strongly disagree", "Disagree", "Neither", "Agree", "Strongly agree"], "diverging"),
  recommendation: stackOf(
    Array.from({ length: 11 }, (_, at) => String(at)),
    "sequential",
  ),
};

function trend() {
  const read = Array.from({ length: 12 }, (_, month) => ({
    x: new Date(Date.UTC(2031, month)).toISOString(),
    ...{ mean: 3 + month / 10, min: 1, max: 5, count: 120, bucketMin: 1, bucketMax: 5, meanExact: null, variance: 1 },
    ...{ weightedCount: null, effectiveCount: null, lowerQuartile: null, upperQuartile: null },
  }));
  const series = prepareSeries("q", read);
  return prepareTrend({ questions: [{ id: "q", title: "Satisfaction", series }], rolling: 1, zoom: null }).questions;
}

async function tryWorkbooks() {
  const path = await save("table.xlsx", await spanTableBlob(table, { form: "xlsx", format, sheet: "Table" }));
  const csv = converted(path, "csv");
  const lines = csv ? readFileSync(csv, "utf8").split("\n") : [];
  const row = lines.find((line) => line.startsWith("Answer 4,"));
  judge(`a workbook's figures and letters are read back (${row})`, row === "Answer 4,3.25%,B,97%");
  const { pages, text } = pagesOf(path);
  judge(`a long table is one page wide, of several pages (${pages})`, pages >= 2 && pages <= 4);
  judge("every page begins with the table's head", text.split("North (A)").length - 1 === pages);
  const raised: SpanTable = {
    ...table,
    rows: table.rows.map((row) => row.map((cell) => (cell?.beside === undefined ? cell : { ...cell, isRaised: true }))),
  };
  const own = await save("superscripts.xlsx", await spanTableBlob(raised, { form: "xlsx", format, sheet: "Table" }));
  const raisedCsv = converted(own, "csv");
  const raisedRow = (raisedCsv ? readFileSync(raisedCsv, "utf8") : "")
    .split("\n")
    .find((line) => line.startsWith("Answer 4,"));
  judge(`a figure with a superscript is read back with it (${raisedRow})`, raisedRow === "Answer 4,3.3%B,97%");
  judge("a workbook with superscripts opens", pagesOf(own).pages === pages);
  const sheets = ["One", "Two"].map((name) => ({ name, table, links: [{ row: 0, column: 0, sheet: "One" }] }));
  const book = await new Response(await sheetsXlsx(sheets, usualSettings)).blob();
  judge("a book of tables opens, all of its sheets", pagesOf(await save("book.xlsx", book)).pages >= 2 * pages);
}

async function tryPresentation() {
  const words = { subtitle: "Wave of spring", remarks: ["Tracker · n 180 · unweighted."], notes: ["Made by hand."] };
  const look = { targets: [], labels: "all" as const, rolling: 1, place: 0 };
  const aimed = { ...look, targets: [{ line: "q", value: 4, name: "Goal" }] };
  const month = (at: number) => new Date(at).toISOString().slice(0, 7);
  const slides: SlideContent[] = [
    { title: "The North likes it", ...words, shows: slideShows({ chart }, format) },
    {
      title: "Satisfaction rises",
      ...words,
      shows: { chart: slideChart(trend(), { ...look, bucket: month, format }) },
    },
    {
      title: "It reaches its goal",
      ...words,
      shows: { chart: slideChart(trend(), { ...aimed, bucket: month, format }) },
    },
    {
      title: "All answers",
      ...words,
      shows: slideShows({ table: { ...table, rows: table.rows.slice(2, 12) } }, format),
    },
    ...Object.values(stacks).map((stack) => ({
      title: "Most agree",
      ...words,
      shows: slideShows({ chart: stack }, format),
    })),
  ];
  const deck = await presentationBlob({ title: "Results", about: "", slides, look: usualLook });
  const { pages, text } = pagesOf(await save("deck.pptx", deck));
  judge(`a deck has its slides (${pages})`, pages === slides.length);
  const bars = ["61.7%", "30.2%", "12.5%"];
  judge(
    "a bar chart has its figures",
    bars.every((figure) => text.includes(figure)),
  );
  judge(
    "a trend's chart has its figures and target",
    ["3.00", "4.10", "Goal"].every((each) => text.includes(each)),
  );
  judge("a stack has the figures that fit, and no others", text.includes("22.1%") && !/(?<!\d)1\.7%/.test(text));
  judge("a table has its figures and letters", text.includes("3.3% B"));
  const titles = slides.map(({ title }) => title);
  judge(
    "titles, subtitles and footers stand on the slides",
    [...titles, "Wave of spring", "n 180"].every((each) => text.includes(each)),
  );
  const house = await readTemplate(await templateFile());
  const inHouse = await presentationBlob({ title: "Results", about: "", slides, look: house });
  const onLayout = pagesOf(await save("deck-on-layout.pptx", inHouse));
  judge(
    `slides stand on the layout of a template (${onLayout.pages})`,
    onLayout.pages === slides.length && [...titles, "n 180", "3.3% B"].every((each) => onLayout.text.includes(each)),
  );
}

async function tryPictures() {
  const figure = (value: number) => `${value.toFixed(1)}%`;
  const captions = { title: "The North likes it", subtitle: "Wave of spring", about: ["Revision 7."] };
  const bars = drawPivotChart({ chart, ...captions, remarks: ["Tracker · n 180."], figure, tick: figure });
  const stacked = Object.entries(stacks).map(([name, stack]) => {
    const drawn = drawPivotChart({ chart: stack, ...captions, remarks: ["Tracker · n 180."], figure, tick: figure });
    return [name, drawn] as const;
  });
  const questions = trend();
  const buckets = { kind: "time", type: "monthly", timeZone: "UTC" } as const;
  const x = axisOf(questions, buckets, 960);
  const targets = [{ line: "q", value: 4, name: "Goal" }];
  const [question] = questions;
  if (!question) throw new Error("There is no trend.");
  const options = { x, buckets, names: null, rolling: 1, band: "interval", targets, labels: "all" } as const;
  const notes = [{ at: Date.UTC(2031, 5), text: "1 A new supplier began" }];
  const model = chartOfOne(question, 0, { ...options, width: 960, notes: notes.map(({ at }) => at) });
  const lines = drawSvg({
    ...{ charts: [{ model, aside: "n 1,440" }], title: "Satisfaction rises", captions: ["Wave of spring"], columns: 1 },
    ...{ width: 960, height: 420, tick: String, figure: (value: number) => value.toFixed(2), notes },
    foot: ["Tracker · n 1,440 · unweighted."],
  });
  for (const [name, { svg }] of [...Object.entries({ bars, lines }), ...stacked]) {
    judge(`the picture ${name} opens`, converted(await save(`${name}.svg`, svg), "png", pictures) !== null);
  }
}

if (findOrInstall()) {
  await tryWorkbooks();
  await tryPresentation();
  await tryPictures();
  process.stdout.write(`The pages are in ${pictures}\n`);
} else {
  process.stdout.write("Skipped: LibreOffice is not here, and cannot be installed with apt-get.\n");
}
end();
