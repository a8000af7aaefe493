import "server-only";
import * as z from "zod";
import { auditTable } from "@/lib/audit/audit-table";
import { listAudit, markAudit } from "@/lib/audit/list-audit";
import { chunked } from "@/lib/chunked";
import * as demand from "@/lib/contracts/interfaces/demand";
import type { Question } from "@/lib/contracts/interfaces/demand-replies";
import * as fielding from "@/lib/contracts/interfaces/fielding";
import type { QueryOf } from "@/lib/contracts/operation";
import * as audit from "@/lib/contracts/ours/audit";
import type { ExportTableName } from "@/lib/contracts/ours/exports";
import * as review from "@/lib/contracts/ours/respondents";
import type { Permission } from "@/lib/contracts/rules/permissions";
import { sessionTable } from "@/lib/field-sessions/session-table";
import { REMOVED_QUOTA, type SessionNames } from "@/lib/field-sessions/words";
import type { SignedInContext } from "@/lib/gateway/call";
import { everyUser, listProjects, listQualifications, projectsById, responsesById } from "@/lib/gateway/demand-reads";
import { callFielding, sessionIdsInOrder, sessionsById } from "@/lib/gateway/fielding";
import { readAccounts } from "@/lib/gateway/own-account";
import { requireSurvey, surveysById } from "@/lib/gateway/surveys-by-id";
import { projectIdsInOrder, responseIdsInOrder, surveyIdsInOrder } from "@/lib/gateway/whole-lists";
import { readEverything } from "@/lib/http/every-page";
import { parse } from "@/lib/http/read-request";
import { projectTable } from "@/lib/projects/project-table";
import { respondentIdsInOrder, respondentRows } from "@/lib/respondents/export-respondents";
import { respondentTable } from "@/lib/respondents/respondent-table";
import { responseTable, withReasons } from "@/lib/responses/response-table";
import { listReasons } from "@/lib/responses/survey-responses";
import { supplierNames } from "@/lib/suppliers/supplier-names";
import { LISTED_FIELDS } from "@/lib/surveys/listed-survey";
import { describeOptions, questionsById } from "@/lib/surveys/qualification-text";
import { surveyTable } from "@/lib/surveys/survey-table";
import type { TableColumn } from "@/lib/tables/column";
import { countryOf, describeChangesOf, type EntryNames, hasQuotas } from "./describe-changes";

/** Rows of one chunk: as many as a page of the audit holds. */
const CHUNK = 200;

type Query = Readonly<Record<string, string>>;
/** Which rows: by their ids, or for the audit from an entry down to another, which is left out. */
export const chunkSchema = z.union([z.object({ ids: z.array(z.string()) }), z.object({ from: z.int(), to: z.int() })]);
export type Chunk = z.output<typeof chunkSchema>;

/** What is exported: everything but how the file is written. */
type Source<Row> = {
  permission: Permission;
  /** What a query may have. */
  keys: readonly string[];
  /** Refuses a query that the list's own operation refuses; gives how many rows there are, and where they lie. */
  plan: (context: SignedInContext, query: Query) => Promise<{ total: number; chunks: Chunk[] }>;
  rows: (context: SignedInContext, query: Query, chunk: Chunk) => Promise<Row[]>;
  /** With the names that stand for ids in these rows. */
  columns: (context: SignedInContext, rows: readonly Row[], query: Query) => Promise<TableColumn<Row>[]>;
};

/** Rows and the columns that write them, of whatever list. */
type Read = <Result>(use: <Row>(columns: TableColumn<Row>[], rows: Row[]) => Result) => Result;

/** A list to export, its rows' type kept to itself. */
export type ExportSource = Pick<Source<never>, "permission" | "keys" | "plan"> & {
  /** The columns without rows: their ids and headers. */
  head: (context: SignedInContext, query: Query) => Promise<Read>;
  read: (context: SignedInContext, query: Query, chunk: Chunk) => Promise<Read>;
};

function source<Row>({ permission, keys, plan, rows, columns }: Source<Row>): ExportSource {
  const reading = async (context: SignedInContext, query: Query, found: Row[]): Promise<Read> => {
    const table = await columns(context, found, query);
    return (use) => use(table, found);
  };
  return {
    permission,
    keys,
    plan,
    head: (context, query) => reading(context, query, []),
    read: async (context, query, chunk) => reading(context, query, await rows(context, query, chunk)),
  };
}

