"use client";

import { Button, Group, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { DayField, DayRefusal, useDay } from "@/components/pickers/day-field";
import { HALF } from "@/components/pickers/zone-field";
import { ColumnChooser } from "@/components/ui/column-chooser";
import { DataTable } from "@/components/ui/data-table";
import { DrawerFrame } from "@/components/ui/dialog-frame";
import { Filters } from "@/components/ui/filters";
import { LeftOut } from "@/components/ui/left-out";
import { LoadError } from "@/components/ui/load-error";
import { onDemand } from "@/components/ui/on-demand";
import { usePageActions } from "@/components/ui/page-actions";
import { PageHeader } from "@/components/ui/page-header";
import { SearchField } from "@/components/ui/search-field";
import { ShownListProvider } from "@/components/ui/shown-list";
import { useFormat } from "@/components/ui/use-format";
import { checkAuditList } from "@/lib/audit/list-checks";
import { type AuditListState, auditListParsers, auditListQuery } from "@/lib/audit/list-state";
import { auditQuery } from "@/lib/audit/queries";
import { actionNames, nameOfThing, outcomeNames } from "@/lib/audit/words";
import type { AuditEntry, AuditPage } from "@/lib/contracts/audit";
import { auditOutcomes } from "@/lib/contracts/terms/audit";
import { chosenColumns, columnNotices, columnsParam } from "@/lib/views/columns";
import { useListAddress } from "@/lib/views/use-list-address";
import { auditColumns } from "./audit-columns";
import { useEntryNames } from "./use-entry-names";

const EntryDetails = onDemand(async () => (await import("./entry-details")).EntryDetails, DrawerFrame);

type Change = (change: Partial<AuditListState>) => void;
type Accounts = readonly { id: string; name: string }[];

const NOTHING: AuditEntry[] = [];
/** Another filter begins at the newest entry again. */
const FROM_NEWEST = { before: null, after: null };
const UNFILTERED = {
  search: "",
  who: "",
  action: null,
  outcome: null,
  from: null,
  to: null,
  thing: null,
  id: null,
  ...FROM_NEWEST,
};

type Props = {
  accounts: Accounts;
  /** Where the list's views are chosen and saved. */
  views: ReactNode;
  /** Where the list is exported. */
  exporter: ReactNode;
};

/** Who did what: everything that narrows the list, its place in time and the open entry stand in the address. */
export function AuditList({ accounts, views, exporter }: Props) {
  const { state: asked, holds, change, isUnread, viewsError } = useListAddress("audit", auditListParsers);
  const { state, notices } = useMemo(() => checkAuditList(asked, holds), [asked, holds]);
  const { data, error, isFetching, refetch } = useQuery({
    ...auditQuery(state),
    enabled: !isUnread || viewsError !== null,
  });
  const entries = data?.entries ?? NOTHING;
  const format = useFormat();
  const namesOf = useEntryNames(entries, accounts);
  const columns = useMemo(
    () => auditColumns(format, namesOf, (entry) => change({ entry: entry.id })),
    [format, namesOf, change],
  );
  const shown = useMemo(() => chosenColumns(columns, state.columns), [columns, state.columns]);
  const clear = () => change(UNFILTERED);
  usePageActions(
    isNarrowed(state) ? [{ id: "clear-filters", label: "Clear the filters", keywords: "reset all", run: clear }] : [],
  );

  return (
    <>
      <PageHeader title="Audit" aside="Who did what, newest first">
        <Button variant="default" onClick={() => void refetch()} loading={isFetching && data !== undefined}>
          Refresh
        </Button>
        <ShownListProvider value={{ query: auditListQuery(state), columns: shown.columns }}>
          {exporter}
        </ShownListProvider>
      </PageHeader>
      {views}
      <AuditFilters state={state} onChange={(changed) => change({ ...changed, ...FROM_NEWEST })} onClear={clear}>
        <ColumnChooser
          columns={columns}
          chosen={shown.columns}
          onChange={(ids) => change({ columns: ids && columnsParam(columns, ids) })}
        />
      </AuditFilters>
      <LeftOut notices={[...notices, ...columnNotices(shown.unknown)]} />
      {state.id && <HistoryOf state={state} entries={entries} onClear={clear} />}
      {error && !data ? (
        <LoadError what="The audit" error={error} onRetry={() => void refetch()} />
      ) : (
        <Stack
          gap="sm"
          style={{ opacity: isFetching && data ? 0.75 : 1, transition: "opacity 120ms" }}
          aria-busy={isFetching && data !== undefined}
        >
          <DataTable
            label="Audit entries"
            columns={shown.columns}
            rows={data?.entries}
            rowId={({ id }) => String(id)}
            empty={<Nothing narrowed={isNarrowed(state)} onClear={clear} />}
          />
          {data && <Ends page={data} isNewest={state.before === null && state.after === null} onChange={change} />}
        </Stack>
      )}
      {state.entry !== null && (
        <EntryDetails
          key={state.entry}
          wanted={state.entry}
          listed={entries}
          accounts={accounts}
          onClose={() => change({ entry: null })}
        />
      )}
    </>
  );
}

const isNarrowed = (state: AuditListState) =>
  [state.search, state.who, state.action, state.outcome, state.from, state.to, state.thing, state.id].some(Boolean);

const options = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }));

