import { ChartTooltip, type TooltipLine } from "@/components/charts/chart-tooltip";
import { type Band, bandOf } from "@/lib/charts/bands";
import type { Change } from "@/lib/charts/changes";
import type { ChartLine, ChartModel, ChartRow } from "@/lib/charts/chart-model";
import type { Measure, SeriesPoint } from "@/lib/charts/series";
import type { Format } from "@/lib/tables/format";
import { byText, figureText, pText } from "@/lib/trends/figures";

type Props = {
  model: ChartModel;
  row: ChartRow;
  bucket: (at: number) => string;
  format: Format;
  notes: readonly string[];
};

/** A bucket of a trend, in words and figures. */
export function TrendTooltip({ model, row, bucket, format, notes }: Props) {
  const isOne = model.questions.length === 1;
  const lines = inReadingOrder(model.lines).map(({ line, at }): TooltipLine => {
    const value = row.values[at] ?? null;
    const shown = {
      name: isOne ? ownName(line, model) : nameAmongAll(line, model),
      tone: line.tone,
      value: value === null ? "no data" : figureText(format, model.measure, value),
    };
    return isOne
      ? { ...shown, more: detailsOf(line, { model, row, bucket, format }) }
      : { ...shown, ...besideOf(line, row, format) };
  });
  return <ChartTooltip title={bucket(row.at)} lines={lines} notes={[...notes]} />;
}

const kindOrder: Record<ChartLine["kind"], number> = { mean: 0, rolling: 1, other: 2 };

/** A question's own line before what it is compared with, which is drawn first to lie beneath. */
const inReadingOrder = (lines: readonly ChartLine[]) =>
  lines
    .map((line, at) => ({ line, at }))
    .toSorted((a, b) => a.line.question - b.line.question || kindOrder[a.line.kind] - kindOrder[b.line.kind]);

const nameAmongAll = ({ name, kind, question }: ChartLine, { names, questions }: ChartModel): string =>
  kind === "other" && names ? `${questions[question]?.name ?? ""}, ${names.other}` : name;

const measureNames: Record<Measure, string> = { mean: "Mean", share: "Share" };

function ownName({ kind }: ChartLine, { names, measure }: ChartModel): string {
  if (kind === "rolling") return `Rolling ${measure}`;
  if (kind === "other") return names?.other ?? "Compared";
  return names?.own ?? measureNames[measure];
}

/** Of one question everything, a line each. */
function detailsOf(line: ChartLine, { model, row, bucket, format }: Omit<Props, "notes">): string[] {
  const { kind, question } = line;
  const isWeighted = model.questions[question]?.isWeighted ?? false;
  const bases = (point: SeriesPoint | null) => basesOf(point, isWeighted, format);
  const beyond = (change: Change, than: string) =>
    `${byText(format, model.measure, change.by)} ${than}: significant (p ${pText(change.p)}, adjusted)`;
  if (kind === "other") {
    const other = row.others[question] ?? null;
    return [...(other && other.at !== row.at ? [`the bucket of ${bucket(other.at)}`] : []), ...bases(other)];
  }
  if (kind === "rolling") return [];
  const point = row.points[question] ?? null;
  const [change, difference] = [row.changes[question], row.differences[question]];
  return [
    ...bandWords(point, model, format),
    ...bases(point),
    ...(change ? [beyond(change, `since ${bucket(change.since)}`)] : []),
    ...(difference ? [beyond(difference, "from the dotted line")] : []),
  ];
}

const bandNames: Record<Band, string> = {
  range: "",
  interval: "95% interval ",
  middle: "middle half ",
  none: "",
};

/** How far the band reaches; without one, the answers themselves. */
function bandWords(point: SeriesPoint | null, { band, measure }: ChartModel, format: Format): string[] {
  const bounds = point && bandOf(point, measure, band === "none" ? "range" : band);
  if (!bounds) return [];
  const [low, high] = bounds.map((each) => figureText(format, measure, each));
  return [`${bandNames[band]}from ${low} to ${high}`];
}

function basesOf(point: SeriesPoint | null, isWeighted: boolean, { count, tenths }: Format): string[] {
  if (point === null || point.count === null) return [];
  const chosen = point.chosen === null ? "" : `, ${count(point.chosen)} chose it`;
  const effective = isWeighted && point.effective !== null ? `, effective base ${tenths(point.effective)}` : "";
  const without = isWeighted && point.mean === null && point.count > 0 ? ", all of weight 0" : "";
  return [`n ${count(point.count)}${chosen}${effective}${without}`];
}

/** Of several questions their n, and a sign where something is beyond chance: the lines stay short. */
function besideOf({ kind, question }: ChartLine, row: ChartRow, { count }: Format): { beside?: string } {
  if (kind === "rolling") return {};
  const point = (kind === "other" ? row.others : row.points)[question] ?? null;
  const change = kind === "mean" ? row.changes[question] : null;
  const signs = [
    ...(point?.count != null ? [`n ${count(point.count)}`] : []),
    ...(change ? [change.by > 0 ? "▲" : "▼"] : []),
    ...(kind === "mean" && row.differences[question] ? ["◆"] : []),
  ];
  return signs.length > 0 ? { beside: signs.join(" ") } : {};
}
