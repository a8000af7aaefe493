import { isObject } from "@/lib/contracts/lenient";
import type { ScoreFigures } from "@/lib/contracts/rules/exclusion";
import { namedColumns } from "../named-columns";
import { UnreadableJson } from "../stored-json";

/** Scores of a respondent without what they rest on, as the database keeps them up to date beside the respondent. */
export type ScoreLine = {
  id: number;
  respondentId: string;
  isExcluded: boolean;
  decidedBy: string | null;
  atMs: number;
  /** Null, as the two behind it: they wait to be scored. */
  total: number | null;
  checks: ScoreFigures["checks"] | null;
  categories: ScoreFigures["categories"] | null;
  ruleReasons: string[];
};

/** In the order in which `quality_score_line` of the database writes them. */
const { at } = namedColumns([
  "id",
  "respondentId",
  "isExcluded",
  "decidedBy",
  "atMs",
  "total",
  "checks",
  "categories",
  "ruleReasons",
]);

/**
 * A line as it is stored. Throws where it is none: another release's function wrote it. Checked by hand, as hundreds of
 * thousands are read at a time and a schema would take longer than all else.
 */
export function readScoreLine(line: unknown): ScoreLine {
  const cells: readonly unknown[] = Array.isArray(line) ? line : [];
  const read = {
    id: cells[at.id],
    respondentId: cells[at.respondentId],
    isExcluded: cells[at.isExcluded],
    decidedBy: cells[at.decidedBy],
    atMs: cells[at.atMs],
    total: cells[at.total],
    checks: cells[at.checks],
    categories: cells[at.categories],
    ruleReasons: cells[at.ruleReasons],
  };
  if (isScoreLine(read)) return read;
  throw new UnreadableJson(`A line of quality_score_lines cannot be read: that of the respondent ${Number(read.id)}.`);
}

function isScoreLine(line: Record<keyof ScoreLine, unknown>): line is ScoreLine {
  const { id, respondentId, isExcluded, decidedBy, atMs, total, checks, categories, ruleReasons } = line;
  return (
    isNumber(id) &&
    typeof respondentId === "string" &&
    typeof isExcluded === "boolean" &&
    (decidedBy === null || typeof decidedBy === "string") &&
    isNumber(atMs) &&
    (total === null || isNumber(total)) &&
    (checks === null || isEach(checks, isCheck)) &&
    (categories === null || isEach(categories, isNumber)) &&
    Array.isArray(ruleReasons) &&
    ruleReasons.every((reason) => typeof reason === "string")
  );
}

const isNumber = (value: unknown): value is number => typeof value === "number";

const isCheck = (value: unknown) => isObject(value) && isNumber(value.score) && isNumber(value.points);

function isEach(members: unknown, is: (value: unknown) => boolean): boolean {
  if (!isObject(members)) return false;
  for (const name in members) if (!is(members[name])) return false;
  return true;
}
