import { tidyNumber } from "@/lib/contracts/interfaces/duplicate-selectors";
import type { NamedSurvey } from "@/lib/contracts/ours/duplicates";
import type { Find } from "./find-called";

/**
 * What somebody pasted to name surveys: numbers, ids, names and links in any separator. A name may hold separators
 * itself, so each line is read as a whole, then by its commas and semicolons, then word by word: the first reading
 * that something is called by counts.
 */
type Line = { whole: string; segments: { whole: string; words: string[] }[] };

/** One address and nothing beside it: of a line of several only the first would be read. */
const LINK = /^(?:https?:\/)?\/(?:[^\s,;|、?#]*\/)?surveys\/([^/?#\s,;|、]+)(?:[/?#][^\s,;|、]*)?$/;

/** An address of one of our pages as the id in it. */
function withoutLink(text: string): string {
  const id = LINK.exec(text)?.[1];
  if (id === undefined) return text;
  try {
    return decodeURIComponent(id);
  } catch {
    return text;
  }
}

/** A value as CSV quotes it, whole: it may hold separators and doubled quotes. */
const QUOTED = /^"((?:[^"]|"")*)"$/;
const withoutQuotes = (text: string) => QUOTED.exec(text.trim())?.[1]?.replaceAll('""', '"') ?? text;

/** Zero-width characters come along from web pages and make a number another one. */
const tidy = (text: string) => withoutLink(tidyNumber(withoutQuotes(text.replace(/[\u200b-\u200d\u2060\ufeff]/g, ""))));

/** Between separators, or quoted up to the next one. */
const SEGMENT = /\s*"(?:[^"]|"")*"\s*(?=[,;|、，；]|$)|[^,;|、，；]+/g;

function linesOf(text: string): Line[] {
  return text
    .split(/[\r\n\t\v\f\u2028\u2029]+/)
    .map((line) => ({
      whole: tidy(line),
      segments: (line.match(SEGMENT) ?? []).map(segmentOf).filter(isGiven),
    }))
    .filter(isGiven);
}

const segmentOf = (text: string) => ({ whole: tidy(text), words: text.split(/\s+/u).map(tidy).filter(Boolean) });
const isGiven = ({ whole }: { whole: string }) => whole !== "";

/** Everything that a text may name, each once. */
export function candidatesIn(text: string): string[] {
  const candidates = new Set<string>();
  for (const { whole, segments } of linesOf(text)) {
    candidates.add(whole);
    for (const segment of segments)
      for (const candidate of [segment.whole, ...segment.words]) candidates.add(candidate);
  }
  return [...candidates];
}

/** The surveys that a text names, in its order, each once; what nothing is called by; names of several surveys. */
export function readPasted(text: string, find: Find) {
  const found = new Map<string, NamedSurvey>();
  const unknown = new Set<string>();
  const ambiguous = new Map<string, NamedSurvey[]>();
  let repeated = 0;
  const take = (entry: string): boolean => {
    const surveys = find(entry);
    const [only, another] = surveys;
    if (!only) return false;
    if (another) ambiguous.set(entry, surveys);
    else if (found.has(only.survey_number)) repeated += 1;
    else found.set(only.survey_number, only);
    return true;
  };
  const miss = (entry: string) => {
    if (unknown.has(entry)) repeated += 1;
    unknown.add(entry);
  };
  for (const line of linesOf(text)) {
    if (take(line.whole)) continue;
    for (const { whole, words } of line.segments) {
      if (take(whole)) continue;
      // Words of a name that nothing has are not numbers that are missing one by one.
      if (words.some((word) => find(word).length > 0) || words.every(isNumberLike)) {
        for (const word of words) if (!take(word)) miss(word);
      } else miss(whole);
    }
  }
  return {
    surveys: [...found.values()],
    unknown: [...unknown],
    ambiguous: [...ambiguous].map(([entry, surveys]) => ({ text: entry, surveys })),
    repeated,
  };
}

const isNumberLike = (word: string) => /\d/.test(word) && !/[^\w.:-]/.test(word);
