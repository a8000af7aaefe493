"use client";

import { Button, Group, Skeleton, Text } from "@mantine/core";
import { type ReactNode, useDeferredValue, useMemo, useRef } from "react";
import { Caption, CaptionHead } from "@/components/charts/caption";
import { ProjectSelect } from "@/components/pickers/project-select";
import { useProjectName } from "@/components/pickers/use-known-projects";
import { LeftOut } from "@/components/ui/left-out";
import { onDemand } from "@/components/ui/on-demand";
import { usePageActions } from "@/components/ui/page-actions";
import { PageHeader } from "@/components/ui/page-header";
import { SettingsBar, useSettingsHidden } from "@/components/ui/settings-bar";
import { useFormat } from "@/components/ui/use-format";
import { bucketNamer } from "@/lib/charts/buckets";
import { type TrendQuestion, trendRows } from "@/lib/charts/prepare-trend";
import type { Role } from "@/lib/contracts/rules/permissions";
import { type TrendState, trendModes, trendParsers, unreadableParts } from "@/lib/trends/address";
import { allWords } from "@/lib/trends/comparison";
import type { TrendLine } from "@/lib/trends/lines";
import { type BucketNotes, notesByBucket } from "@/lib/trends/note-places";
import { WHOLE } from "@/lib/trends/range";
import { isWhole, rangeIn, rangeNames } from "@/lib/trends/relative-range";
import { exclusionNotes, rangeWords, remarksOf, type Told, weightUsed, zoomWords } from "@/lib/trends/remarks";
import { settingsSummary } from "@/lib/trends/settings-summary";
import { trendColumns } from "@/lib/trends/trend-table";
import { useListAddress } from "@/lib/views/use-list-address";
import { nothingOf, TrendBody, TrendRemarks } from "./trend-body";
import { TrendCharts } from "./trend-charts";
import { TrendExport } from "./trend-export";
import { TrendNotes } from "./trend-notes";
import type { TrendSettingsProps } from "./trend-settings";
import { TrendTable } from "./trend-table";
import { TrendZoom } from "./trend-zoom";
import { type TrendShown, useTrend } from "./use-trend";

const TrendSettings = onDemand<TrendSettingsProps>(
  async () => (await import("./trend-settings")).TrendSettings,
  () => <Skeleton height={220} mb="sm" role="status" aria-label="Opening the settings" />,
);

/** Another project has other questions, times and weights; a range moves along to its last answer. */
const ANEW: Partial<TrendState> = {
  questions: null,
  groups: {},
  shares: [],
  targets: [],
  cuts: [],
  from: null,
  to: null,
  by: null,
  bucket: null,
  filter: [],
  against: [],
  weight: null,
  includeExcluded: false,
  zoom: null,
};

type Props = {
  role: Role;
  /** Where the trend's views are chosen and saved. */
  views: ReactNode;
};

/** How the answers of a project move over time. All of it stands in the address. */
export function TrendsPage({ role, views }: Props) {
  const { state, holds, change } = useListAddress("trends", trendParsers);
  const shown = useTrend(state);
  const { asked, buckets, band } = shown;
  const zoomer = useRef<HTMLButtonElement>(null);
  const marked = useMarked(shown, state.marks);
  const told = useTold(state, shown, marked);
  const notes = useNotes(shown, marked);
  const names = shown.compared?.names ?? null;
  const { project, filter } = told;
  const weight = weightUsed(told);
  const exclusions = exclusionNotes(told).join(" ");
  const columns = useMemo(
    () => trendColumns(marked, { project, buckets, filter, weight, exclusions, names, band }),
    [marked, project, buckets, filter, weight, exclusions, names, band],
  );
  const rows = useMemo(() => (state.mode === "table" ? trendRows(marked) : []), [state.mode, marked]);
  const onZoom = useMemo(
    () => (buckets.kind === "time" ? (from: number, to: number) => change({ zoom: { from, to } }) : null),
    [buckets.kind, change],
  );
  useModeActions((mode) => change({ mode }));
  // Controls answer at once; many charts follow, all of one state.
  const drawn = useDeferredValue(
    useMemo(
      () => ({
        ...{ questions: marked, mode: state.mode, buckets, names, notes },
        ...{ rolling: state.rolling, band, targets: state.targets, labels: state.labels },
      }),
      [marked, state.mode, buckets, names, state.rolling, band, state.targets, state.labels, notes],
    ),
  );
  const zoomed = zoomWords(told);
  const leaveZoom = () => {
    zoomer.current?.focus(); // the button that has it goes with the zoom
    change({ zoom: null });
  };
  const hasResult = state.project !== null && nothingOf(state, shown) === null;
  const { isHidden, toggle } = useSettingsHidden({ of: "trend", isHidden: true, hasResult });
  const about = asked ? rangeWords(told) : "How answers move over time";
  return (
    <>
      <PageHeader title="Trends" aside={about}>
        {state.project !== null && (
          <TrendNotes
            key={state.project} // a note that is being written is of one project
            projectId={state.project}
            read={shown.notes}
            role={role}
            day={shown.ends.to}
          />
        )}
        {onZoom && state.project !== null && (
          <TrendZoom
            opener={zoomer}
            starts={shown.starts}
            zoom={state.zoom}
            bucket={bucketNamer(buckets)}
            onZoom={onZoom}
          />
        )}
        <TrendExport
          project={state.project}
          questions={marked}
          lines={asked?.lines ?? NO_LINES}
          columns={columns}
          told={told}
          look={{ ...state, band, buckets, names, notes }}
          isOld={shown.isOld}
        />
      </PageHeader>
      {views}
      <Group gap="sm" align="flex-end" mb="sm">
        <ProjectSelect value={state.project} onChange={(project) => change({ ...ANEW, project })} />
        {hasResult && <SettingsBar isHidden={isHidden} onToggle={toggle} summary={settingsSummary(told)} />}
      </Group>
      {state.project !== null && !isHidden && <TrendSettings {...{ state, shown, role }} onChange={change} />}
      <LeftOut notices={[...unreadableParts(holds), ...noticesOf(state, shown)]} />
      {zoomed !== null && <Zoomed says={zoomed} onLeave={leaveZoom} />}
      <TrendBody state={state} shown={shown}>
        <CaptionHead>
          <Caption part="title" value={state.title} onChange={(title) => change({ title })} />
          <Caption part="subtitle" value={state.subtitle} onChange={(subtitle) => change({ subtitle })} />
        </CaptionHead>
        {drawn.mode === "table" ? (
          <TrendTable columns={columns} rows={rows} />
        ) : (
          <TrendCharts {...drawn} mode={drawn.mode} onZoom={onZoom} />
        )}
        <Caption part="footnote" value={state.footnote} onChange={(footnote) => change({ footnote })} />
        {shown.questions && <TrendRemarks remarks={remarksOf(told)} />}
      </TrendBody>
    </>
  );
}

