"use client";

import { SimpleGrid } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { memo, useMemo } from "react";
import { ChartFrame } from "@/components/charts/chart-frame";
import classes from "@/components/charts/charts.module.css";
import { colourOf } from "@/components/charts/tones";
import { TrendChart } from "@/components/charts/trend-chart";
import { useNearView } from "@/components/charts/use-near-view";
import { useFormat } from "@/components/ui/use-format";
import { bucketLabeller } from "@/lib/charts/bucket-label";
import { type ChartOptions, chartOfOne, overlay, timeAxis } from "@/lib/charts/chart-model";
import type { TrendQuestion } from "@/lib/charts/prepare-trend";
import { totalCount } from "@/lib/charts/series";
import type { BucketType } from "@/lib/contracts/analysis";
import type { Format } from "@/lib/tables/format";
import { TrendSpoken } from "./trend-spoken";
import { TrendTooltip } from "./trend-tooltip";

/** Notes by the start of the bucket that their day lies in. */
export type BucketNotes = ReadonlyMap<number, readonly string[]>;

type Props = {
  questions: TrendQuestion[];
  mode: "multiples" | "overlay";
  type: BucketType;
  timeZone: string;
  showBand: boolean;
  notes: BucketNotes;
  onZoom: (from: number, to: number) => void;
};

const GAP = 12;
/** What a frame has around its plot. */
const FRAME = 26;
const HEIGHT = { alone: 360, several: 220 };

const columnsFor = (width: number, charts: number) => Math.min(charts, width >= 1150 ? 3 : width >= 640 ? 2 : 1);

/** The questions as charts: one each, or all in one. */
export const TrendCharts = memo(function TrendCharts({
  questions,
  mode,
  type,
  timeZone,
  showBand,
  notes,
  onZoom,
}: Props) {
  const { ref, width } = useElementSize();
  const count = mode === "overlay" ? 1 : questions.length;
  const columns = columnsFor(width, count);
  const plot = Math.floor((width - GAP * (columns - 1)) / columns) - FRAME;
  const height = count <= 2 ? HEIGHT.alone : HEIGHT.several;
  const x = useMemo(() => timeAxis(questions, { type, timeZone, width: plot }), [questions, type, timeZone, plot]);
  const bucket = useMemo(() => bucketLabeller(type, timeZone), [type, timeZone]);
  const options = useMemo(() => ({ x, showBand, width: plot }), [x, showBand, plot]);
  const shared = { options, height, bucket, notes, onZoom };
  return (
    <div ref={ref}>
      {width > 0 && (
        <SimpleGrid cols={columns} spacing={GAP} verticalSpacing={GAP}>
          {mode === "overlay" ? (
            <AllInOne questions={questions} {...shared} />
          ) : (
            questions.map((question, tone) => (
              <OneChart key={question.id} question={question} tone={tone} {...shared} />
            ))
          )}
        </SimpleGrid>
      )}
    </div>
  );
});

type Shared = {
  options: ChartOptions;
  height: number;
  bucket: (at: number) => string;
  notes: BucketNotes;
  onZoom: Props["onZoom"];
};

const OneChart = memo(function OneChart({
  question,
  tone,
  options,
  height,
  bucket,
  notes,
  onZoom,
}: Shared & { question: TrendQuestion; tone: number }) {
  const format = useFormat();
  const { ref, isNear } = useNearView<HTMLDivElement>();
  const model = useMemo(() => (isNear ? chartOfOne(question, tone, options) : null), [isNear, question, tone, options]);
  const isEmpty = question.series.points.every(({ mean }) => mean === null);
  return (
    <div ref={ref} style={{ minWidth: 0 }}>
      <ChartFrame
        title={question.title}
        aside={asideOf(question, format)}
        height={height}
        empty={isEmpty ? "No answers in this range." : null}
        spoken={<TrendSpoken question={question} bucket={bucket} format={format} />}
      >
        {model && (
          <TrendChart
            model={model}
            width={options.width}
            height={height}
            figure={tickText(format)}
            notes={noteStarts(notes)}
            onZoom={onZoom}
            tooltip={(row) => (
              <TrendTooltip {...{ model, row, bucket, format, notes: notes.get(row.at) ?? NO_NOTES }} />
            )}
          />
        )}
      </ChartFrame>
    </div>
  );
});

const NO_NOTES: readonly string[] = [];
const noteStarts = (notes: BucketNotes) => [...notes.keys()];

/** Round values need no decimals of their own. */
const tickText = (format: Format) => (value: number) =>
  Number.isInteger(value)
    ? format.count(value)
    : Number(value.toFixed(1)) === value
      ? format.tenths(value)
      : format.hundredths(value);

function asideOf(question: TrendQuestion, { count, hundredths }: Format): string {
  const { series, changes } = question;
  const total = totalCount(series);
  const last = series.points.findLast(({ mean }) => mean !== null);
  return [
    ...(total === null ? [] : [`n ${count(total)}`]),
    ...(last ? [`last ${hundredths(last.mean)}`] : []),
    ...(changes.length > 0
      ? [`${count(changes.length)} ${changes.length === 1 ? "change" : "changes"} beyond chance`]
      : []),
    ...(series.isWeighted ? ["weighted"] : []),
  ].join(" · ");
}

function AllInOne({ questions, options, height, bucket, notes, onZoom }: Shared & { questions: TrendQuestion[] }) {
  const format = useFormat();
  const model = useMemo(() => overlay(questions, options), [questions, options]);
  return (
    <ChartFrame
      title="All questions"
      height={height}
      spoken={questions.map((question) => (
        <TrendSpoken key={question.id} question={question} bucket={bucket} format={format} />
      ))}
    >
      <TrendChart
        model={model}
        width={options.width}
        height={height}
        figure={tickText(format)}
        notes={noteStarts(notes)}
        onZoom={onZoom}
        tooltip={(row) => <TrendTooltip {...{ model, row, bucket, format, notes: notes.get(row.at) ?? NO_NOTES }} />}
      />
      <div className={classes.legend}>
        {model.questions.map(({ name, tone }, at) => (
          <span key={questions[at]?.id}>
            <span className={classes.swatch} style={{ background: colourOf(tone) }} />
            {name}
          </span>
        ))}
      </div>
    </ChartFrame>
  );
}
