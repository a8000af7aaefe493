import type { PivotRequest, PivotTable } from "@/lib/contracts/interfaces/pivot";
import type { RecordedNames, Recording } from "@/lib/contracts/ours/recordings";
import { areForSameFigures, recordedRequests, recordedTables } from "@/lib/contracts/rules/recorded-tables";
import { shortened } from "@/lib/contracts/rules/shortened";
import { MOST_OF_NAME } from "@/lib/contracts/terms/recordings";
import type { Format } from "@/lib/tables/format";
import type { PivotState } from "./address";
import { askOf } from "./ask";
import { jointProvenance } from "./banner";
import { requestsOf } from "./composed";
import { dataChanges } from "./data-changes";
import type { MovedFigures } from "./moved-figures";
import { type PivotValue, valueText } from "./values";

/** What is asked for a state, and the recording that is of the same table; null: none is. */
export type AskedFor = { asked: PivotRequest | null; timeZone: string; held: Recording | null };

/**
 * A table that was recorded keeps the zone that it was recorded in, where the address names none: it shows everybody
 * the same.
 */
export function askedFor(state: PivotState, ownZone: string, recording: Recording | null): AskedFor {
  const timeZone = state.zone ?? ownZone;
  if (recording) {
    const itsZone = state.zone ?? recording.asked.timeZone ?? "UTC";
    const asked = askOf(state, itsZone);
    const isSame = asked && areForSameFigures(requestsOf(asked, state), recordedRequests(recording));
    if (isSame) return { asked, timeZone: itsZone, held: recording };
  }
  return { asked: askOf(state, timeZone), timeZone, held: null };
}

/** By what names of a table are kept: a dimension and a value may be called alike. */
export const dimensionKey = (id: string) => `dimension ${id}`;
export const valueKey = (value: PivotValue) => `value ${valueText(value)}`;

type Named = { dimension: (id: string) => string; value: (value: PivotValue) => string };

/** The names of a table as a person reads them now. */
export const titlesOf = (
  { rows, columns }: Pick<PivotRequest, "rows" | "columns">,
  values: readonly PivotValue[],
  named: Named,
): RecordedNames["titles"] =>
  Object.fromEntries([
    ...[...rows, ...columns].map((id) => [dimensionKey(id), named.dimension(id)]),
    ...values.map((value) => [valueKey(value), named.value(value)]),
  ]);

/** Names as a recording has room for them: what is longer ends in three dots. */
export function namesToRecord({ titles, weight, filter }: RecordedNames): RecordedNames {
  const kept = (name: string) => shortened(name, MOST_OF_NAME);
  return {
    titles: Object.fromEntries(Object.entries(titles).map(([key, title]) => [key, kept(title)])),
    weight: weight === null ? null : kept(weight),
    filter: filter.map(kept),
  };
}

/** What a table is, compared with what was recorded of it. */
export type Since = { changes: string[]; isTold: boolean; figures: MovedFigures };

/** Null: nothing changed, neither the data nor a figure. `tables`: those that are read now. */
export function changedSince(
  recording: Pick<Recording, "table" | "others">,
  tables: readonly PivotTable[],
  { figures, format }: { figures: MovedFigures; format: Format },
): Since | null {
  const [was, is] = [jointProvenance(recordedTables(recording)), jointProvenance(tables)];
  const changes = was && is ? dataChanges(was, is, format) : [];
  const isTold = was !== null && is !== null;
  return changes.length > 0 || figures.moved + figures.gone + figures.hidden > 0 ? { changes, isTold, figures } : null;
}

export const frozenText = ({ recorded_at, who }: Recording, { instant }: Format) =>
  `Frozen: these are the figures of ${instant(recorded_at)}, recorded by ${who}. What changed since is not in them.`;

/** What changed since a table was recorded, in sentences. */
export function sinceText({ recorded_at }: Recording, { changes, isTold, figures }: Since, format: Format): string {
  const { moved, of, gone, hidden } = figures;
  const then = format.instant(recorded_at);
  const data = !isTold
    ? `The service does not say which data this is. The figures of ${then} were compared with these.`
    : changes.length > 0
      ? `Data changed since ${then}: ${changes.join("; ")}.`
      : `Figures changed since ${then}, and the data does not say why.`;
  const recorded = (n: number) => `${format.count(n)} recorded ${n === 1 ? "row or column" : "rows or columns"}`;
  return [
    data,
    `${moved === 0 ? "None" : format.count(moved)} of ${format.count(of)} figures moved.`,
    ...(hidden > 0
      ? [`${recorded(hidden)} ${hidden === 1 ? "is" : "are"} not shown now, as nobody or too few are in there.`]
      : []),
    ...(gone > 0 ? [`${recorded(gone)} ${gone === 1 ? "is" : "are"} no longer there.`] : []),
  ].join(" ");
}
