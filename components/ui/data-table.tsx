"use client";

import { Box, Card, Checkbox, Group, Skeleton, Stack, Table, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { createColumnHelper, tableFeatures, useTable } from "@tanstack/react-table";
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import classes from "./data-table.module.css";
import { SortField } from "./sort-field";

/** A column of a table whose rows, order and pages come from the server. */
export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand right, under each other. */
  figures?: boolean;
  /** What the server sorts by; without it the column cannot be sorted by. */
  sortKey?: string;
  /** Left out of the cards that stand for rows on a narrow screen. */
  wideOnly?: boolean;
  width?: number;
  /** Shown in its place whatever columns a person chooses. */
  fixed?: "first" | "last";
};

/** Chosen rows by id; `set` chooses or leaves several at once. */
type Selection = { ids: ReadonlySet<string>; set: (ids: string[], chosen: boolean) => void };

type Props<Row> = {
  label: string;
  columns: Column<Row>[];
  rows: Row[] | undefined;
  rowId: (row: Row) => string;
  /** Heads the card of a row on a narrow screen. */
  cardTitle: (row: Row) => ReactNode;
  sort?: { key: string; descending: boolean } | undefined;
  onSort?: (sort: { key: string; descending: boolean }) => void;
  /** Rows can be chosen; absent: they cannot. */
  selection?: Selection | undefined;
  /** Said instead of rows when there are none. */
  empty: ReactNode;
  skeletonRows?: number;
};

const features = tableFeatures({});

export function DataTable<Row>(props: Props<Row>) {
  const { rows, empty } = props;
  if (rows?.length === 0) return <Box py="xl">{empty}</Box>;
  return (
    <>
      <Box visibleFrom="sm">
        <Rows {...props} />
      </Box>
      <Stack hiddenFrom="sm" gap="xs">
        {props.onSort && <SortField columns={props.columns} sort={props.sort} onSort={props.onSort} />}
        <Stack gap="xs" component="ul" className={classes.cards ?? ""} aria-label={props.label}>
          {rows?.map((row) => <RowCard key={props.rowId(row)} row={row} {...props} />) ?? <CardSkeletons />}
        </Stack>
      </Stack>
    </>
  );
}

const NO_ROWS: never[] = [];
/** Of the application, below which the table's own stays in sight. */
const HEADER_HEIGHT = 52;
/** Faint, so that links and warnings on it stay readable. */
const CHOSEN = "color-mix(in srgb, var(--mantine-color-indigo-6) 7%, var(--mantine-color-body))";

