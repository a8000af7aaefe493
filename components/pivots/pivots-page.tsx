"use client";

import { Alert, Box, Group, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useMemo, useState } from "react";
import { Caption, CaptionHead } from "@/components/charts/caption";
import type { AskedCondition } from "@/components/pickers/answer-filter";
import { ProjectSelect } from "@/components/pickers/project-select";
import { DrawerFrame } from "@/components/ui/dialog-frame";
import { LeftOut } from "@/components/ui/left-out";
import { Nothing } from "@/components/ui/nothing";
import { onDemand } from "@/components/ui/on-demand";
import { usePageActions } from "@/components/ui/page-actions";
import { PageHeader } from "@/components/ui/page-header";
import { SettingsBar, useSettingsHidden } from "@/components/ui/settings-bar";
import { useFormat } from "@/components/ui/use-format";
import type { View } from "@/lib/contracts/ours/views";
import { type PivotState, pivotParsers, unreadableParts } from "@/lib/pivots/address";
import type { TableData } from "@/lib/pivots/banner";
import { type Cell, canOpen } from "@/lib/pivots/cell";
import { loadDefaults } from "@/lib/pivots/defaults";
import { isOfItems } from "@/lib/pivots/items";
import { OWN_ORDER } from "@/lib/pivots/layout";
import { showsOptions, sourceOfNets } from "@/lib/pivots/nets";
import type { Leaf } from "@/lib/pivots/prepare-pivot";
import { type Prepared, tableTitle } from "@/lib/pivots/prepare-pivot-chart";
import { tableDefaultsQuery } from "@/lib/pivots/queries";
import { settingsSummary } from "@/lib/pivots/settings-summary";
import { exclusionNotes } from "@/lib/pivots/shown-table";
import { sortChange, sortedBy } from "@/lib/pivots/sorting";
import { useListAddress } from "@/lib/views/use-list-address";
import { DefaultsButton } from "./defaults-button";
import { PivotBody } from "./pivot-body";
import classes from "./pivot-builder.module.css";
import { PivotChart } from "./pivot-chart";
import { PivotExport } from "./pivot-export";
import { PivotTable } from "./pivot-table";
import { RecordedNote } from "./recorded-note";
import { TopTwoOrder } from "./top-two-order";
import { type Change, useBuilder } from "./use-builder";
import { type DeriveOf, useDerive } from "./use-derive";
import { type PivotShown, usePivot } from "./use-pivot";
import { usePivotChart } from "./use-pivot-chart";
import { useRecorded, useRecordWrites } from "./use-recorded";
import type { OptionsOf } from "./zones";

const FieldList = onDemand(
  async () => (await import("./field-list")).FieldList,
  () => <Skeleton height={420} role="status" aria-label="Opening the fields" />,
);
const PivotSettings = onDemand(
  async () => (await import("./pivot-settings")).PivotSettings,
  () => <Skeleton height={260} mb="sm" role="status" aria-label="Opening the settings" />,
);
const CellResponses = onDemand(async () => (await import("./cell-responses")).CellResponses, DrawerFrame);

/** Another project has other questions and weights. */
const ANEW: Partial<PivotState> = {
  rows: [],
  columns: [],
  values: pivotParsers.values.defaultValue,
  filter: [],
  weight: null,
  includeExcluded: false,
  items: false,
  nets: "none",
  ...OWN_ORDER,
  chartValue: null,
};

type ViewsOf = (onSaved: (view: View) => void, refusal: string | null) => ReactNode;

const FROZEN = "The table of this view is frozen. Unfreeze it first, or save a new view.";

type Props = { views: ViewsOf; derive: DeriveOf | null; mayWrite: boolean };

/** Cross tables of a project's answers. All of a table stands in the address. `derive`: null: not for this person. */
export function PivotsPage({ views, derive, mayWrite }: Props) {
  const { state, holds, viewId, change, views: known } = useListAddress("pivots", pivotParsers);
  const recorded = useRecorded(known, viewId);
  const shown = usePivot(state, recorded);
  const writes = useRecordWrites(shown);
  const chart = usePivotChart(shown);
  // Opened on a table the page shows it; begun without one it keeps the settings that one is made by.
  const [opensHidden] = useState(shown.asked !== null);
  const { isHidden, toggle } = useSettingsHidden({
    of: "table",
    isHidden: opensHidden,
    hasResult: shown.asked !== null,
  });
  const { fields, known: project } = shown;
  const settings = shown.asked && (
    <SettingsBar
      isHidden={isHidden}
      onToggle={toggle}
      summary={settingsSummary(shown.state, { fields, weights: project.data?.weights ?? [] })}
    />
  );
  return (
    <>
      <PageHeader title="Tables" aside="Cross tables of a project's answers">
        <PivotExport shown={shown} chart={chart} />
      </PageHeader>
      {views((view) => writes.record(view), recorded.recording?.frozen_at && !shown.isFrozen ? FROZEN : null)}
      {!isHidden && (
        <Group mb="sm" gap="sm" align="flex-end">
          <ProjectSelect value={state.project} onChange={(project) => change({ ...ANEW, project })} />
          {state.project !== null && <DefaultsButton shown={shown} mayWrite={mayWrite} />}
        </Group>
      )}
      <LeftOut notices={[...unreadableParts(holds), ...shown.notices]} />
      {state.project === null ? (
        <Nothing says="Choose a project to make tables of its answers." />
      ) : (
        <Workbench {...{ state, shown, chart, derive, mayWrite, settings, isHidden }} onChange={change}>
          <RecordedNote shown={shown} recorded={recorded} writes={writes} />
        </Workbench>
      )}
    </>
  );
}

