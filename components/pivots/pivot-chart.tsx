"use client";

import { Alert, Skeleton, Text } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { IconChartBar } from "@tabler/icons-react";
import { memo } from "react";
import { ChartFrame } from "@/components/charts/chart-frame";
import classes from "@/components/charts/charts.module.css";
import { colourOf } from "@/components/charts/tones";
import { onDemand } from "@/components/ui/on-demand";
import { useFormat } from "@/components/ui/use-format";
import { barsLayout, heatLayout } from "@/lib/pivots/chart-layout";
import { type PivotChart as Chart, type Prepared, summaryOf } from "@/lib/pivots/prepare-pivot-chart";
import { figureText } from "@/lib/tables/column";
import { PivotHeatScale } from "./pivot-heat-scale";
import { LINE_HEIGHT } from "./plot-look";

/** What every drawing of a table gets. */
export type PlotProps = { chart: Chart; width: number };

/** A table is mostly read without a chart: its drawing is loaded with the first one. */
const Unloaded = ({ chart, width }: PlotProps) => <Skeleton height={heightOf(chart, width)} />;
const PivotBars = onDemand(async () => (await import("./pivot-bars")).PivotBars, Unloaded);
const PivotLine = onDemand(async () => (await import("./pivot-line")).PivotLine, Unloaded);
const PivotHeat = onDemand(async () => (await import("./pivot-heat")).PivotHeat, Unloaded);

const BENEATH = "All figures, with totals and bases, are in the table beneath.";

/** The table as a chart, or the sentence that says why it is not drawn. */
export const PivotChart = memo(function PivotChart({ prepared: { chart, refusal } }: { prepared: Prepared }) {
  const format = useFormat();
  const { ref, width } = useElementSize();
  if (!chart) {
    return (
      <Alert
        color="gray"
        variant="light"
        role="status"
        icon={<IconChartBar aria-hidden />}
        title="No chart of this table"
      >
        <Text size="sm">{refusal}</Text>
      </Alert>
    );
  }
  return (
    <ChartFrame
      title={chart.title}
      aside={BENEATH}
      height={heightOf(chart, width)}
      spoken={<p>{summaryOf(chart, { figure: (value) => figureText(chart.form, value, format) })}</p>}
    >
      <div ref={ref}>
        {width > 0 && <Plot chart={chart} width={width} />}
        {chart.kind === "heat" ? <PivotHeatScale chart={chart} /> : <Legend chart={chart} />}
        {chart.notes.map((note) => (
          <Text key={note} size="xs" c="dimmed" mt={4}>
            {note}
          </Text>
        ))}
      </div>
    </ChartFrame>
  );
});

/** Known before it is drawn, so that nothing beneath moves. */
function heightOf(chart: Chart, width: number): number {
  if (chart.kind === "line") return LINE_HEIGHT;
  return chart.kind === "heat" ? heatLayout(chart, width).height : barsLayout(chart, width).height;
}

function Plot(props: PlotProps) {
  if (props.chart.kind === "heat") return <PivotHeat {...props} />;
  return props.chart.kind === "line" ? <PivotLine {...props} /> : <PivotBars {...props} />;
}

/** What the colours are; of one series its name is on the axis. */
function Legend({ chart: { series, tones } }: { chart: Chart }) {
  if (series.length < 2) return null;
  return (
    <div className={classes.legend}>
      {series.map((name, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two series may have one name.
        <span key={`${at} ${name}`}>
          <span className={classes.swatch} style={{ background: colourOf(tones[at] ?? at) }} />
          {name}
        </span>
      ))}
    </div>
  );
}
