import { parseArgs } from "node:util";
import { type ImportMode, importModes } from "@/lib/contracts/interfaces/answers";
import { StartError } from "@/lib/start/say";

const USAGE = `npm run import -- FILE --project ID [--time COLUMN] [--weight COLUMN] [--id COLUMN] [--mode ${importModes.join("|")}] [--dry-run]`;

export type ImportCommand = {
  file: string;
  project: string;
  mode: ImportMode;
  dryRun: boolean;
  /** Columns that are chosen; absent: as guessed. */
  time?: string;
  id?: string;
  weights?: string[];
};

function split(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        project: { type: "string" },
        time: { type: "string" },
        weight: { type: "string", multiple: true },
        id: { type: "string" },
        mode: { type: "string" },
        "dry-run": { type: "boolean" },
      },
    });
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

/** What a command line asks for. Throws a sentence that a person can act on. */
export function parseImportArguments(args: string[]): ImportCommand {
  const { positionals, values } = split(args);
  const [file, ...more] = positionals;
  if (file === undefined) throw new StartError(`Name the file to import:\n\n${USAGE}`);
  if (more.length > 0) throw new StartError(`“${more[0]}” is one word too many. Put names with spaces in quotes.`);
  if (values.project === undefined) throw new StartError(`Say which project the answers are of:\n\n${USAGE}`);
  const mode = importModes.find((known) => known === (values.mode ?? "append"));
  if (!mode) throw new StartError(`--mode must be one of ${importModes.join(", ")}.`);
  const { time, id, weight } = values;
  return {
    ...{ file, mode, project: values.project.trim().toLowerCase(), dryRun: values["dry-run"] ?? false },
    ...(time !== undefined && { time }),
    ...(id !== undefined && { id }),
    ...(weight !== undefined && { weights: weight }),
  };
}
