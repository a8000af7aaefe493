"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { ListPage, NothingListed } from "@/components/lists/list-page";
import { DayField, DayRefusal, useDay } from "@/components/pickers/day-field";
import { Button } from "@/components/ui/button";
import { DrawerFrame } from "@/components/ui/dialog-frame";
import { HALF } from "@/components/ui/field-width";
import { onDemand } from "@/components/ui/on-demand";
import { usePageActions } from "@/components/ui/page-actions";
import { SearchField } from "@/components/ui/search-field";
import { useFormat } from "@/components/ui/use-format";
import { WhenUsed } from "@/components/ui/when-used";
import { actionWords, wordsOf } from "@/lib/audit/action-words";
import { checkAuditList } from "@/lib/audit/list-checks";
import { type AuditListState, auditListParsers, auditListQuery } from "@/lib/audit/list-state";
import { auditQuery } from "@/lib/audit/queries";
import { nameOfThing } from "@/lib/audit/things";
import { outcomeNames } from "@/lib/audit/words";
import type { AuditEntry, AuditPage } from "@/lib/contracts/ours/audit";
import { auditOutcomes } from "@/lib/contracts/terms/audit";
import { chosenColumns } from "@/lib/views/columns";
import { useListAddress } from "@/lib/views/use-list-address";
import { auditColumns, hasChangesInShort } from "./audit-columns";
import classes from "./audit-list.module.css";
import { useEntryNames } from "./use-entry-names";

const EntryDetails = onDemand(async () => (await import("./entry-details")).EntryDetails, DrawerFrame);

type Change = (change: Partial<AuditListState>, step?: { history: "replace" }) => void;
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
  const described = useMemo(() => entries.filter(hasChangesInShort), [entries]);
  const namesOf = useEntryNames(entries, described, accounts);
  const all = useMemo(
    () => auditColumns(format, namesOf, (entry) => change({ entry: entry.id })),
    [format, namesOf, change],
  );
  const chosen = useMemo(() => chosenColumns(all, state.columns), [all, state.columns]);
  const narrowed = isNarrowed(state);
  const clear = () => change(UNFILTERED);
  const filters = useAuditFilters({
    state,
    onChange: (changed, step) => change({ ...changed, ...FROM_NEWEST }, step),
    onClear: narrowed ? clear : null,
  });
  usePageActions(
    narrowed ? [{ id: "clear-filters", label: "Clear the filters", keywords: "reset all", run: clear }] : [],
  );

  return (
    <ListPage
      label="Audit entries"
      title="Audit"
      aside="Who did what, newest first"
      actions={
        <Button onClick={() => void refetch()} isBusy={isFetching && data !== undefined}>
          Refresh
        </Button>
      }
      views={views}
      exporter={exporter}
      query={auditListQuery(state)}
      filters={filters}
      columns={{ all, shown: chosen.columns, unknown: chosen.unknown, onChange: (columns) => change({ columns }) }}
      notices={notices}
      heading={state.id && <HistoryOf state={state} entries={entries} onClear={clear} />}
      list={{
        what: "The audit",
        rows: data?.entries,
        rowId: entryId,
        error: data ? null : error,
        isBeingReplaced: isFetching && data !== undefined,
        retry: () => void refetch(),
        empty: (
          <NothingListed
            says={narrowed ? "No entry matches these filters." : "Nothing has been done yet."}
            narrowed={narrowed}
            onClear={clear}
          />
        ),
      }}
    >
      {data && <Ends page={data} isNewest={state.before === null && state.after === null} onChange={change} />}
      {state.entry !== null && (
        <EntryDetails
          key={state.entry}
          wanted={state.entry}
          listed={entries}
          accounts={accounts}
          onClose={() => change({ entry: null })}
        />
      )}
    </ListPage>
  );
}

const entryId = ({ id }: AuditEntry) => String(id);

const isNarrowed = (state: AuditListState) =>
  [state.search, state.who, state.action, state.outcome, state.from, state.to, state.thing, state.id].some(Boolean);

const options = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }));

type FiltersProps = { state: AuditListState; onChange: Change; onClear: (() => void) | null };

/** What narrows the audit, as the page of a list takes it. */
function useAuditFilters({ state, onChange, onClear }: FiltersProps) {
  const actions = Object.entries(actionWords).map(([value, { name }]) => ({ value, label: name }));
  const given = `${state.from} ${state.to}`;
  const from = useDay({ label: "From, UTC", value: state.from, given, onChange: (day) => onChange({ from: day }) });
  const to = useDay({ label: "To, UTC", value: state.to, given, onChange: (day) => onChange({ to: day }) });
  const unlisted =
    state.action !== null && !(state.action in actionWords)
      ? [{ value: state.action, label: wordsOf(state.action).name }]
      : [];
  return {
    set: [state.who, state.action, state.outcome, state.from, state.to],
    onClear,
    search: (
      <SearchField
        label="Search by survey, project or id"
        placeholder="Survey, project or id"
        maxLength={200}
        value={state.search}
        w={200}
        onChange={(search, step) => onChange({ search }, step)}
      />
    ),
    refusals: (
      <>
        <DayRefusal day={from} />
        <DayRefusal day={to} />
      </>
    ),
    fields: (
      <>
        <SearchField
          label="Person"
          placeholder="Person's e-mail"
          maxLength={200}
          shortcut={false}
          value={state.who}
          w={160}
          onChange={(who, step) => onChange({ who }, step)}
        />
        <WhenUsed
          label="Action"
          placeholder="Any action"
          text={state.action === null ? "" : wordsOf(state.action).name}
          width={150}
          isHalf
        >
          {(reached, { Select }) => (
            <Select
              {...reached}
              size="xs"
              data={[...actions, ...unlisted]}
              value={state.action}
              onChange={(action) => onChange({ action })}
              searchable
              clearable
            />
          )}
        </WhenUsed>
        <WhenUsed
          label="Outcome"
          placeholder="Any outcome"
          text={state.outcome === null ? "" : outcomeNames[state.outcome]}
          width={130}
          isHalf
        >
          {(reached, { Select }) => (
            <Select
              {...reached}
              size="xs"
              data={options(outcomeNames)}
              value={state.outcome}
              onChange={(outcome) => onChange({ outcome: auditOutcomes.find((each) => each === outcome) ?? null })}
              clearable
            />
          )}
        </WhenUsed>
        <DayField day={from} isNamedInside w={{ base: HALF, sm: 126 }} />
        <DayField day={to} isNamedInside w={{ base: HALF, sm: 126 }} />
      </>
    ),
  };
}

/** Says whose history it is, as long as the list is narrowed to one thing. */
function HistoryOf({ state, entries, onClear }: { state: AuditListState; entries: AuditEntry[]; onClear: () => void }) {
  const name = entries.find(({ thing_name }) => thing_name)?.thing_name ?? state.id;
  return (
    <p className={classes.history}>
      <span>
        The history of {nameOfThing(state.thing ?? "")} <b>{name}</b>
      </span>
      <Button isSmall onClick={onClear}>
        Show everything
      </Button>
    </p>
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
    <nav className={classes.ends} aria-label="Pages">
      <Button disabled={isNewest} onClick={() => onChange(FROM_NEWEST)}>
        Newest
      </Button>
      <Button disabled={newer === null} onClick={() => onChange({ after: newer, before: null })}>
        Newer
      </Button>
      <Button disabled={older === null} onClick={() => onChange({ before: older, after: null })}>
        Older
      </Button>
    </nav>
  );
}
