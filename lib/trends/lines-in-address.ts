import type { ShareAsked } from "@/lib/contracts/interfaces/trend-shares";
import { isObject, readAll } from "@/lib/contracts/lenient";
import { groupProblems } from "@/lib/contracts/rules/line-groups";
import { MOST_QUESTIONS } from "@/lib/contracts/terms/analysis";
import { MOST_CODES, MOST_SHARES } from "@/lib/contracts/terms/trend-shares";

/**
 * The lines that an address asks for, read as far as a page needs to draw them. The request that is made of them is
 * judged by its contract, which says in a sentence what is wrong with it.
 */
const readName = (value: unknown): string | null => (typeof value === "string" && value.trim() !== "" ? value : null);

/** Questions joined to one line, by its name. */
export function readGroups(value: unknown): Record<string, string[]> | null {
  if (!isObject(value)) return null;
  const groups: Record<string, string[]> = {};
  for (const [name, members] of Object.entries(value)) {
    const ids = readAll(members, MOST_QUESTIONS, readName);
    if (readName(name) === null || ids === null) return null;
    groups[name] = ids;
  }
  return groupProblems(groups).length === 0 ? groups : null;
}

const readCode = (value: unknown): number | null => (Number.isSafeInteger(value) ? Number(value) : null);

function readShare(value: unknown): ShareAsked | null {
  if (!isObject(value)) return null;
  const questionId = readName(value.questionId);
  const codes = readAll(value.codes, MOST_CODES, readCode);
  return questionId !== null && codes && codes.length > 0 ? { questionId, codes } : null;
}

/** Shares of chosen options. */
export const readShares = (value: unknown): ShareAsked[] | null => readAll(value, MOST_SHARES, readShare);
