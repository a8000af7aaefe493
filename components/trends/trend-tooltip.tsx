import { ChartTooltip, type TooltipLine } from "@/components/charts/chart-tooltip";
import type { ChartModel, ChartRow } from "@/lib/charts/chart-model";
import type { Format } from "@/lib/tables/format";

type Props = {
  model: ChartModel;
  row: ChartRow;
  bucket: (at: number) => string;
  format: Format;
  notes: readonly string[];
};

/** A bucket of a trend, in words and figures. */
export function TrendTooltip({ model, row, bucket, format, notes }: Props) {
  const { hundredths, count } = format;
  const isOne = model.questions.length === 1;
  const lines = model.lines.map(({ name, tone, kind, question }, at): TooltipLine => {
    const point = row.points[question] ?? null;
    const change = row.changes[question];
    const details = [
      ...(isOne && point && point.low !== null ? [`from ${hundredths(point.low)} to ${hundredths(point.high)}`] : []),
      ...(point && point.count !== null ? [`n ${count(point.count)}${effective(model, question, point, format)}`] : []),
      ...(change
        ? [`${signed(change.by, format)} since ${bucket(change.since)}: beyond chance (p ${pText(change.p)}, adjusted)`]
        : []),
    ];
    const other = row.others[question];
    const otherDetails = other ? [`the bucket of ${bucket(other.at)}`] : [];
    const value = row.values[at] ?? null;
    const label = isOne ? { mean: "Mean", rolling: "Rolling mean", other: "Compared" }[kind] : name;
    return {
      name: label,
      tone,
      value: value === null ? "no data" : hundredths(value),
      more: kind === "mean" ? details : kind === "other" ? otherDetails : [],
    };
  });
  return <ChartTooltip title={bucket(row.at)} lines={lines} notes={[...notes]} />;
}

function effective(model: ChartModel, question: number, point: { effective: number | null }, { tenths }: Format) {
  return model.questions[question]?.isWeighted && point.effective !== null
    ? `, effective base ${tenths(point.effective)}`
    : "";
}

const signed = (by: number, { hundredths }: Format) => `${by > 0 ? "+" : "−"}${hundredths(Math.abs(by))}`;

/** As papers print them: small ones by their bound. */
const pText = (p: number) => (p < 0.001 ? "< 0.001" : p.toFixed(3));
