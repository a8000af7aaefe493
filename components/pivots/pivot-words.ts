import { useMemo } from "react";
import { useFormat } from "@/components/ui/use-format";
import type { Question } from "@/lib/contracts/answers";
import { datePartOf } from "@/lib/contracts/pivot";
import type { RecordedNames } from "@/lib/contracts/recordings";
import { dimensionTitle, type Field, takesSeveral } from "@/lib/pivots/fields";
import { provenanceText } from "@/lib/pivots/provenance";
import { frozenText, type Since, sinceText, titlesOf } from "@/lib/pivots/recorded";
import { remarksOf } from "@/lib/pivots/remarks";
import { type PivotValue, showNames } from "@/lib/pivots/values";
import type { Format } from "@/lib/tables/format";
import { filterWords } from "@/lib/trends/filter-words";
import type { Shown } from "./use-pivot";

export const valueTitle = (fields: readonly Field[], value: PivotValue): string =>
  value.questionId === null
    ? showNames[value.show]
    : `${showNames[value.show]}: ${dimensionTitle(fields, value.questionId)}`;

export type Known = {
  fields: readonly Field[];
  questions: readonly Question[];
  weights: readonly { id: string; name: string }[];
};

/** What stands in place of ids: of a frozen table as it was when it was recorded. */
export function useNames(shown: Shown | null, { fields, questions, weights }: Known): RecordedNames | null {
  return useMemo(() => {
    if (!shown) return null;
    const { asked, state, held } = shown;
    const titles = titlesOf(asked, state.values, {
      dimension: (id) => dimensionTitle(fields, id),
      value: (value) => valueTitle(fields, value),
    });
    if (held?.frozen_at) return { ...held.names, titles: { ...titles, ...held.names.titles } };
    const weight = weights.find(({ id }) => id === asked.weight)?.name ?? asked.weight ?? null;
    return { titles, weight, filter: asked.filter.map((item) => filterWords(item, questions)) };
  }, [shown, fields, questions, weights]);
}

/** Which data the table is of, and what is to be said of the figures that are recorded. */
export function useData(shown: Shown | null, names: RecordedNames | null, since: Since | null): string[] {
  const format = useFormat();
  return useMemo(() => {
    if (!shown) return [];
    const recorded = recordedText(shown, since, format);
    const data = provenanceText(shown.table.provenance, names?.weight ?? null, format);
    return recorded === null ? [data] : [data, recorded];
  }, [shown, names, since, format]);
}

function recordedText({ held }: Shown, since: Since | null, format: Format): string | null {
  if (held?.frozen_at) return frozenText(held, format);
  return held && since ? sinceText(held, since, format) : null;
}

type Remarked = {
  names: RecordedNames | null;
  data: readonly string[];
  questions: readonly Question[];
  notes: readonly string[];
};

/** What stands under the table, a sentence each. */
export function useRemarks(shown: Shown | null, { names, data, questions, notes }: Remarked) {
  const { count, instant } = useFormat();
  if (!shown || !names) return [];
  const { asked, state, table, timeZone, madeAt } = shown;
  const dimensions = [...asked.rows, ...asked.columns];
  return remarksOf({
    asked,
    shows: state.values.map(({ show }) => show),
    filter: names.filter,
    weight: names.weight,
    excluded:
      asked.weight === undefined ? null : `${count(table.excluded)} ${table.excluded === 1 ? "response" : "responses"}`,
    data,
    madeAt: instant(new Date(madeAt).toISOString()),
    timeZone: dimensions.some((id) => datePartOf(id)) ? timeZone : null,
    hasSeveral: takesSeveral(dimensions, questions),
    notes,
  });
}
