import type { MissingAdded } from "./add-missing";
import type { TakenFor } from "./change-plan";
import type { StayReason, TakenColumns } from "./take-columns";

type Count = { count: (value: number) => string };

const MOST_NAMED = 3;

function named(columns: readonly string[], { count }: Count): string {
  const names = columns.slice(0, MOST_NAMED).map((name) => `“${name}”`);
  const more = columns.length - names.length;
  return `${names.join(", ")}${more > 0 ? ` and ${count(more)} more` : ""}`;
}

const columnsText = (n: number, { count }: Count) => `${count(n)} ${n === 1 ? "column" : "columns"}`;

const becomes: Record<TakenFor, string> = {
  numeric: "taken as numbers",
  scale: "taken as scales",
  single: "taken as one choice",
  multiple: "read as multiple choice",
  open: "taken as texts",
  date: "taken as dates",
  time: "taken as the time of the response",
  end: "taken as the end of the response",
  weight: "taken as weights",
  id: "taken as the id of the response",
  ignored: "left out",
};

const reasons: Record<StayReason, (own: "its" | "their") => string> = {
  numbers: (own) => `${own} values are no numbers`,
  weights: (own) => `${own} values are no numbers of 0 or more`,
  identifiers: (own) => `${own} values are identifiers, of which a number would lose zeros or digits`,
  dates: (own) => `${own} values are no dates`,
  lists: (own) => `no cell of ${own === "its" ? "it" : "them"} holds several; “Group” makes one question of columns`,
  role: () => "an id, a time or a weight changes only when ticked without others",
};

/** What became of columns that were to be taken for something else together, a sentence each. */
export function takenInWords(outcome: TakenColumns, format: Count): string[] {
  const { taken, along, from, partly, replaced } = outcome;
  return [
    `${[mainPart(outcome, format), ...stayParts(outcome, format)].join("; ")}.`,
    ...(along > 0
      ? [
          `${format.count(along)} more went along: ${along === 1 ? "a row" : "rows"} of the same ${taken === 1 ? "grid" : "grids"}.`,
        ]
      : []),
    ...(from.length > 0
      ? [`Columns left the ${from.length === 1 ? "question" : "questions"} ${named(from, format)}.`]
      : []),
    ...(partly.length > 0 ? [`Some values of ${named(partly, format)} are none: look at what is read there.`] : []),
    ...(replaced === null ? [] : [`“${replaced}”, which was it before, is left out.`]),
  ];
}

function mainPart({ as, ticked, taken, already }: TakenColumns, format: Count): string {
  const of = taken < ticked && taken > 0 ? `${format.count(taken)} of ` : "";
  const what = taken === 0 ? "No column is" : `${of}${columnsText(ticked, format)}`;
  const before = already === 0 ? "" : `; ${format.count(already)} ${already === 1 ? "was" : "were"} already`;
  return `${what} ${becomes[as]}${before}`;
}

const stayParts = ({ stay }: TakenColumns, format: Count): string[] =>
  stay.map(({ reason, columns }) => {
    const isOne = columns.length === 1;
    const why = reasons[reason](isOne ? "its" : "their");
    return `${format.count(columns.length)} ${isOne ? "stays" : "stay"} (${named(columns, format)}): ${why}`;
  });

/** What became of columns that were to get missing codes together. */
export function missingInWords({ ticked, added, already, none }: MissingAdded, format: Count): string {
  const of = added < ticked && added > 0 ? `${format.count(added)} of ` : "";
  const parts = [
    added === 0 ? "Codes added to no column" : `Codes added to ${of}${columnsText(ticked, format)}`,
    ...(already > 0 ? [`${format.count(already)} had them already`] : []),
    ...(none.length > 0
      ? [`${format.count(none.length)} ${none.length === 1 ? "is" : "are"} no question (${named(none, format)})`]
      : []),
  ];
  return `${parts.join("; ")}.`;
}