const NONE: TrendQuestion[] = [];
const NO_LINES: TrendLine[] = [];
const NO_NOTES: BucketNotes = new Map();

/** The questions with what is beyond chance, or without where nobody wants marks. */
function useMarked({ questions }: TrendShown, wantsMarks: boolean): TrendQuestion[] {
  const known = questions ?? NONE;
  return useMemo(
    () => (wantsMarks ? known : known.map((question) => ({ ...question, changes: [], differences: [] }))),
    [known, wantsMarks],
  );
}

function useTold(state: TrendState, shown: TrendShown, questions: TrendQuestion[]): Told {
  const { count } = useFormat();
  const project = useProjectName(state.project);
  const { here, asked, known, extent, buckets } = shown;
  const weight = known.data?.weights.find(({ id }) => id === shown.weight)?.name ?? shown.weight;
  const isAll = buckets.kind === "waves" && isWhole(state, extent.data?.days);
  const { lines, compared, independence, tests, timeZone, isOld, exclusions, band } = shown;
  const filter = allWords(shown.filter, here);
  const days = isAll ? null : (asked?.days ?? null);
  const cuts = shown.cuts.map(({ name, filter: items }) => ({ name, words: allWords(items, here) }));
  const of = { project, filter, cuts, weight, isOld, exclusions, includesExcluded: state.includeExcluded };
  return { ...of, state, band, questions, lines, buckets, days, timeZone, compared, independence, tests, count };
}

/** The notes in view; waves have no days that one could be of. */
function useNotes({ notes, buckets }: TrendShown, questions: TrendQuestion[]) {
  const { data } = notes;
  return useMemo(() => {
    if (buckets.kind === "waves") return NO_NOTES;
    const starts = questions[0]?.series.points.map(({ at }) => at) ?? [];
    return notesByBucket(data ?? [], starts, buckets);
  }, [data, questions, buckets]);
}

const modeActions: Record<TrendState["mode"], string> = {
  multiples: "Show a chart for each question",
  overlay: "Show all questions in one chart",
  table: "Show the trend as a table",
};

const useModeActions = (onMode: (mode: TrendState["mode"]) => void) =>
  usePageActions(
    trendModes.map((mode) => ({
      id: `trend-${mode}`,
      label: modeActions[mode],
      keywords: "trend chart",
      run: () => onMode(mode),
    })),
  );

/** What the address asks for and cannot be had. */
function noticesOf(state: TrendState, shown: TrendShown): string[] {
  const { notices, missing, questions, trend, by, asked, isCompared, extent, cutShort } = shown;
  const range = rangeIn(state);
  const isEmpty = questions === null || questions.length === 0;
  return [
    ...notices,
    ...(missing.length > 0 && !isEmpty && !trend.isPlaceholderData
      ? ["This service does not count shares of options: they are left out."]
      : []),
    ...(state.from !== null && state.to !== null && state.from > state.to
      ? [`The range ends on ${state.to}, before it begins on ${state.from}. Choose another day.`]
      : []),
    ...(by !== null && range !== null && extent.data?.days === null
      ? [`These answers have no time to count “${rangeNames[range]}” back from: all of them are shown.`]
      : []),
    ...(extent.data?.unread
      ? [
          `How far these answers reach is known in part: ${extent.data.unread} Type the days if older or later ones exist.`,
        ]
      : []),
    ...(cutShort === null
      ? []
      : [`The buckets before the range could not be read, so its first ones have no rolling mean: ${cutShort}`]),
    ...(state.compare === "previous" && by === null && asked !== null && !isCompared && state.cuts.length === 0
      ? [`The period before would begin before ${WHOLE.from}, and no answer is so old. Choose a later first day.`]
      : []),
    ...(state.compare !== null && state.cuts.length > 0
      ? ["Groups are not compared with anything else: take them out to compare."]
      : []),
    ...(state.compare === "previous" && by !== null ? ["Buckets of a question have no previous period."] : []),
  ];
}

const Zoomed = ({ says, onLeave }: { says: string; onLeave: () => void }) => (
  <Group mb="sm" gap="sm">
    <Text size="sm">{says}</Text>
    <Button size="compact-sm" variant="default" onClick={onLeave}>
      Show the whole range
    </Button>
  </Group>
);
