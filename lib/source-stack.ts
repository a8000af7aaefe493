import { readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { dirname, relative, resolve } from "node:path";

type Section = { offset: { line: number; column: number }; map: SourceMapPayload };
type IndexedMap = SourceMapPayload & { sections?: Section[] };

/** A frame of a stack. Longer lines are part of a message, in which a search for places would take long. */
const FRAME = /^ {4}at .{1,500}$/gm;
/** A place in a file of the build, as a frame names it. */
const BUILT_PLACE = /(?:file:\/\/)?(\/[^():\n]*\/\.next\/[^():\n]*\.m?js):(\d+):(\d+)/g;

const MOST_PLACES = 1000;
const sourcePlaces = new Map<string, string>();

/**
 * A stack whose frames name lines of the source instead of the build. The maps are read for an error that is logged:
 * Node's `--enable-source-maps` reads and keeps those of all code that it loads, a quarter of the web process's memory.
 */
export function sourceStack(stack: string): string {
  const maps = new Map<string, IndexedMap | null>();
  const mapOf = (file: string) => {
    if (!maps.has(file)) maps.set(file, readMap(file));
    return maps.get(file) ?? null;
  };
  const inSource = (place: string, file: string, line: string, column: string) => {
    const known = sourcePlaces.get(place);
    if (known !== undefined) return known;
    const found = sourcePlace(file, mapOf(file), { line: Number(line) - 1, column: Number(column) - 1 }) ?? place;
    if (sourcePlaces.size < MOST_PLACES) sourcePlaces.set(place, found);
    return found;
  };
  return stack.replace(FRAME, (frame) => frame.replace(BUILT_PLACE, inSource));
}

function readMap(file: string): IndexedMap | null {
  try {
    return JSON.parse(readFileSync(`${file}.map`, "utf8")) as IndexedMap;
  } catch {
    return null;
  }
}

type Position = { line: number; column: number };

/** Null without a map, or with one that cannot be read: an error is logged in any case. */
function sourcePlace(file: string, map: IndexedMap | null, position: Position): string | null {
  try {
    return map && placeIn(map, file, position);
  } catch {
    return null;
  }
}

/** Decodes the one section that a position is in: all of a large chunk take half a second. */
function placeIn(map: IndexedMap, file: string, { line, column }: Position): string | null {
  const isBefore = ({ offset }: Section) => offset.line < line || (offset.line === line && offset.column <= column);
  const section = map.sections?.findLast(isBefore);
  const { offset, map: part } = section ?? { offset: { line: 0, column: 0 }, map };
  const columnInPart = offset.line === line ? column - offset.column : column;
  const entry = new SourceMap(part).findEntry(line - offset.line, columnInPart);
  if (!("originalSource" in entry)) return null;
  const source = relative(process.cwd(), resolve(dirname(file), decodeURI(entry.originalSource)));
  return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
}
