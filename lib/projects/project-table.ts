import type { Project } from "@/lib/contracts/interfaces/demand-replies";
import type { TableColumn } from "@/lib/tables/column";
import { UNKNOWN } from "@/lib/tables/format";

const VALUES = ["csv-full", "xlsx"] as const;
const FULL = ["csv-full"] as const;

type Names = {
  managers: ReadonlyMap<string, string>;
  /** Null: there is one account, which the list does not name. */
  accounts: ReadonlyMap<string, string> | null;
};

const nameIn = (names: ReadonlyMap<string, string>, id: string | null) => (id === null ? null : (names.get(id) ?? id));

/** The projects list as data; its screen's cells hold one or several of these. */
export const projectTable = ({ managers, accounts }: Names): TableColumn<Project>[] => [
  { id: "name", header: "Project", kind: "text", value: ({ project_name, id }) => project_name || id },
  { id: "project_id", of: "name", forms: FULL, header: "Project id", kind: "text", value: ({ id }) => id },
  { id: "number", of: "name", header: "Project number", kind: "text", value: (project) => project.project_number },
  {
    id: "manager",
    header: "Manager",
    kind: "text",
    value: ({ project_manager_id }) => nameIn(managers, project_manager_id),
    text: ({ project_manager_id }) => nameIn(managers, project_manager_id) ?? UNKNOWN,
  },
  {
    id: "manager_id",
    of: "manager",
    forms: FULL,
    header: "Manager id",
    kind: "text",
    value: (project) => project.project_manager_id,
  },
  ...(accounts ? accountColumns(accounts) : []),
  { id: "surveys", header: "Surveys", kind: "count", value: ({ survey_sums }) => survey_sums?.surveys },
  { id: "live", header: "Live", kind: "count", value: ({ survey_sums }) => survey_sums?.live },
  {
    id: "completes",
    forms: ["csv"],
    header: "Completes",
    kind: "text",
    value: ({ survey_sums }) => survey_sums?.survey_completes,
    text: ({ survey_sums: sums }, { count }) => `${count(sums?.survey_completes)} / ${count(sums?.respondents)}`,
  },
  {
    id: "survey_completes",
    of: "completes",
    forms: VALUES,
    header: "Completes",
    kind: "count",
    value: ({ survey_sums }) => survey_sums?.survey_completes,
  },
  {
    id: "respondents",
    of: "completes",
    forms: VALUES,
    header: "Target",
    kind: "count",
    value: ({ survey_sums }) => survey_sums?.respondents,
  },
  { id: "spend", header: "Spend", kind: "usd", value: ({ survey_sums }) => survey_sums?.total_cost },
  {
    id: "next_out_of_field",
    header: "Next out of field",
    kind: "instant",
    value: ({ survey_sums }) => survey_sums?.next_out_of_field,
  },
];

const accountColumns = (names: ReadonlyMap<string, string>): TableColumn<Project>[] => [
  {
    id: "account",
    header: "Account",
    kind: "text",
    value: ({ account_id }) => nameIn(names, account_id),
    text: ({ account_id }) => nameIn(names, account_id) ?? UNKNOWN,
  },
  { id: "account_id", of: "account", forms: FULL, header: "Account id", kind: "text", value: (row) => row.account_id },
];
