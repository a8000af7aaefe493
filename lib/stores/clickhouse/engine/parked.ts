import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Opening a directory, ClickHouse reads the definition of every table in it, of detached ones too: thousands of
 * projects that nobody uses would hold up each start for seconds. Definitions of detached tables are therefore put
 * aside before it opens, under a name that it passes over, and it knows nothing of these tables. Who attaches one
 * gives it the definition anew. Data of tables that it does not know are never cleared away (`configuration.ts`).
 */
const DEFINITION = ".sql";
const DETACHED = ".sql.detached";
const PARKED = ".sql.bak";

const metadataOf = (directory: string) => join(directory, "metadata");

/** Puts the definitions of detached tables aside. Killed at any moment, it is done again at the next start. */
export function parkDetached(directory: string): void {
  for (const database of foldersOf(metadataOf(directory))) {
    const names = readdirSync(database);
    const defined = new Set(tablesWith(DEFINITION, names));
    for (const table of tablesWith(PARKED, names)) {
      // Attached again, and killed before what was put aside was removed: the table's own definition counts.
      if (defined.has(table)) rmSync(join(database, table + PARKED));
    }
    for (const table of tablesWith(DETACHED, names)) {
      if (defined.has(table)) renameSync(join(database, table + DEFINITION), join(database, table + PARKED));
      rmSync(join(database, table + DETACHED));
    }
  }
}

/** Databases' folders stand there as links. */
function foldersOf(metadata: string): string[] {
  if (!existsSync(metadata)) return []; // a directory that was never opened
  const names = readdirSync(metadata).filter((name) => !name.endsWith(DEFINITION));
  return names.map((name) => join(metadata, name));
}

const tablesWith = (ending: string, names: readonly string[]): string[] =>
  names.filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length));

/** How a definition on disk begins: the file's name is the table's. */
const NAMELESS = /^ATTACH TABLE _ /;

type Parked = {
  /** Attaches the table, by its whole definition. */
  statement: string;
  /** Removes what was put aside, once the table is attached. */
  forget: () => void;
};

/** A table whose definition was put aside; undefined: none of this name was. `folder`: where its database keeps definitions. */
export function parkedTable(folder: string, table: string): Parked | undefined {
  const file = join(folder, table + PARKED);
  const definition = readIfThere(file);
  if (!definition || !NAMELESS.test(definition)) return undefined;
  return {
    statement: definition.replace(NAMELESS, `ATTACH TABLE IF NOT EXISTS ${table} `),
    forget: () => rmSync(file, { force: true }), // others may have attached it at the same moment
  };
}

/** Not there, or a folder of another machine or user: of a server of its own. */
function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
