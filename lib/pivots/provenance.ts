import type { PivotRequest, Provenance } from "@/lib/contracts/interfaces/pivot";
import { type Exclusions, excludedWords } from "@/lib/tables/exclusion-words";
import type { Format } from "@/lib/tables/format";

/** Who is excluded for quality, and whether they count in a table; null where the service does not say it. */
export function exclusionsOf(
  provenance: Provenance | undefined,
  { includeExcluded: isAsked = false }: Pick<PivotRequest, "includeExcluded">,
): Exclusions | null {
  if (!provenance) return null;
  const { responses, excluded, includesExcluded: isIncluded } = provenance;
  // Services leave out who is excluded unless they are asked not to.
  if (isIncluded === undefined && isAsked && excluded > 0) return null;
  return { counted: isIncluded ? responses : responses - excluded, excluded, isIncluded: isIncluded ?? false };
}

const UNTOLD = "The service does not say which data this is.";

const counted = ({ count }: Format, n: number, one: string, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`;

/** Which data a table is of, in a sentence. `weight`: its name. */
export function provenanceText(provenance: Provenance | undefined, weight: string | null, format: Format): string {
  if (!provenance) return UNTOLD;
  const { questions, definitions } = provenance;
  const defined =
    questions.length > 0
      ? `; definitions of ${counted(format, questions.length, "question")}, version ${definitions}`
      : "";
  return `Data: ${answersText(provenance, weight, format)}${defined}.`;
}

/** Which state of the answers a table is of, as a phrase. `weight`: its name. */
export function answersText(provenance: Provenance, weight: string | null, format: Format): string {
  const { revision, revisedAt, responses, excluded, includesExcluded: isIncluded = false } = provenance;
  const since = revisedAt === null ? "" : ` of ${format.instant(revisedAt)}`;
  return [
    `revision ${revision}${since}`,
    `${counted(format, responses, "response")}, ${excludedWords({ excluded, isIncluded }, format.count)}`,
    ...(provenance.weight ? [`weight ${weight ?? provenance.weight.id}, version ${provenance.weight.values}`] : []),
  ].join("; ");
}
