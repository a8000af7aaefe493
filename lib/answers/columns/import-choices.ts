import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import type { DecimalSign } from "@/lib/contracts/rules/answer-cells";
import { type KnownAll, type TakenFor, takeFor } from "./change-plan";
import { withAllRows } from "./change-tool-parts";
import { type ChosenRoles, withRoles } from "./chosen-roles";
import { withoutMarks } from "./mark-no-answers";

/** What a person chose for a file before it was read; absent: as detected. */
export type ImportChoices = ChosenRoles & {
  end?: string;
  timeZone?: string;
  decimal?: DecimalSign;
  endBeforeStart?: ImportPlan["endBeforeStart"];
  /** Columns that are read as something else. */
  columns?: readonly { column: string; as: TakenFor }[];
  /** Options such as "Don't know" count as answers. */
  countsNoAnswers?: boolean;
  /** Previews, tests and unfinished responses are imported too. */
  keepsAllRows?: boolean;
};

/** The plan with what was chosen in it. */
export function withChoices(plan: ImportPlan, choices: ImportChoices, known: KnownAll): ImportPlan {
  const {
    end,
    timeZone,
    decimal,
    endBeforeStart,
    columns = [],
    countsNoAnswers = false,
    keepsAllRows = false,
  } = choices;
  const knownOf = (column: string) => ({ columns: known.columns, values: known.valuesOf(column) });
  const roles = withRoles(plan, choices, known.columns);
  const ended = end === undefined ? roles : takeFor(roles, end, "end", knownOf(end));
  const read = columns.reduce((left, { column, as }) => takeFor(left, column, as, knownOf(column)), ended);
  const set = {
    ...read,
    ...(timeZone !== undefined && { timeZone }),
    ...(decimal !== undefined && { decimal }),
    ...(endBeforeStart !== undefined && { endBeforeStart }),
  };
  const counted = countsNoAnswers ? withoutMarks(set) : set;
  return keepsAllRows ? withAllRows(counted) : counted;
}