function Rows<Row>({ label, columns, rows, rowId, sort, onSort, selection, skeletonRows = 12 }: Props<Row>) {
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row & object>();
    return helper.columns(columns.map((column) => helper.display({ id: column.id, header: column.header })));
  }, [columns]);
  const table = useTable({
    features,
    columns: definitions,
    data: (rows ?? NO_ROWS) as (Row & object)[],
    getRowId: (row) => rowId(row as Row),
  });
  const frame = useRef<HTMLDivElement>(null);
  const scrolls = useScrolls(frame);
  const byId = new Map(columns.map((column) => [column.id, column]));
  return (
    <Box ref={frame} style={{ overflowX: scrolls ? "auto" : "visible" }}>
      <Table
        miw={900}
        stickyHeader={!scrolls}
        stickyHeaderOffset={HEADER_HEIGHT}
        verticalSpacing={7}
        horizontalSpacing="sm"
        highlightOnHover
        className={classes.table ?? ""}
        aria-label={label}
        aria-busy={!rows}
      >
        <Table.Thead>
          {table.getHeaderGroups().map((group) => (
            <Table.Tr key={group.id}>
              {selection && <ChoosePage selection={selection} ids={(rows ?? []).map(rowId)} />}
              {group.headers.map((header) => (
                <HeaderCell key={header.id} column={byId.get(header.id)} sort={sort} onSort={onSort} />
              ))}
            </Table.Tr>
          ))}
        </Table.Thead>
        <Table.Tbody>
          {table.getRowModel().rows.map((row) => (
            <Table.Tr key={row.id} {...(selection?.ids.has(row.id) && { bg: CHOSEN })}>
              {selection && (
                <Table.Td w={36}>
                  <ChooseRow selection={selection} id={row.id} />
                </Table.Td>
              )}
              {row.getAllCells().map((cell) => (
                <Table.Td key={cell.id} className={byId.get(cell.column.id)?.figures ? "figures" : ""}>
                  {/* Called, not rendered: as a component it would be another one whenever the columns are, and the focus gone. */}
                  {byId.get(cell.column.id)?.cell(row.original as Row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
          {!rows &&
            Array.from({ length: skeletonRows }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
              <Table.Tr key={index}>
                {selection && <Table.Td w={36} />}
                {columns.map((column) => (
                  <Table.Td key={column.id}>
                    <Skeleton height={14} my={4} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}

/** Whether a table is wider than its frame. Only then it scrolls there: in a frame that scrolls, a header cannot stick. */
function useScrolls(frame: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(true);
  useEffect(() => {
    const table = frame.current?.firstElementChild;
    if (!frame.current || !table) return;
    const observer = new ResizeObserver(() => setScrolls(table.clientWidth > (frame.current?.clientWidth ?? 0)));
    observer.observe(frame.current);
    observer.observe(table);
    return () => observer.disconnect();
  }, [frame]);
  return scrolls;
}

function ChoosePage({ selection, ids }: { selection: Selection; ids: string[] }) {
  const chosen = ids.filter((id) => selection.ids.has(id)).length;
  return (
    <Table.Th w={36}>
      <Checkbox
        size="xs"
        aria-label="Choose all on this page"
        checked={ids.length > 0 && chosen === ids.length}
        indeterminate={chosen > 0 && chosen < ids.length}
        onChange={(event) => selection.set(ids, event.currentTarget.checked)}
      />
    </Table.Th>
  );
}

function ChooseRow({ selection, id }: { selection: Selection; id: string }) {
  return (
    <Checkbox
      size="xs"
      aria-label="Choose this row"
      checked={selection.ids.has(id)}
      onChange={(event) => selection.set([id], event.currentTarget.checked)}
    />
  );
}

function HeaderCell<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row> | undefined;
  sort: Props<Row>["sort"];
  onSort: Props<Row>["onSort"];
}) {
  if (!column) return <Table.Th />;
  const { sortKey, figures = false, header, width } = column;
  const sorted = sortKey !== undefined && sort?.key === sortKey;
  const style = width === undefined ? {} : { width };
  if (!sortKey || !onSort) {
    return (
      <Table.Th className={figures ? "figures" : ""} style={style}>
        {header}
      </Table.Th>
    );
  }
  const Arrow = sort?.descending ? IconArrowDown : IconArrowUp;
  return (
    <Table.Th
      className={figures ? "figures" : ""}
      style={style}
      {...(sorted && { "aria-sort": sort?.descending ? ("descending" as const) : ("ascending" as const) })}
    >
      <UnstyledButton
        className={classes.sort ?? ""}
        onClick={() => onSort({ key: sortKey, descending: sorted ? !sort?.descending : figures })}
      >
        {/* The arrow's place is kept; where figures stand right, it is before the words, which stand over them. */}
        <Group gap={4} wrap="nowrap" style={{ flexDirection: figures ? "row-reverse" : "row" }}>
          {header}
          <Arrow size={14} aria-hidden style={{ visibility: sorted ? "visible" : "hidden" }} />
        </Group>
      </UnstyledButton>
    </Table.Th>
  );
}

function RowCard<Row>({ row, columns, cardTitle, rowId, selection }: { row: Row } & Props<Row>) {
  return (
    <Card component="li" withBorder padding="sm">
      <Group align="flex-start" wrap="nowrap" gap="sm">
        {selection && <ChooseRow selection={selection} id={rowId(row)} />}
        <Box style={{ flex: 1, minWidth: 0 }}>{cardTitle(row)}</Box>
      </Group>
      <dl className={classes.facts}>
        {columns
          .filter((column) => !column.wideOnly)
          .map((column) => (
            <div key={column.id}>
              <dt>{column.header}</dt>
              <dd>{column.cell(row)}</dd>
            </div>
          ))}
      </dl>
    </Card>
  );
}

function CardSkeletons() {
  return [1, 2, 3, 4, 5].map((key) => (
    <li key={key}>
      <Skeleton height={112} />
    </li>
  ));
}
