import { isListSelector, selectorNames } from "@/lib/contracts/interfaces/duplicate-selectors";
import type { ActivationChange } from "@/lib/contracts/ours/duplicates";
import type { TableColumn } from "@/lib/tables/column";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { actionWords, nameOfRoute, nameOfState, selectorsInWords } from "./words";

const SHOWN = ["csv", "xlsx"] as const;
const FULL = ["csv-full"] as const;

/** A selector that may name several values is always a list, and any other one value. */
const writtenValues = (selectors: ActivationChange["selectors"]) =>
  Object.fromEntries(
    selectorNames.flatMap((name) => {
      const values = selectors[name]?.values;
      return values ? [[name, isListSelector(name) ? values : values[0]]] : [];
    }),
  );

/** The history as data; a file of full values is made of changes with all their values. */
export const historyTable: TableColumn<ActivationChange>[] = [
  { id: "at", header: "When", kind: "instant", value: ({ at }) => at },
  { id: "id", forms: FULL, header: "Id", kind: "text", value: ({ id }) => id },
  { id: "who", header: "Who", kind: "text", value: ({ who }) => who },
  {
    id: "origin",
    header: "From",
    kind: "text",
    value: ({ origin }) => (origin === "job" ? "page" : "another client"),
  },
  { id: "action", header: "Action", kind: "text", value: ({ type }) => actionWords[type].past },
  {
    id: "route",
    header: "Route",
    kind: "text",
    value: ({ route }) => route,
    text: ({ route }) => nameOfRoute(route),
  },
  {
    id: "named",
    forms: SHOWN,
    header: "What it named",
    kind: "text",
    value: (change) => selectorsInWords(change, formatFor(usualSettings)).join("; "),
    text: (change, format) => selectorsInWords(change, format).join("; "),
  },
  {
    id: "selectors",
    forms: FULL,
    header: "Selectors",
    kind: "text",
    value: ({ selectors }) => JSON.stringify(writtenValues(selectors)),
  },
  { id: "surveys", header: "Surveys", kind: "count", value: ({ surveys }) => surveys },
  { id: "records", header: "Records", kind: "count", value: ({ records }) => records },
  { id: "state", header: "State", kind: "text", value: ({ state }) => nameOfState(state) },
  { id: "reverses", header: "Reverses", kind: "text", value: ({ reverses }) => reverses },
  { id: "reversed_by", header: "Reversed by", kind: "text", value: ({ reversed_by }) => reversed_by },
];
