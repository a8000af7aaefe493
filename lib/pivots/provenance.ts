import type { Provenance } from "@/lib/contracts/interfaces/pivot";
import type { Format } from "@/lib/tables/format";

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
  const { revision, revisedAt, responses, excluded } = provenance;
  const since = revisedAt === null ? "" : ` of ${format.instant(revisedAt)}`;
  return [
    `revision ${revision}${since}`,
    `${counted(format, responses, "response")}, ${format.count(excluded)} excluded for quality`,
    ...(provenance.weight ? [`weight ${weight ?? provenance.weight.id}, version ${provenance.weight.values}`] : []),
  ].join("; ");
}
