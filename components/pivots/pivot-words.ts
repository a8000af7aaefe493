import { useMemo } from "react";
import { useFormat } from "@/components/ui/use-format";
import type { RecordedNames } from "@/lib/contracts/ours/recordings";
import type { Made } from "@/lib/pivots/prepare-pivot";
import { provenanceText } from "@/lib/pivots/provenance";
import { frozenText, type Since, sinceText } from "@/lib/pivots/recorded";
import { type Known, namesOf, remarksUnder, type Under } from "@/lib/pivots/shown-table";
import type { Format } from "@/lib/tables/format";
import type { Shown } from "./use-pivot";

/** What stands in place of ids: of a frozen table as it was when it was recorded. */
export function useNames(shown: Shown | null, { fields, questions, weights }: Known): RecordedNames | null {
  return useMemo(() => {
    if (!shown) return null;
    const { held } = shown;
    const now = namesOf(shown, { fields, questions, weights });
    return held?.frozen_at ? { ...held.names, titles: { ...now.titles, ...held.names.titles } } : now;
  }, [shown, fields, questions, weights]);
}

/** Which data the table is of, and what is to be said of the figures that are recorded. */
export function useData(
  shown: Shown | null,
  { made, names, since }: { made: Made | null; names: RecordedNames | null; since: Since | null },
): string[] {
  const format = useFormat();
  return useMemo(() => {
    if (!shown || !made) return [];
    const recorded = recordedText(shown, since, format);
    const data = provenanceText(made.table.provenance, names?.weight ?? null, format);
    return recorded === null ? [data] : [data, recorded];
  }, [shown, made, names, since, format]);
}

function recordedText({ held }: Shown, since: Since | null, format: Format): string | null {
  if (held?.frozen_at) return frozenText(held, format);
  return held && since ? sinceText(held, since, format) : null;
}

type Remarked = Omit<Under, "made" | "names" | "format"> & { made: Made | null; names: RecordedNames | null };

/** What stands under the table, a sentence each. */
export function useRemarks(shown: Shown | null, { made, names, ...under }: Remarked): string[] {
  const format = useFormat();
  return shown && made && names ? remarksUnder(shown, { ...under, made, names, format }) : [];
}