const byIds = (ids: string[]) => ({ total: ids.length, chunks: chunked(ids, CHUNK).map((some) => ({ ids: some })) });

const idsOf = (chunk: Chunk) => ("ids" in chunk ? chunk.ids : []);

const surveys = source({
  permission: demand.listSurveys.permission ?? "surveys:read",
  keys: Object.keys(demand.listSurveys.query.shape),
  plan: async (context, query) => byIds(await surveyIdsInOrder(context, parse(demand.listSurveys.query, query))),
  rows: (context, _, chunk) => surveysById(context, idsOf(chunk), { fields: LISTED_FIELDS }),
  columns: async (context, rows) => surveyTable(await projectNames(context, rows)),
});

async function projectNames(context: SignedInContext, rows: readonly { project_id?: string | null }[]) {
  const ids = [...new Set(rows.flatMap(({ project_id }) => project_id ?? []))];
  const found = await projectsById(context, ids);
  return new Map(found.map(({ id, project_name }) => [id, project_name || id]));
}

const projects = source({
  permission: demand.listProjects.permission ?? "surveys:read",
  keys: Object.keys(demand.listProjects.query.shape),
  plan: async (context, query) => byIds(await projectIdsInOrder(context, parse(demand.listProjects.query, query))),
  rows: (context, _, chunk) => projectsById(context, idsOf(chunk), { sums: true }),
  columns: async (context) => {
    const [users, accounts] = await Promise.all([peopleNames(context), accountNames(context)]);
    return projectTable({ managers: users, accounts: accounts.size > 1 ? accounts : null });
  },
});

const responses = source({
  permission: demand.listResponses.permission ?? "surveys:read",
  // Both names of the survey, as the operation reads them.
  keys: ["id", ...Object.keys(demand.listResponses.query.out.shape)],
  plan: async (context, query) => byIds(await responseIdsInOrder(context, parse(demand.listResponses.query, query))),
  rows: async (context, query, chunk) => {
    const { survey_id } = parse(demand.listResponses.query, query);
    const rduds = idsOf(chunk);
    const [found, reasons] = await Promise.all([
      responsesById(context, survey_id, rduds),
      listReasons(context, { survey_id, rduds }),
    ]);
    return withReasons(found, reasons);
  },
  columns: async (context, _, query) => {
    const { survey } = await requireSurvey(context, parse(demand.listResponses.query, query).survey_id);
    const named = (survey.respondent_attributes ?? []).flatMap(({ quota_id, quota_name }) =>
      quota_id ? [[quota_id, quota_name ?? quota_id] as const] : [],
    );
    return responseTable(new Map(named));
  },
});

const fieldSessions = source({
  permission: fielding.listSessions.permission ?? "surveys:read",
  keys: Object.keys(fielding.listSessions.query.shape),
  plan: async (context, query) => byIds(await sessionIdsInOrder(context, parse(fielding.listSessions.query, query))),
  rows: (context, query, chunk) =>
    sessionsById(context, parse(fielding.listSessions.query, query).survey_id, idsOf(chunk)),
  columns: async (context, _, query) =>
    sessionTable(await sessionNames(context, parse(fielding.listSessions.query, query).survey_id)),
});

const respondents = source({
  permission: review.listRespondents.permission ?? "quality:review",
  keys: Object.keys(review.listRespondents.query.shape),
  plan: async (context, query) =>
    byIds(await respondentIdsInOrder(context, parse(review.listRespondents.query, query))),
  rows: (context, query, chunk) =>
    respondentRows(context, parse(review.listRespondents.query, query).survey_id, idsOf(chunk)),
  columns: async () => respondentTable,
});

/** Names for what a survey's sessions hold ids of. */
async function sessionNames(context: SignedInContext, surveyId: string): Promise<SessionNames> {
  const [{ survey }, { suppliers }] = await Promise.all([
    requireSurvey(context, surveyId),
    callFielding(context, fielding.listSuppliers),
  ]);
  const questions = questionsById(await questionsOf(context, survey.country_code ?? ""));
  const quotas = new Map(survey.respondent_attributes?.map(({ quota_id, quota_name }) => [quota_id, quota_name]));
  return {
    question: (id) => questions.get(id)?.name ?? `Question ${id}`,
    options: (id, optionIds) => describeOptions(optionIds, questions.get(id), Number.POSITIVE_INFINITY),
    quota: (id) => quotas.get(id) ?? REMOVED_QUOTA,
    supplier: supplierNames(suppliers),
  };
}

