"use client";

import { Alert, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import Link from "next/link";
import { type ReactNode, useDeferredValue, useMemo } from "react";
import { LeftOut } from "@/components/ui/left-out";
import { LoadError } from "@/components/ui/load-error";
import { usePageActions } from "@/components/ui/page-actions";
import { PageHeader } from "@/components/ui/page-header";
import { useFormat } from "@/components/ui/use-format";
import { bucketLabeller } from "@/lib/charts/bucket-label";
import { bucketMs, type TrendQuestion, trendRows } from "@/lib/charts/prepare-trend";
import type { Role } from "@/lib/contracts/permissions";
import { type TrendState, trendModes, trendParsers } from "@/lib/trends/address";
import { notesByBucket } from "@/lib/trends/note-places";
import { trendColumns } from "@/lib/trends/trend-table";
import { useListAddress } from "@/lib/views/use-list-address";
import { TrendCharts } from "./trend-charts";
import { TrendControls } from "./trend-controls";
import { TrendExport } from "./trend-export";
import { TrendFilter } from "./trend-filter";
import { TrendNotes } from "./trend-notes";
import { TrendTable } from "./trend-table";
import { type TrendShown, useTrend } from "./use-trend";

type Props = {
  role: Role;
  /** Where the trend's views are chosen and saved. */
  views: ReactNode;
};

const NONE: TrendQuestion[] = [];

/** How the answers of a project move over time. All of it stands in the address. */
export function TrendsPage({ role, views }: Props) {
  const { state, change } = useListAddress("trends", trendParsers);
  const shown = useTrend(state);
  const format = useFormat();
  const { asked, questions, shownZone } = shown;
  const type = asked?.type ?? "daily";
  const bucket = useMemo(() => bucketLabeller(type, shownZone), [type, shownZone]);
  const known = questions ?? NONE;
  const marked = useMemo(
    () => (state.marks ? known : known.map((question) => ({ ...question, changes: [] }))),
    [known, state.marks],
  );
  const starts = useMemo(() => marked[0]?.series.points.map(({ at }) => at) ?? [], [marked]);
  const notes = useMemo(
    () => notesByBucket(shown.notes.data ?? [], starts, { timeZone: shownZone, bucketMs: bucketMs[type] }),
    [shown.notes.data, starts, shownZone, type],
  );
  const columns = useMemo(() => {
    const some = (has: (question: TrendQuestion) => boolean) => marked.some(has);
    const has = {
      band: some(({ series }) => series.hasBand),
      counts: some(({ series }) => series.hasCounts),
      weighted: some(({ series }) => series.isWeighted),
      rolling: some(({ rolling }) => rolling !== null),
      other: some(({ other }) => other !== null),
    };
    return trendColumns(has, { bucket, timeZone: shownZone });
  }, [marked, bucket, shownZone]);
  const rows = useMemo(() => (state.mode === "table" ? trendRows(marked) : []), [state.mode, marked]);
  const onZoom = useMemo(() => (from: number, to: number) => change({ zoom: { from, to } }), [change]);
  usePageActions(
    trendModes.map((mode) => ({
      id: `trend-${mode}`,
      label: {
        multiples: "Show a chart for each question",
        overlay: "Show all questions in one chart",
        table: "Show the trend as a table",
      }[mode],
      keywords: "trend chart",
      run: () => change({ mode }),
    })),
  );
  // Controls answer at once; many charts follow, all of one state.
  const drawn = useDeferredValue(
    useMemo(
      () => ({ questions: marked, mode: state.mode, type, timeZone: shownZone, showBand: state.band, notes }),
      [marked, state.mode, type, shownZone, state.band, notes],
    ),
  );

  return (
    <>
      <PageHeader title="Trends" aside={asked ? asideOf(shown) : "How answers move over time"}>
        {state.project !== null && (
          <TrendNotes
            projectId={state.project}
            notes={shown.notes.data ?? []}
            role={role}
            day={asked?.days.to ?? null}
          />
        )}
        <TrendExport
          questions={marked}
          columns={columns}
          caption={asked ? asideOf(shown) : ""}
          look={{ type, timeZone: shownZone, showBand: state.band, mode: state.mode, notes }}
        />
      </PageHeader>
      {views}
      <TrendControls state={state} shown={shown} onChange={change} />
      {state.project !== null && (
        <TrendFilter
          items={state.filter}
          questions={shown.known.data?.questions ?? []}
          onChange={(filter) => change({ filter, zoom: null })}
        />
      )}
      <LeftOut notices={noticesOf(state, shown)} />
      {state.zoom && (
        <Group mb="sm" gap="sm">
          <Text size="sm">
            Zoomed to {bucket(state.zoom.from)} – {bucket(state.zoom.to)}
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => change({ zoom: null })}>
            Show the whole range
          </Button>
        </Group>
      )}
      <Body state={state} shown={shown}>
        {drawn.mode === "table" ? (
          <TrendTable columns={columns} rows={rows} />
        ) : (
          <TrendCharts {...drawn} mode={drawn.mode} onZoom={onZoom} />
        )}
        {questions && <Remarks state={state} shown={shown} format={format.count} />}
      </Body>
    </>
  );
}

