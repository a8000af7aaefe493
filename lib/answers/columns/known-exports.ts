import type { ImportPlan, RowFilter } from "@/lib/contracts/interfaces/answers";
import { columnsOf } from "@/lib/contracts/rules/import-plan";
import { EXPORT_TOOLS, type ExportTool, nameKey, SURE_COLUMNS } from "./export-tools";
import type { GuessedColumn } from "./guess-groups";
import { listed } from "./listed";
import type { ColumnProfile } from "./profile";

/** What of a file is a survey tool's own: columns that are no questions, and rows that are no responses. */
export type ToolParts = { tool: string | null; metadata: GuessedColumn[]; filters: RowFilter[] };

const namesOf = ({ column }: GuessedColumn): string[] =>
  [column.name, column.label ?? ""].map(nameKey).filter((name) => name !== "");

/**
 * The parts of a known export. A column that the project's file before had as a question stays one, and rows that were
 * imported then are imported now.
 */
export function toolParts(
  columns: readonly GuessedColumn[],
  profiles: readonly ColumnProfile[],
  before: ImportPlan | null,
): ToolParts {
  const tool = toolOf(columns);
  const asked = new Set(before?.questions.flatMap(columnsOf));
  const isOwn = (each: GuessedColumn) =>
    namesOf(each).some((name) => SURE_COLUMNS.has(name) || tool?.columns.includes(name)) ||
    (tool?.timings?.test(each.column.name) ?? false);
  const metadata = columns.filter((each) => !asked.has(each.column.name) && isOwn(each));
  return { tool: tool?.name ?? null, metadata, filters: tool ? filtersOf(tool, columns, { profiles, before }) : [] };
}

/** The tool of which most columns are there. */
function toolOf(columns: readonly GuessedColumn[]): ExportTool | null {
  const present = new Set(columns.flatMap(namesOf));
  const counted = EXPORT_TOOLS.map((tool) => ({ tool, n: tool.columns.filter((name) => present.has(name)).length }));
  const fitting = counted.filter(({ tool, n }) => n >= tool.least && tool.signs.some((name) => present.has(name)));
  return fitting.sort((one, other) => other.n - one.n)[0]?.tool ?? null;
}

type Around = { profiles: readonly ColumnProfile[]; before: ImportPlan | null };

function filtersOf(tool: ExportTool, columns: readonly GuessedColumn[], { profiles, before }: Around): RowFilter[] {
  const earlier = new Map(before?.rowFilters?.map((filter) => [`${filter.reason} ${filter.column}`, filter.applies]));
  return tool.rows.flatMap(({ reason, columns: names, cells }): RowFilter[] => {
    const found = columns.flatMap((each) => {
      const profile = profiles[each.at];
      return profile && namesOf(each).some((name) => names.includes(name)) ? [{ each, profile }] : [];
    });
    for (const { each, profile } of found) {
      const { name } = each.column;
      const matches = cells === null ? [] : [...profile.values.values()].filter(({ cell }) => cells.test(String(cell)));
      const rows = cells === null ? profile.blank : matches.reduce((sum, { count }) => sum + count, 0);
      // All of them: then it is no sign of what is no response.
      if (rows === 0 || rows === profile.filled + profile.blank) continue;
      const applies = earlier.get(`${reason} ${name}`) ?? before === null;
      return [
        {
          reason,
          column: name,
          cells: matches.map(({ cell }) => String(cell)),
          isBlank: cells === null,
          rows,
          applies,
        },
      ];
    }
    return [];
  });
}

const REASONS: Record<RowFilter["reason"], [one: string, several: string]> = {
  preview: ["preview", "previews"],
  test: ["test", "tests"],
  unfinished: ["unfinished response", "unfinished responses"],
};

/** “12 unfinished responses” */
export const filterWords = ({ reason, rows }: Pick<RowFilter, "reason" | "rows">, count: (n: number) => string) =>
  `${count(rows)} ${REASONS[reason][rows === 1 ? 0 : 1]}`;

const count = (value: number) => value.toLocaleString("en");

/** What was recognised of a known export. */
export function toolNotes({ tool, metadata, filters }: ToolParts): string[] {
  const of = tool === null ? "" : ` of ${tool}`;
  const applied = filters.filter(({ applies }) => applies);
  const names = metadata.map(({ column }) => column.name);
  return [
    ...applied.map((filter) => `${filterWords(filter, count)}${of} (“${filter.column}”) left out.`),
    ...(names.length > 0
      ? [
          `${listed(names)} ${names.length === 1 ? "is metadata" : "are metadata"}${of}, not imported as ${names.length === 1 ? "a question" : "questions"}.`,
        ]
      : []),
  ];
}

/** Tells why a row is left out by its cells; null: it is not. */
export function rowFilter(
  filters: readonly RowFilter[] | undefined,
  placeOf: (column: string) => number,
): (cells: readonly unknown[]) => RowFilter["reason"] | null {
  const applied = (filters ?? [])
    .filter(({ applies }) => applies)
    .map(({ reason, column, cells, isBlank }) => ({ reason, isBlank, at: placeOf(column), cells: new Set(cells) }));
  return (cells) => {
    for (const { reason, at, isBlank, cells: wanted } of applied) {
      const text = String(cells[at] ?? "").trim();
      if (isBlank ? text === "" : wanted.has(text)) return reason;
    }
    return null;
  };
}
