"use client";

import { SimpleGrid } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { memo, useMemo } from "react";
import { ChartFrame } from "@/components/charts/chart-frame";
import { ChartLegend } from "@/components/charts/chart-legend";
import { TrendChart } from "@/components/charts/trend-chart";
import { useNearView } from "@/components/charts/use-near-view";
import { useFormat } from "@/components/ui/use-format";
import type { Band } from "@/lib/charts/bands";
import { bucketNamer, type TrendBuckets } from "@/lib/charts/buckets";
import {
  axisOf,
  type ChartModel,
  type ChartOptions,
  chartGroups,
  chartOfGroups,
  type LabelMode,
  type LineNames,
  overlays,
  type Target,
} from "@/lib/charts/chart-model";
import type { ChartNote } from "@/lib/charts/note-labels";
import type { TrendQuestion } from "@/lib/charts/prepare-trend";
import { groupWords, titleOfChart } from "@/lib/trends/card-words";
import { figureText, tickText } from "@/lib/trends/figures";
import { type BucketNotes, chartNotes } from "@/lib/trends/note-places";
import { TrendSpoken } from "./trend-spoken";
import { TrendTooltip } from "./trend-tooltip";

type Props = {
  questions: TrendQuestion[];
  mode: "multiples" | "overlay";
  buckets: TrendBuckets;
  /** What is compared. */
  names: LineNames | null;
  /** Buckets of a rolling mean; 1: none. */
  rolling: number;
  band: Band;
  targets: readonly Target[];
  labels: LabelMode;
  notes: BucketNotes;
  /** Null: the buckets are not of time. */
  onZoom: ((from: number, to: number) => void) | null;
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
  buckets,
  names,
  rolling,
  band,
  targets,
  labels,
  notes,
  onZoom,
}: Props) {
  const { ref, width } = useElementSize();
  const groups = useMemo(() => chartGroups(questions), [questions]);
  const count = mode === "overlay" ? 1 : groups.length;
  const columns = columnsFor(width, count);
  const plot = Math.floor((width - GAP * (columns - 1)) / columns) - FRAME;
  const height = count <= 2 ? HEIGHT.alone : HEIGHT.several;
  const x = useMemo(() => axisOf(questions, buckets, plot), [questions, buckets, plot]);
  const bucket = useMemo(() => bucketNamer(buckets), [buckets]);
  const starts = useMemo(() => [...notes.keys()], [notes]);
  const texts = useMemo(() => chartNotes(notes), [notes]);
  const options = useMemo(
    () => ({ x, buckets, names, rolling, band, targets, labels, width: plot, notes: starts }),
    [x, buckets, names, rolling, band, targets, labels, plot, starts],
  );
  const shared = { options, height, bucket, notes, texts, onZoom };
  return (
    <div ref={ref}>
      {width > 0 && (
        <SimpleGrid cols={columns} spacing={GAP} verticalSpacing={GAP}>
          {mode === "overlay" ? (
            <AllInOne questions={questions} {...shared} />
          ) : (
            groups.map((group, tone) => <OneChart key={group[0]?.id} group={group} tone={tone} {...shared} />)
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
  /** The same as they stand on their lines. */
  texts: readonly ChartNote[];
  onZoom: Props["onZoom"];
};

const OneChart = memo(function OneChart({
  group,
  tone,
  options,
  height,
  bucket,
  notes,
  texts,
  onZoom,
}: Shared & { group: TrendQuestion[]; tone: number }) {
  const format = useFormat();
  const { ref, isNear } = useNearView<HTMLDivElement>();
  const model = useMemo(() => (isNear ? chartOfGroups(group, tone, options) : null), [isNear, group, tone, options]);
  const isEmpty = group.every(({ series }) => series.points.every(({ mean }) => mean === null));
  return (
    <div ref={ref} style={{ display: "grid", minWidth: 0 }}>
      <ChartFrame
        title={titleOfChart(group)}
        aside={groupWords(group, format)}
        height={height}
        empty={isEmpty ? "No answers in this range." : null}
        spoken={group.map((question) => (
          <TrendSpoken key={question.id} question={question} bucket={bucket} format={format} names={options.names} />
        ))}
      >
        {model && <Drawn model={model} {...{ options, height, bucket, notes, texts, onZoom }} />}
      </ChartFrame>
    </div>
  );
});

const textsAt = (notes: BucketNotes, at: number) => (notes.get(at) ?? []).map(({ text }) => text);

/** A chart and what explains it. */
function Drawn({ model, options, height, bucket, notes, texts, onZoom }: Shared & { model: ChartModel }) {
  const format = useFormat();
  return (
    <>
      <TrendChart
        model={model}
        width={options.width}
        height={height}
        tick={(value) => tickText(format, model, value)}
        figure={(value) => figureText(format, model.measure, value)}
        notes={texts}
        onZoom={onZoom}
        tooltip={(row) => <TrendTooltip {...{ model, row, bucket, format, notes: textsAt(notes, row.at) }} />}
      />
      <ChartLegend model={model} />
    </>
  );
}

/** All questions together: means in one chart, shares in another. */
function AllInOne({ questions, options, ...shared }: Shared & { questions: TrendQuestion[] }) {
  const format = useFormat();
  const models = useMemo(() => overlays(questions, options), [questions, options]);
  return models.map((model) => (
    <ChartFrame
      key={model.id}
      title={model.title}
      height={shared.height}
      spoken={questions
        .filter(({ series }) => series.measure === model.measure)
        .map((question) => (
          <TrendSpoken
            key={question.id}
            question={question}
            bucket={shared.bucket}
            format={format}
            names={options.names}
          />
        ))}
    >
      <Drawn model={model} options={options} {...shared} />
    </ChartFrame>
  ));
}