const named = (items: readonly { id: string; name: string }[]) => new Map(items.map(({ id, name }) => [id, name]));
const peopleNames = async (context: SignedInContext) => named(await everyUser(context));
const accountNames = async (context: SignedInContext) => named(await readAccounts(context));

const auditEntries = source({
  permission: audit.listAudit.permission ?? "audit:read",
  keys: Object.keys(audit.listAudit.query.shape),
  plan: async (context, query) => {
    const { total, marks } = await markAudit(context, auditQuery(query), CHUNK);
    const chunks = marks.map((from, at) => ({ from, to: marks[at + 1] ?? 0 }));
    return { total, chunks };
  },
  rows: async (context, query, chunk) => ("from" in chunk ? entriesBetween(context, query, chunk) : []),
  columns: async (context, rows) => {
    const { namesOf, projects } = await entryNames(context, rows);
    return auditTable((entry) => entryText(entry, namesOf), projects);
  },
});

function auditQuery(query: Query): Omit<QueryOf<typeof audit.listAudit>, "before" | "after" | "limit"> {
  const { before: _before, after: _after, limit: _limit, ...filter } = parse(audit.listAudit.query, query);
  return filter;
}

/** Entries are only ever added, after the newest: those between two of them stay. */
async function entriesBetween(
  context: SignedInContext,
  query: Query,
  { from, to }: { from: number; to: number },
): Promise<audit.AuditEntry[]> {
  const found: audit.AuditEntry[] = [];
  for (let before: number | null = from + 1; before !== null; ) {
    const page: audit.AuditPage = await listAudit(context, { ...auditQuery(query), before, limit: CHUNK });
    found.push(...page.entries.filter(({ id }) => id > to));
    before = page.older !== null && page.older > to ? page.older : null;
  }
  return found;
}

/** The changes of an entry as its line on the screen has them, and the reason where it was not done. */
function entryText(entry: audit.AuditEntry, namesOf: (entry: audit.AuditEntry) => EntryNames): string {
  const changes = entry.before ? describeChangesOf(entry, namesOf(entry)) : [];
  const lines = changes.map(({ label, before, after }) =>
    before === null ? `${label}: ${after ?? "nothing"}` : `${label}: ${before} → ${after ?? "nothing"}`,
  );
  return [...lines, ...(entry.detail ? [entry.detail] : [])].join("\n");
}

/** Names for what these entries hold ids of. */
async function entryNames(context: SignedInContext, entries: readonly audit.AuditEntry[]) {
  if (entries.length === 0) return { namesOf: () => NO_NAMES, projects: NO_NAMES.projects };
  const [projectsNamed, people, accounts] = await Promise.all([
    readEverything((paging) => listProjects(context, paging)),
    peopleNames(context),
    accountNames(context),
  ]);
  const countries = [...new Set(entries.filter(hasQuotas).map(countryOf))];
  const questions = new Map(
    await Promise.all(
      countries.map(async (country) => [country, questionsById(await questionsOf(context, country))] as const),
    ),
  );
  const common = {
    projects: new Map(projectsNamed.map(({ id, project_name }) => [id, project_name || id])),
    people,
    accounts,
  };
  const namesOf = (entry: audit.AuditEntry): EntryNames => ({
    ...common,
    questions: questions.get(countryOf(entry)) ?? new Map(),
  });
  return { namesOf, projects: common.projects };
}

const NO_NAMES: EntryNames = { projects: new Map(), people: new Map(), accounts: new Map(), questions: new Map() };

function questionsOf(context: SignedInContext, country: string): Promise<Question[]> {
  const asked = country ? { country_code: country } : {};
  return readEverything((paging) => listQualifications(context, { ...asked, ...paging }));
}

export const exportSources: Readonly<Record<ExportTableName, ExportSource>> = {
  surveys,
  projects,
  responses,
  "field-sessions": fieldSessions,
  respondents,
  audit: auditEntries,
};
