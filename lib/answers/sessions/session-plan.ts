import type { AnswerOption, ImportPlan, PlannedQuestion } from "@/lib/contracts/interfaces/answers";

/**
 * Sessions of a project as a file of answers and the plan that reads it. Ids begin with “session_”, so that no question
 * of a client's file is taken for one of them.
 */

export type SessionToImport = {
  rdud: string;
  surveyId: string;
  supplier: string | null;
  status: string;
  /** Rejected ones do not count as completes. */
  counted: boolean;
  /** US dollars. */
  buyerCpi: number;
  qualificationAttributes: readonly { question_id: number; option_ids: readonly number[] }[];
  quotaIds: readonly string[];
  startedAt: Date;
  endedAt: Date | null;
};

/** A question that respondents are asked before a survey. */
export type AskedQuestion = {
  id: number;
  name: string;
  text: string;
  type: string;
  options: readonly { id: number; text: string }[];
};

type Named = { id: string; name: string };

export type SessionNames = {
  surveys: readonly Named[];
  quotas: readonly Named[];
  /** By their codes. */
  suppliers: readonly Named[];
  questionById: (id: number) => AskedQuestion | undefined;
};

export const columns = {
  id: "session_id",
  entered: "session_entered",
  ended: "session_ended",
  survey: "session_survey",
  supplier: "session_supplier",
  status: "session_status",
  quotas: "session_quotas",
  length: "session_length",
  cost: "session_cost",
} as const;

/** The id of the question, and the name of the column, of what respondents are asked: “session_household_income”. */
const columnOfQuestion = ({ name }: AskedQuestion) => `session_${name.toLowerCase().replaceAll(/\W+/g, "_")}`;

const statuses = {
  complete: "Complete",
  accepted: "Accepted by reconciliation",
  rejected: "Rejected by reconciliation",
} as const;

function statusOf({ counted, status }: SessionToImport): keyof typeof statuses {
  if (!counted) return "rejected";
  return status === "complete" ? "complete" : "accepted";
}

const MINUTE_MS = 60_000;
const hundredths = (value: number) => Math.round(value * 100) / 100;

/** A question, and which of its options were chosen. */
type Asked = { about: AskedQuestion; seen: Set<number> };

type Cell = string | number | readonly string[] | null;

/** Gathers what a plan needs to know of the sessions while they are written. */
export function sessionFile(names: SessionNames) {
  const used = { survey: new Set<string>(), supplier: new Set<string>(), status: new Set<string>() };
  const quotas = new Set<string>();
  const asked = new Map<number, Asked>();
  return {
    /** A line of the file: cells by column. Every line names every fixed column, so that the file has them all. */
    lineOf(session: SessionToImport): Record<string, Cell> {
      const { rdud, surveyId, supplier, quotaIds, startedAt, endedAt, buyerCpi, counted } = session;
      const status = statusOf(session);
      used.survey.add(surveyId);
      used.status.add(status);
      if (supplier !== null) used.supplier.add(supplier);
      for (const id of quotaIds) quotas.add(id);
      return {
        [columns.id]: rdud,
        [columns.entered]: startedAt.toISOString(),
        [columns.ended]: endedAt?.toISOString() ?? null,
        [columns.survey]: surveyId,
        [columns.supplier]: supplier,
        [columns.status]: status,
        [columns.quotas]: quotaIds.length > 0 ? quotaIds : null,
        [columns.length]: endedAt ? hundredths((endedAt.getTime() - startedAt.getTime()) / MINUTE_MS) : null,
        [columns.cost]: counted ? buyerCpi : 0,
        ...answersOf(session),
      };
    },
    plan(): ImportPlan {
      return {
        ...{ timeZone: "UTC", decimal: ".", endBeforeStart: "keep", weights: [], ignored: [], notes: [] },
        id: columns.id,
        time: { column: columns.entered, order: "ymd" },
        end: { column: columns.ended, order: "ymd" },
        questions: [
          single("survey", "Survey", namedOptions(names.surveys, used.survey, "Removed survey")),
          single("supplier", "Supplier", namedOptions(names.suppliers, used.supplier, null)),
          single("status", "Outcome of the session", namedOptions(statusNames, used.status, null)),
          {
            ...{ kind: "multiple", ...question(columns.quotas, "Quotas") },
            source: { form: "list", column: columns.quotas, separator: null },
            options: namedOptions(names.quotas, quotas, "Removed quota"),
          },
          { kind: "numeric", column: columns.length, ...question(columns.length, "Length of interview in minutes") },
          { kind: "numeric", column: columns.cost, ...question(columns.cost, "Cost in US dollars") },
          ...[...asked.values()].sort((one, other) => one.about.id - other.about.id).map(plannedOf),
        ],
      };
    },
  };

  function answersOf({ qualificationAttributes }: SessionToImport): Record<string, Cell> {
    const cells: Record<string, Cell> = {};
    for (const { question_id, option_ids } of qualificationAttributes) {
      const about = names.questionById(question_id);
      if (!about || option_ids.length === 0) continue;
      const { seen } = asked.get(question_id) ?? { seen: new Set() };
      asked.set(question_id, { about, seen });
      for (const id of option_ids) seen.add(id);
      const [only = 0, another] = option_ids;
      // Several answers to a question of one answer: the import reports the cell.
      if (another !== undefined) cells[columnOfQuestion(about)] = option_ids.join(", ");
      else cells[columnOfQuestion(about)] = about.type === "numeric" ? numberOf(about, only) : only;
    }
    return cells;
  }
}

/** Ids of options of a number are its values only by chance: what they say counts. */
const numberOf = ({ options }: AskedQuestion, id: number) => Number(options.find((option) => option.id === id)?.text);

const statusNames: Named[] = Object.entries(statuses).map(([id, name]) => ({ id, name }));

const question = (id: string, text: string) => ({
  ...{ id, text, missing: [], grid: null },
  blank: "not_asked" as const,
});

const single = (of: "survey" | "supplier" | "status", text: string, options: AnswerOption[]): PlannedQuestion => ({
  ...{ kind: "single", column: columns[of], options },
  ...question(columns[of], text),
});

function plannedOf({ about, seen }: Asked): PlannedQuestion {
  const column = columnOfQuestion(about);
  const common = { column, ...question(column, about.text) };
  if (about.type === "numeric") return { kind: "numeric", ...common };
  const chosen = about.options.filter(({ id }) => seen.has(id));
  return { kind: "single", ...common, options: chosen.map(({ id, text }, at) => option(at, text, [id])) };
}

const option = (at: number, label: string, cells: AnswerOption["cells"]): AnswerOption => ({
  ...{ code: at + 1, label, order: at, value: null, cells },
});

/** An option for each name that was used, with all ids that have it; `unnamed`: what is gone is called, null: its id. */
function namedOptions(named: readonly Named[], used: ReadonlySet<string>, unnamed: string | null): AnswerOption[] {
  const known = new Set(named.map(({ id }) => id));
  const gone = [...used].filter((id) => !known.has(id)).map((id) => ({ id, name: unnamed ?? id }));
  const byName = new Map<string, string[]>();
  for (const { id, name } of [...named.filter((each) => used.has(each.id)), ...gone]) {
    const key = name.trim() || id;
    byName.set(key, [...(byName.get(key) ?? []), id]);
  }
  return [...byName].map(([name, ids], at) => option(at, name, ids));
}
