import type { Operation } from "@/lib/contracts/operation";
import type { Writing } from "./failures";

type Declared = Pick<Operation, "method" | "permission" | "name">;

/** Writes that neither create nor save a thing, by how their names begin, and what they change. */
const changes: readonly (readonly [string, string])[] = [
  ["activate", "duplicate check"],
  ["updateRespondentsExcludedStatus", "exclusion"],
  ["stopSurvey", "survey"],
  ["restartSurvey", "survey"],
  ["deleteRespondents", "survey"],
  ["deleteSurveys", "survey"],
  ["setPlatforms", "list"],
  ["setThreshold", "threshold"],
];

const READS = /^(get|find|fetch|lookUp|preview)/;

/** Whether an operation changes nothing, neither at a service nor here: whoever asked may give it up at any time. */
export const onlyReads = ({ method, name }: Pick<Declared, "method" | "name">): boolean =>
  method === "GET" || READS.test(name);

/** What a person would say that an operation does to what it writes; null: it only reads, whatever its method is. */
export function writingOf({ method, permission, name }: Declared): Writing | null {
  if (method === "GET" || !permission || !/:(write|act|review|delete)$/.test(permission)) return null;
  const change = changes.find(([begins]) => name.startsWith(begins));
  if (change) return { noun: change[1], act: "change" };
  const [, verb, noun] = /^(create|update|add)(\w+?)(?:V\d)?$/.exec(name) ?? [];
  if (!noun) return null;
  const words = noun.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  return { noun: words, act: verb === "update" ? "save" : "create" };
}
