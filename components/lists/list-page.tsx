"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { ColumnChooser } from "@/components/ui/column-chooser";
import { type Column, DataTable, type Selection } from "@/components/ui/data-table";
import { Filters } from "@/components/ui/filters";
import { LeftOut } from "@/components/ui/left-out";
import { LoadError } from "@/components/ui/load-error";
import { PageHeader } from "@/components/ui/page-header";
import { ShownListProvider } from "@/components/ui/shown-list";
import { columnNotices, columnsParam } from "@/lib/views/columns";
import classes from "./list-page.module.css";

type Sort = { key: string; descending: boolean };

type Props<Row> = {
  /** Names the table; the page's title too, where that is no other. */
  label: string;
  title?: string;
  aside?: ReactNode;
  /** Whether the list is a part of a page about something wider. */
  isPart?: boolean;
  /** What else can be done here, beside the export. */
  actions: ReactNode;
  /** What the whole list adds up to, whatever narrows it. */
  summary?: ReactNode;
  views?: ReactNode;
  exporter: ReactNode;
  /** The query that finds the list; null: nothing can match. */
  query: Record<string, unknown> | null;
  filters: {
    search: ReactNode;
    /** What each of the others is set to; those that are not, are counted as nothing. */
    set: readonly (string | number | null)[];
    fields: ReactNode;
    refusals?: ReactNode;
    /** Takes all filters back; null: there is none. */
    onClear: (() => void) | null;
  };
  columns: {
    all: Column<Row>[];
    shown: Column<Row>[];
    unknown: string[];
    /** Absent: they cannot be chosen. */
    onChange?: (ids: string[] | null) => void;
  };
  /** What an address asked for and cannot be had, a sentence each. */
  notices: string[];
  /** Stands over the table. */
  heading?: ReactNode;
  list: {
    /** What is loaded, as an error names it. */
    what: string;
    rows: readonly Row[] | undefined;
    rowId: (row: Row) => string;
    /** Of a list that was never read. */
    error: Error | null;
    /** Another state of the list is being read while this one is shown. */
    isBeingReplaced: boolean;
    retry: () => void;
    sort?: Sort | undefined;
    onSort?: (sort: Sort) => void;
    selection?: Selection | undefined;
    empty: ReactNode;
    skeletonRows?: number;
  };
  /** What can be done with chosen rows, and the pages. */
  children?: ReactNode;
};

/** A page of one list: title, views, filters, columns, rows and pages, the same for every noun. */
export function ListPage<Row>(props: Props<Row>) {
  const {
    label,
    title = label,
    aside,
    isPart = false,
    actions,
    summary,
    views,
    exporter,
    query,
    filters,
    columns,
  } = props;
  const { list, notices, heading, children } = props;
  const { onChange: onColumns } = columns;
  const hasFields = Boolean(filters.fields || filters.onClear || onColumns);
  return (
    <>
      <PageHeader title={title} aside={aside} level={isPart ? 2 : 1}>
        <ShownListProvider value={{ query, columns: columns.shown }}>{exporter}</ShownListProvider>
        {actions}
      </PageHeader>
      {summary}
      {views}
      <Filters search={filters.search} others={filters.set} refusals={filters.refusals}>
        {hasFields && (
          <>
            {filters.fields}
            {filters.onClear && (
              <Button look="subtle" onClick={filters.onClear}>
                Clear
              </Button>
            )}
            {onColumns && (
              <ColumnChooser
                columns={columns.all}
                chosen={columns.shown}
                onChange={(ids) => onColumns(ids && columnsParam(columns.all, ids))}
              />
            )}
          </>
        )}
      </Filters>
      <LeftOut notices={[...notices, ...columnNotices(columns.unknown)]} />
      {heading}
      {list.error ? (
        <LoadError what={list.what} error={list.error} onRetry={list.retry} />
      ) : (
        <div className={classes.list} aria-busy={list.isBeingReplaced}>
          <DataTable
            label={label}
            columns={columns.shown}
            rows={list.rows}
            rowId={list.rowId}
            sort={list.sort}
            {...(list.onSort && { onSort: list.onSort })}
            selection={list.selection}
            empty={list.empty}
            {...(list.skeletonRows && { skeletonRows: list.skeletonRows })}
          />
          {children}
        </div>
      )}
    </>
  );
}

type NothingProps = { says: string; narrowed: boolean; onClear: () => void; children?: ReactNode };

/** Shown instead of the rows: why there are none, and what to do next. */
export function NothingListed({ says, narrowed, onClear, children }: NothingProps) {
  return (
    <div className={classes.nothing}>
      <p>{says}</p>
      <div>
        {children}
        {narrowed && <Button onClick={onClear}>Clear the filters</Button>}
      </div>
    </div>
  );
}
