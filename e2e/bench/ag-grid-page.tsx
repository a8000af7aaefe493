"use client";

import {
  AllCommunityModule,
  type CellValueChangedEvent,
  type ColDef,
  type ICellRendererParams,
  ModuleRegistry,
} from "ag-grid-community";
import { AgGridReact } from "ag-grid-react";
import { useMemo, useRef, useState } from "react";

/**
 * The peer of the quota grid: ag-grid with the same rows, columns and editing, as its own guide shows it. The bench
 * makes a page of its own out of this file; nothing of the product is in it.
 */
export type PeerRow = {
  name: string;
  chips: string[];
  target: number;
  saved: number;
  starts: number;
  completes: number;
};

ModuleRegistry.registerModules([AllCommunityModule]);

const Chips = ({ value }: ICellRendererParams<PeerRow, string[]>) => (
  <span style={{ display: "flex", gap: 4 }}>
    {(value ?? []).map((chip) => (
      <span key={chip} style={{ padding: "0 6px", borderRadius: 4, background: "#eee", fontSize: 12 }}>
        {chip}
      </span>
    ))}
  </span>
);

const Filled = ({ value }: ICellRendererParams<PeerRow, number>) => (
  <span style={{ display: "flex", alignItems: "center", gap: 6 }}>
    <span style={{ flex: 1, height: 6, background: "#ddd" }}>
      <span
        style={{ display: "block", height: "100%", width: `${Math.min(100, value ?? 0)}%`, background: "#4c6ef5" }}
      />
    </span>
    {Math.floor(value ?? 0)}%
  </span>
);

const columns: ColDef<PeerRow>[] = [
  { headerName: "", width: 56, pinned: "left", valueGetter: ({ node }) => (node?.rowIndex ?? 0) + 1 },
  { field: "name", headerName: "Name", width: 190, pinned: "left", editable: true },
  {
    field: "chips",
    headerName: "Qualifications",
    flex: 1,
    minWidth: 300,
    editable: true,
    cellRenderer: Chips,
    valueFormatter: ({ value }) => (value as string[] | undefined)?.join("; ") ?? "",
    valueParser: ({ newValue }) => String(newValue).split("; "),
  },
  {
    field: "target",
    headerName: "Target",
    width: 84,
    editable: true,
    valueParser: ({ newValue, oldValue }) => (/^\d{1,9}$/.test(String(newValue)) ? Number(newValue) : oldValue),
    cellStyle: ({ data }) => ({ background: data && data.target !== data.saved ? "#fff3bf" : "transparent" }),
  },
  { field: "starts", headerName: "Starts", width: 66 },
  { field: "completes", headerName: "Completes", width: 86 },
  {
    headerName: "Remaining",
    width: 88,
    valueGetter: ({ data }) => Math.max(0, (data?.target ?? 0) - (data?.completes ?? 0)),
  },
  {
    headerName: "Filled",
    width: 116,
    valueGetter: ({ data }) => (data && data.target > 0 ? (100 * data.completes) / data.target : 0),
    cellRenderer: Filled,
  },
];

export function AgGridPage({ rows }: { rows: PeerRow[] }) {
  const held = useRef(rows);
  const sumOf = () => held.current.reduce((sum, { target }) => sum + target, 0);
  const [sum, setSum] = useState(sumOf);
  const bottom = useMemo(
    () => [{ name: `${rows.length} quotas`, chips: [], target: sum, saved: sum, starts: 0, completes: 0 }],
    [sum, rows.length],
  );
  return (
    <div style={{ height: 435, width: 1056 }}>
      <AgGridReact<PeerRow>
        rowData={rows}
        columnDefs={columns}
        rowHeight={34}
        headerHeight={34}
        undoRedoCellEditing
        enterNavigatesVerticallyAfterEdit
        pinnedBottomRowData={bottom}
        onCellValueChanged={(_event: CellValueChangedEvent<PeerRow>) => setSum(sumOf())}
      />
    </div>
  );
}
