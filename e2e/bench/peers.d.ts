/*
 * What the benchmarks use of their peers. The packages are in e2e/bench/package.json and installed by `npm run bench`
 * alone, so that types are checked without them.
 */

declare module "@duckdb/node-api" {
  type Connection = {
    run(statement: string): Promise<unknown>;
    runAndReadAll(query: string): Promise<{ getRows(): unknown[][] }>;
  };
  export const DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> };
}

declare module "@finos/perspective/node" {
  type View = { to_columns(): Promise<Record<string, unknown[]>>; delete(): Promise<void> };
  type Query = {
    group_by: string[];
    split_by: string[];
    columns: string[];
    aggregates: Record<string, string | [string, string[]]>;
  };
  type Table = { update(columns: Record<string, number[]>): Promise<void>; view(query: Query): Promise<View> };
  const perspective: { table(types: Record<string, string>): Promise<Table> };
  export default perspective;
}

declare module "arquero" {
  type Expression = { toString(): string };
  type Table = {
    derive(columns: Record<string, (row: Record<string, number>) => number>): Table;
    groupby(...columns: string[]): Table;
    rollup(columns: Record<string, Expression>): Table;
    objects(): object[];
  };
  export function table(columns: object): Table;
  export const op: { count(): Expression } & Record<"sum" | "min" | "max", (column: string) => Expression>;
}

declare module "fastify" {
  type Server = {
    register<Options>(plugin: (server: never, options: Options) => unknown, options: Options): PromiseLike<unknown>;
    listen(at: { host: string; port: number }): Promise<string>;
    close(): Promise<void>;
  };
  export default function fastify(): Server;
}

declare module "@fastify/http-proxy" {
  export default function proxy(server: never, options: { upstream: string }): void;
}

declare module "undici" {
  type Body = AsyncIterable<Uint8Array> & { text(): Promise<string>; arrayBuffer(): Promise<ArrayBuffer> };
  type Reply = { statusCode: number; body: Body };
  type Call = { method: string; path: string; headers: Record<string, string> };
  type Options = { connections?: number; pipelining?: number };
  export class Pool {
    constructor(origin: string, options: Options);
    request(call: Call): Promise<Reply>;
    close(): Promise<void>;
  }
  export class Agent {
    constructor(options?: Options);
    request(call: Call & { origin: string }): Promise<Reply>;
    close(): Promise<void>;
  }
}

declare module "lighthouse" {
  type Audit = { score: number | null; numericValue?: number; details?: { items?: object[] } };
  type Result = { categories: { performance: { score: number | null } }; audits: Record<string, Audit> };
  type Flags = { port: number; onlyCategories?: string[]; extraHeaders?: Record<string, string>; logLevel?: "error" };
  export default function lighthouse(url: string, flags: Flags, config: object): Promise<{ lhr: Result } | undefined>;
  export const desktopConfig: object;
}

declare module "chrome-launcher" {
  type Options = { chromePath?: string; chromeFlags: string[] };
  export function launch(options: Options): Promise<{ port: number; kill(): void }>;
}

declare module "ag-grid-community" {
  import type { ComponentType, CSSProperties } from "react";

  type Cell<Row> = { data: Row | undefined; node: { rowIndex: number | null } | null };
  export type ICellRendererParams<Row, Value> = Cell<Row> & { value: Value | null | undefined };
  export type CellValueChangedEvent<Row> = { data: Row };
  type Column<Row, Value> = {
    field?: keyof Row & string;
    headerName: string;
    width?: number;
    minWidth?: number;
    flex?: number;
    pinned?: "left";
    editable?: boolean;
    cellRenderer?: ComponentType<ICellRendererParams<Row, Value>>;
    cellStyle?: (cell: Cell<Row>) => CSSProperties;
    valueGetter?: (cell: Cell<Row>) => Value;
    valueFormatter?: (cell: { value: unknown }) => string;
    valueParser?: (edit: { newValue: unknown; oldValue: unknown }) => unknown;
  };
  export type ColDef<Row> = Column<Row, string[]> | Column<Row, number>;
  type Module = { moduleName: string };
  export const AllCommunityModule: Module;
  export const ModuleRegistry: { registerModules(modules: Module[]): void };
}

declare module "ag-grid-react" {
  import type { CellValueChangedEvent, ColDef } from "ag-grid-community";
  import type { JSX } from "react";

  type Options<Row> = {
    rowData: Row[];
    columnDefs: ColDef<Row>[];
    rowHeight: number;
    headerHeight: number;
    undoRedoCellEditing: boolean;
    enterNavigatesVerticallyAfterEdit: boolean;
    pinnedBottomRowData: Row[];
    onCellValueChanged(event: CellValueChangedEvent<Row>): void;
  };
  export function AgGridReact<Row>(options: Options<Row>): JSX.Element;
}