/** What is shown, with the zone that its times are of. */
function asideOf({ asked, shownZone }: TrendShown): string {
  if (!asked) return "";
  const { from, to } = asked.days;
  return `${from} to ${to}, times in ${shownZone.replaceAll("_", " ")}`;
}

function noticesOf(state: TrendState, { choices, ids, extent }: TrendShown): string[] {
  const named = new Set(choices.map(({ id }) => id));
  const gone = extent.data ? ids.filter((id) => !named.has(id)) : [];
  return [
    ...gone.map((id) => `The question “${id}” has no trend in this project.`),
    ...(state.from !== null && state.to !== null && state.from > state.to
      ? [`The range ends on ${state.to}, before it begins on ${state.from}. Choose another day.`]
      : []),
  ];
}

function Body({ state, shown, children }: { state: TrendState; shown: TrendShown; children: ReactNode }) {
  const { extent, trend, ids, asked } = shown;
  if (state.project === null) return <Nothing says="Choose a project to see how its answers move over time." />;
  if (trend.error) return <LoadError what="The trend" error={trend.error} onRetry={() => void trend.refetch()} />;
  if (extent.error && !asked) {
    return <LoadError what="The project's questions" error={extent.error} onRetry={() => void extent.refetch()} />;
  }
  if (extent.data && extent.data.questions.length === 0) {
    return (
      <Nothing says="This project has no numeric or scale questions with answers yet.">
        <Button
          component={Link}
          href={`/projects/${encodeURIComponent(state.project)}`}
          prefetch={false}
          variant="default"
        >
          Open the project
        </Button>
      </Nothing>
    );
  }
  if (ids.length === 0 && extent.data) return <Nothing says="Choose at least one question." />;
  if (!asked && extent.data) return <Nothing says="Choose a range of days in which the project has answers." />;
  if (!shown.questions) return <Waiting />;
  const isOld = trend.isPlaceholderData || shown.other.isPlaceholderData;
  return (
    <Stack gap="sm" style={{ opacity: isOld ? 0.6 : 1, transition: "opacity 120ms" }} aria-busy={isOld}>
      {children}
    </Stack>
  );
}

function Nothing({ says, children }: { says: string; children?: ReactNode }) {
  return (
    <Stack align="center" gap="sm" py="xl">
      <Text c="dimmed">{says}</Text>
      {children}
    </Stack>
  );
}

function Waiting() {
  return (
    <Stack gap="sm" role="status" aria-label="The trend is being read">
      {[1, 2].map((key) => (
        <Skeleton key={key} height={300} />
      ))}
    </Stack>
  );
}

/** How what is shown was made, and what a service did not say. */
function Remarks({ state, shown, format }: { state: TrendState; shown: TrendShown; format: (n: number) => string }) {
  const { questions, before, asked } = shown;
  const filled = (questions ?? []).filter(({ series }) => series.points.some(({ mean }) => mean !== null));
  if (filled.length === 0) return null;
  const hasVariance = filled.some(({ series }) => series.hasVariance);
  const hasBand = filled.some(({ series }) => series.hasBand);
  const tests = filled.reduce(
    (sum, { series }) => sum + Math.max(0, series.points.filter(({ mean }) => mean !== null).length - 1),
    0,
  );
  const remarks = [
    ...(state.marks && hasVariance
      ? [
          `▲▼ mark means that differ from the bucket before by more than chance: Welch's test, 5% false discoveries among up to ${format(tests)} comparisons (Benjamini-Hochberg)${state.weight ? ", on effective bases" : ""}.`,
        ]
      : []),
    ...(state.marks && !hasVariance
      ? ["This service says no variances, so it cannot be told which changes are beyond chance."]
      : []),
    ...(!hasBand && state.band && state.mode === "multiples"
      ? [
          "This service says no lowest and highest answers of buckets: the two dashed lines are those of the whole range.",
        ]
      : []),
    ...(state.rolling > 1 ? [`Dashed: rolling mean over ${state.rolling} buckets, each weighing by its base.`] : []),
    ...(state.compare !== null && before
      ? [
          `Dotted: the ${format(filled[0]?.series.points.length ?? 0)} buckets of ${before.days.from} to ${before.days.to}, by place.`,
        ]
      : []),
    ...(asked && shown.timeZone !== shown.shownZone
      ? [`This service cuts time by the clock of UTC, not of ${shown.timeZone}.`]
      : []),
  ];
  if (remarks.length === 0) return null;
  return (
    <Alert color="gray" variant="light" role="note" py="xs">
      {remarks.map((remark) => (
        <Text key={remark} size="xs">
          {remark}
        </Text>
      ))}
    </Alert>
  );
}