type FiltersProps = { state: AuditListState; onChange: Change; onClear: () => void; children: ReactNode };

function AuditFilters({ state, onChange, onClear, children }: FiltersProps) {
  const actions = options(actionNames);
  const given = `${state.from} ${state.to}`;
  const from = useDay({ label: "From, UTC", value: state.from, given, onChange: (day) => onChange({ from: day }) });
  const to = useDay({ label: "To, UTC", value: state.to, given, onChange: (day) => onChange({ to: day }) });
  const unlisted = state.action !== null && !(state.action in actionNames) ? [state.action] : [];
  return (
    <Filters
      others={[state.who, state.action, state.outcome, state.from, state.to]}
      search={
        <SearchField
          label="Search by survey, project or id"
          placeholder="Survey, project or id"
          maxLength={200}
          value={state.search}
          w={240}
          onChange={(search) => onChange({ search })}
        />
      }
      refusals={
        <>
          <DayRefusal day={from} />
          <DayRefusal day={to} />
        </>
      }
    >
      <SearchField
        label="Person"
        placeholder="Person's e-mail"
        maxLength={200}
        shortcut={false}
        value={state.who}
        w={180}
        onChange={(who) => onChange({ who })}
      />
      <Select
        aria-label="Action"
        placeholder="Any action"
        data={[...actions, ...unlisted]}
        value={state.action}
        onChange={(action) => onChange({ action })}
        searchable
        clearable
        w={{ base: HALF, sm: 160 }}
      />
      <Select
        aria-label="Outcome"
        placeholder="Any outcome"
        data={options(outcomeNames)}
        value={state.outcome}
        onChange={(outcome) => onChange({ outcome: auditOutcomes.find((each) => each === outcome) ?? null })}
        clearable
        w={{ base: HALF, sm: 140 }}
      />
      <DayField day={from} isNamedInside w={{ base: HALF, sm: 132 }} />
      <DayField day={to} isNamedInside w={{ base: HALF, sm: 132 }} />
      {isNarrowed(state) && (
        <Button variant="subtle" color="gray" onClick={onClear}>
          Clear
        </Button>
      )}
      {children}
    </Filters>
  );
}

/** Says whose history it is, as long as the list is narrowed to one thing. */
function HistoryOf({ state, entries, onClear }: { state: AuditListState; entries: AuditEntry[]; onClear: () => void }) {
  const name = entries.find(({ thing_name }) => thing_name)?.thing_name ?? state.id;
  return (
    <Group mb="sm" gap="sm">
      <Text size="sm">
        The history of {nameOfThing(state.thing ?? "")} <b>{name}</b>
      </Text>
      <Button size="compact-sm" variant="default" onClick={onClear}>
        Show everything
      </Button>
    </Group>
  );
}

/** Pages lie beside an entry, not at a number: they stay what they were while entries are added. */
function Ends({
  page: { newer, older },
  isNewest,
  onChange,
}: {
  page: AuditPage;
  isNewest: boolean;
  onChange: Change;
}) {
  if (isNewest && older === null) return null;
  return (
    <Group gap="xs" component="nav" aria-label="Pages">
      <Button size="xs" variant="default" disabled={isNewest} onClick={() => onChange(FROM_NEWEST)}>
        Newest
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={newer === null}
        onClick={() => onChange({ after: newer, before: null })}
      >
        Newer
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={older === null}
        onClick={() => onChange({ before: older, after: null })}
      >
        Older
      </Button>
    </Group>
  );
}

function Nothing({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  return (
    <Stack align="center" gap="sm">
      <Text c="dimmed">{narrowed ? "No entry matches these filters." : "Nothing has been done yet."}</Text>
      {narrowed && (
        <Button variant="default" onClick={onClear}>
          Clear the filters
        </Button>
      )}
    </Stack>
  );
}
