import { chunked } from "@/lib/chunked";
import type { PivotRequest, PivotTable } from "@/lib/contracts/interfaces/pivot";
import { requestsOfFigures } from "@/lib/contracts/rules/recorded-tables";
import { MOST_CELLS } from "@/lib/contracts/terms/pivot";
import { AppError, type ProblemCode } from "@/lib/http/problem";

/** As many as the service carries out for one person at once. */
const TABLES_AT_ONCE = 3;

/**
 * Tables that make one together, in the order of their requests; refused where they are too large or not of the same
 * answers. Each call has its own deadline, so that the last of many still has time. The last request may count whom the
 * others leave out by their weight; its table is missing where that is nobody, or the service refuses it.
 */
export async function readTogether(
  requests: readonly PivotRequest[],
  read: (request: PivotRequest) => Promise<PivotTable>,
): Promise<PivotTable[]> {
  const measures = requests[0]?.measures.length ?? 1;
  const tables: PivotTable[] = [];
  const figures = requestsOfFigures(requests);
  for (const some of chunked(figures, TABLES_AT_ONCE)) {
    tables.push(...(await Promise.all(some.map(read))));
    const tooLarge = sizeRefusal(tables, measures);
    if (tooLarge) throw new AppError("invalid", tooLarge);
  }
  const counting = requests.filter((each) => !figures.includes(each));
  if (tables.some(({ excluded }) => excluded > 0)) {
    for (const request of counting) tables.push(...(await readIfOffered(request, read)));
  }
  // Passes by itself: a job that finds it tries again.
  if (!isOfOneState(tables)) throw new AppError("conflict", CHANGED_MEANWHILE);
  return tables;
}

/** What the rest of a table can do without: that a service cannot answer it makes no table impossible. */
async function readIfOffered(
  request: PivotRequest,
  read: (request: PivotRequest) => Promise<PivotTable>,
): Promise<PivotTable[]> {
  try {
    return [await read(request)];
  } catch (error) {
    if (error instanceof AppError && refusals.has(error.code)) return [];
    throw error;
  }
}

const refusals: ReadonlySet<ProblemCode> = new Set<ProblemCode>(["invalid", "not_found", "unavailable"]);

/** Why tables are too large together; null: they are not. */
function sizeRefusal(tables: readonly PivotTable[], measures: number): string | null {
  const columns = tables.reduce((sum, each) => sum + each.columns.length, 0);
  const rows = Math.max(0, ...tables.map((each) => each.rows.length));
  if (rows * columns * measures <= MOST_CELLS) return null;
  return `This table would have more than ${MOST_CELLS.toLocaleString("en")} cells. Take a question or a value out, or filter.`;
}

/** Whether tables are of the same data: answers may change between two that are read. */
function isOfOneState(tables: readonly PivotTable[]): boolean {
  const states = tables.map(
    ({ provenance: of }) => of && [of.revision, of.responses, of.excluded, of.exclusions, of.weight],
  );
  return new Set(states.map((state) => JSON.stringify(state))).size <= 1;
}

const CHANGED_MEANWHILE = "The answers changed while the table was read. Read it again.";
