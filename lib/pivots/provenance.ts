import type { Provenance } from "@/lib/contracts/pivot";
import type { Format } from "@/lib/tables/format";

const UNTOLD = "The service does not say which data this is.";

const counted = ({ count }: Format, n: number, one: string, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`;

/** Which data a table is of, in a sentence. `weight`: its name. */
export function provenanceText(provenance: Provenance | undefined, weight: string | null, format: Format): string {
  if (!provenance) return UNTOLD;
  const { revision, revisedAt, responses, excluded, questions, definitions } = provenance;
  const since = revisedAt === null ? "" : ` of ${format.instant(revisedAt)}`;
  return `Data: ${[
    `revision ${revision}${since}`,
    `${counted(format, responses, "response")}, ${format.count(excluded)} excluded for quality`,
    ...(provenance.weight ? [`weight ${weight ?? provenance.weight.id}, version ${provenance.weight.values}`] : []),
    ...(questions.length > 0
      ? [`definitions of ${counted(format, questions.length, "question")}, version ${definitions}`]
      : []),
  ].join("; ")}.`;
}