type MadeProps = {
  state: PivotState;
  shown: PivotShown;
  chart: Prepared | null;
  mayWrite: boolean;
  onChange: Change;
};
type WorkbenchProps = MadeProps & {
  derive: DeriveOf | null;
  /** Hides what the table is made by, and shows it. */
  settings: ReactNode;
  isHidden: boolean;
  /** Stand over the table. */
  children: ReactNode;
};

function Workbench({ state, shown, chart, derive, mayWrite, settings, isHidden, onChange, children }: WorkbenchProps) {
  const { data: stored } = useQuery({ ...tableDefaultsQuery(state.project ?? ""), enabled: state.project !== null });
  const defaults = useMemo(() => (stored?.query ? loadDefaults(stored.query) : null), [stored]);
  const builder = useBuilder({ state, timeZone: shown.timeZone, defaults, onChange });
  const [asked, setAsked] = useState<AskedCondition | null>(null);
  const { fields, specs, questions } = shown;
  const { form, fromList, fromTable } = useDerive(state.project ?? "", derive, builder);
  const optionsOf: OptionsOf = (id) => {
    const source = sourceOfNets(id, questions);
    const isShown = showsOptions(state) && state.rows[1] === source;
    return source === null ? null : { source, place: isShown ? state.nets : "none" };
  };
  usePageActions([
    {
      ...{ id: "pivot-swap", label: "Swap rows and columns", keywords: "pivot transpose", run: builder.swap },
      refused: isOfItems(state) ? "The items of a grid stay in rows." : null,
    },
    {
      id: "pivot-heat",
      label: state.heat ? "Show the table without heat colours" : "Show heat colours",
      keywords: "pivot",
      run: () => onChange({ heat: !state.heat }),
    },
  ]);
  return (
    <div className={classes.layout} data-hidden={isHidden || undefined}>
      {!isHidden && (
        <FieldList
          project={state.project ?? ""}
          fields={specs.data ? fields : specs.error ? "unread" : null}
          builder={builder}
          onFilter={(questionId) => setAsked({ questionId })}
          onDerive={fromList}
        />
      )}
      <Box miw={0}>
        {settings}
        {!isHidden && <PivotSettings {...{ state, shown, builder, asked, optionsOf, onChange }} onDerive={fromTable} />}
        <PivotBody state={state} shown={shown}>
          {children}
          <Made {...{ state, shown, chart, mayWrite, onChange }} />
        </PivotBody>
        <div role="status" className="visually-hidden">
          {builder.said}
        </div>
        {form}
      </Box>
    </div>
  );
}

/**
 * The table, its chart, and what is said under them. `present`: what is chosen now, of which another table may be on its
 * way.
 */
function Made({ state: present, shown, chart: prepared, mayWrite, onChange }: MadeProps) {
  // Controls answer at once; a large table follows. What its cells and headings do is about the same table.
  const drawn = useDeferredValue(
    useMemo(() => ({ grid: shown.grid, made: shown.made, shown: shown.shown }), [shown.grid, shown.made, shown.shown]),
  );
  const { grid, made } = drawn;
  const [opened, setOpened] = useState<{ cell: Cell; of: TableData } | null>(null);
  const chart = useDeferredValue(prepared);
  const { count } = useFormat();
  if (!grid || !drawn.shown || !made) return null;
  const { state, asked } = drawn.shown;
  const { table } = made;
  if (grid.isEmpty) {
    return (
      <Alert color="gray" variant="light" role="status">
        <Text size="sm">
          No response belongs in this table. Take a filter or a question out, or choose another base.
          {exclusionNotes(asked, table, count).map((note) => ` ${note}`)}
        </Text>
      </Alert>
    );
  }
  const sort = (leaf: Leaf) => {
    const sorted = sortChange(leaf, { made, state }, present.values);
    if (sorted) onChange(sorted);
  };
  const isDrawn = chart !== null && chart.chart !== null;
  const remarks = (
    <div role="note">
      {shown.remarks.map((remark) => (
        <Text key={remark} size="xs" c="dimmed">
          {remark}
        </Text>
      ))}
    </div>
  );
  return (
    <>
      <CaptionHead>
        <Caption
          part="title"
          value={present.title}
          usual={tableTitle(made, state)}
          onChange={(title) => onChange({ title })}
        />
        <Caption part="subtitle" value={present.subtitle} onChange={(subtitle) => onChange({ subtitle })} />
      </CaptionHead>
      {chart && <PivotChart prepared={chart} />}
      {isDrawn && remarks}
      {made.items && !shown.isFrozen && (
        <TopTwoOrder project={asked.projectId} unordered={made.items.unordered} mayWrite={mayWrite} />
      )}
      <PivotTable
        grid={grid}
        label="Cross table"
        sorted={sortedBy(grid, { made, state })}
        onSort={sort}
        onOpen={canOpen(table) && !shown.isFrozen ? (cell) => setOpened({ cell, of: table }) : null}
      />
      <Caption part="footnote" value={present.footnote} onChange={(footnote) => onChange({ footnote })} />
      {opened?.of === table && <CellResponses shown={shown} cell={opened.cell} onClose={() => setOpened(null)} />}
      {!isDrawn && remarks}
    </>
  );
}
