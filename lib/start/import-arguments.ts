import { parseArgs } from "node:util";
import type { TakenFor } from "@/lib/answers/columns/change-plan";
import type { ImportChoices } from "@/lib/answers/columns/import-choices";
import { takenForNames } from "@/lib/answers/words";
import { isTimeZone } from "@/lib/contracts/calendar/time-zone-name";
import type { FileLayout } from "@/lib/contracts/interfaces/answers";
import {
  type Delimiter,
  delimiters,
  type ImportMode,
  importModes,
  MOST_HEADER_ROWS,
} from "@/lib/contracts/terms/answers";
import { StartError } from "@/lib/start/say";

const delimiterNames: Record<string, Delimiter> = { comma: ",", semicolon: ";", tab: "\t", bar: "|" };
const takenFor = Object.keys(takenForNames) as TakenFor[];

const USAGE = `npm run import -- FILE --project ID [--mode ${importModes.join("|")}] [--dry-run]

Where the table stands:
  --sheet NAME            the sheet of a workbook
  --header-row ROW        the row with the names of the columns, as 4 or 4-5
  --delimiter SIGN        ${Object.keys(delimiterNames).join(", ")}, or the sign itself
Columns:
  --time COLUMN, --end COLUMN, --id COLUMN, --weight COLUMN
  --as COLUMN=KIND        ${takenFor.join(", ")}
Questions:
  --setup FILE            texts, labels, values, order and missing codes as this file describes
                          questions of the same ids: Triple-S (.xml, .sss), .sav or any other
Values:
  --zone ZONE             of times without one, such as Europe/Berlin
  --decimal point|comma
  --reversed keep|refuse  responses that end before they start
  --no-answers-count      “Don't know” and the like count as answers
Rows:
  --all-rows              previews, tests and unfinished responses as well`;

export type ImportCommand = {
  file: string;
  project: string;
  mode: ImportMode;
  dryRun: boolean;
  /** Absent: as detected. */
  layout?: FileLayout;
  /** The file that describes how questions are set up. */
  setup?: string;
  chosen: ImportChoices;
};

const text = { type: "string" } as const;

function split(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...{ project: text, mode: text, sheet: text, "header-row": text, delimiter: text },
        ...{ time: text, end: text, id: text, zone: text, decimal: text, reversed: text, setup: text },
        weight: { type: "string", multiple: true },
        as: { type: "string", multiple: true },
        "no-answers-count": { type: "boolean" },
        "all-rows": { type: "boolean" },
        "dry-run": { type: "boolean" },
      },
    });
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

type Values = ReturnType<typeof split>["values"];

/** What a command line asks for. Throws a sentence that a person can act on. */
export function parseImportArguments(args: string[]): ImportCommand {
  const { positionals, values } = split(args);
  const [file, ...more] = positionals;
  if (file === undefined) throw new StartError(`Name the file to import:\n\n${USAGE}`);
  if (more.length > 0) throw new StartError(`“${more[0]}” is one word too many. Put names with spaces in quotes.`);
  if (values.project === undefined) throw new StartError(`Say which project the answers are of:\n\n${USAGE}`);
  const mode = oneOf("--mode", importModes, values.mode ?? "append");
  const layout = layoutIn(values);
  return {
    ...{ file, mode, project: values.project.trim().toLowerCase(), dryRun: values["dry-run"] ?? false },
    ...(Object.keys(layout).length > 0 && { layout }),
    ...(values.setup !== undefined && { setup: values.setup }),
    chosen: choicesIn(values),
  };
}

function oneOf<Word extends string>(option: string, words: readonly Word[], given: string): Word {
  const found = words.find((word) => word === given);
  if (!found) throw new StartError(`${option} must be one of ${words.join(", ")}.`);
  return found;
}

function layoutIn({ sheet, "header-row": header, delimiter }: Values): FileLayout {
  return {
    ...(sheet !== undefined && { sheet }),
    ...(header !== undefined && headerIn(header)),
    ...(delimiter !== undefined && { delimiter: delimiterIn(delimiter) }),
  };
}

function headerIn(given: string): FileLayout {
  const [, first, last] = /^([1-9]\d{0,2})(?:-([1-9]\d{0,2}))?$/.exec(given.trim()) ?? [];
  const headerRow = Number(first);
  const headerRows = last === undefined ? undefined : Number(last) - headerRow + 1;
  if (first === undefined || (headerRows !== undefined && (headerRows < 1 || headerRows > MOST_HEADER_ROWS)))
    throw new StartError("--header-row must be a row such as 4, or two or three rows such as 4-5.");
  return { headerRow, ...(headerRows !== undefined && { headerRows }) };
}

function delimiterIn(given: string): Delimiter {
  const found =
    delimiterNames[given] ?? delimiters.find((sign) => sign === given || (sign === "\t" && given === "\\t"));
  if (!found) throw new StartError(`--delimiter must be one of ${Object.keys(delimiterNames).join(", ")}.`);
  return found;
}

function choicesIn(values: Values): ImportChoices {
  const { time, end, id, weight, zone, decimal, reversed, as } = values;
  if (zone !== undefined && !isTimeZone(zone))
    throw new StartError("--zone must be the name of a time zone such as Europe/Berlin or UTC.");
  return {
    ...(time !== undefined && { time }),
    ...(end !== undefined && { end }),
    ...(id !== undefined && { id }),
    ...(weight !== undefined && { weights: weight }),
    ...(zone !== undefined && { timeZone: zone }),
    ...(decimal !== undefined && { decimal: oneOf("--decimal", ["point", "comma"], decimal) === "comma" ? "," : "." }),
    ...(reversed !== undefined && { endBeforeStart: oneOf("--reversed", ["keep", "refuse"] as const, reversed) }),
    ...(as !== undefined && { columns: as.map(columnAs) }),
    ...(values["no-answers-count"] && { countsNoAnswers: true }),
    ...(values["all-rows"] && { keepsAllRows: true }),
  };
}

/** `Q5=multiple`; a column's name may have the sign as well. */
function columnAs(given: string): { column: string; as: TakenFor } {
  const at = given.lastIndexOf("=");
  if (at < 1) throw new StartError(`--as must name a column and a kind, such as Q5=multiple.`);
  return { column: given.slice(0, at), as: oneOf("The kind of --as", takenFor, given.slice(at + 1)) };
}
