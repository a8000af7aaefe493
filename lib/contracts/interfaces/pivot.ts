import * as z from "zod";
import { isPlaceTimeZone } from "../calendar/time-zone-name";
import * as calls from "../calls/pivot";
import { isObject, readId, readNumber, readText } from "../lenient";
import { noQuery, operation } from "../operation";
import { thingReply } from "../replies";
import { type Aggregation, aggregationLabels, aggregationSubjects, aggregations, baseRules } from "../terms/pivot";
import * as words from "../words";
import { filterField, passedOnFilter } from "./answer-filter";

/** The pivot interface: which questions a cross table can be made of, and (ours) the table itself. */

const countsResponses = (type: Aggregation): boolean => aggregationSubjects[type] === "responses";
const MOST_DIMENSIONS = 8;
const MOST_MEASURES = 50;

const questionId = words.text("A question's id", 250);
/** A project that is not named, or not by a text, is one that cannot be found: 404, not 400. */
const projectId = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === "string" ? value : ""));
const MOST_GROUPS = 5000;
// It may be left out: what is null is not missing, it is no list.
const groups = words
  .list("groups", questionId, {
    most: MOST_GROUPS,
    tooMany: `groups can have at most ${MOST_GROUPS.toLocaleString("en")} questions.`,
    error: () => "groups must be a list.",
  })
  .optional();

const measureOffered = z
  .object({
    aggregationType: z.int().min(1).max(5),
    questionId: z.string().optional(),
    label: z.string(),
  })
  .meta({ id: "OfferedMeasure" });
const specsReply = z
  .object({ dimensions: z.array(z.string()), measures: z.array(measureOffered) })
  .meta({ id: "PivotSpecs" });
export type PivotSpecs = z.output<typeof specsReply>;

const own = {
  authentication: "key",
  query: noQuery,
  rate: { bucket: "pivot", limit: 20, windowMs: 1000 },
} as const;

function readMeasure(item: unknown): PivotSpecs["measures"][number] | null {
  const type = isObject(item) ? readNumber(item.aggregationType) : undefined;
  if (!isObject(item) || type === undefined || !(type in aggregationLabels)) return null;
  const of = readId(item.questionId);
  const label = readText(item.label) ?? aggregationLabels[type as Aggregation];
  return { aggregationType: type, ...(of !== null && { questionId: of }), label };
}

export const fetchSpecs = operation({
  ...own,
  ...calls.fetchSpecs,
  summary: "Which questions a cross table can be made of, and what can be measured in its cells.",
  body: words.object("The body", { projectId, groups }),
  response: { status: 200, schema: specsReply },
  reply: thingReply("specification", (json): PivotSpecs | null => {
    if (!isObject(json) || !Array.isArray(json.dimensions) || !Array.isArray(json.measures)) return null;
    return {
      dimensions: json.dimensions.map(readId).filter((each) => each !== null),
      measures: json.measures.map(readMeasure).filter((each) => each !== null),
    };
  }),
  errors: [400, 404],
});

const aggregationType = z.union(
  Object.values(aggregations).map((each) => z.literal(each)),
  {
    error: `aggregationType must be one of ${Object.values(aggregations).join(", ")}.`,
  },
);

const measure = words
  .object("A measure", { aggregationType, questionId: questionId.optional() })
  .superRefine(({ aggregationType: type, questionId: of }, context) => {
    const label = aggregationLabels[type];
    const problem =
      countsResponses(type) && of !== undefined
        ? `${label} counts responses: leave questionId out.`
        : !countsResponses(type) && of === undefined
          ? `${label} needs a questionId.`
          : null;
    if (problem) context.addIssue({ code: "custom", message: problem, path: ["questionId"] });
  })
  .meta({ id: "Measure" });
export type Measure = z.output<typeof measure>;

const dimensions = (name: string) =>
  words.list(name, questionId, {
    most: MOST_DIMENSIONS,
    tooMany: `${name} can have at most ${MOST_DIMENSIONS} questions.`,
  });

/** Which responses a table is made of, and how it divides them. */
const divided = {
  projectId,
  /** Outermost first. */
  rows: dimensions("rows"),
  columns: dimensions("columns"),
  filter: filterField,
  /** A weight of the project, by its id. */
  weight: words.text("weight", 200).optional(),
  baseRule: z.enum(baseRules, { error: `baseRule must be one of ${baseRules.join(", ")}.` }).default("answered"),
  /** IANA: parts of dates are of that zone's calendar. UTC when missing. */
  timeZone: words
    .text("timeZone", 100)
    .refine(isPlaceTimeZone, { error: "timeZone must be an IANA name such as Europe/Berlin." })
    .optional(),
  /** Also responses excluded for quality. */
  includeExcluded: words.boolean("includeExcluded").optional(),
};

type Sides = { rows: readonly string[]; columns: readonly string[] };

function refuseTwice({ rows, columns }: Sides, context: z.RefinementCtx): void {
  const all = [...rows, ...columns];
  const twice = all.find((each, at) => all.indexOf(each) !== at);
  if (twice === undefined) return;
  const message = `“${twice}” is in the table twice. A question can be in the rows or in the columns, once.`;
  context.addIssue({ code: "custom", message, path: ["rows"] });
}

const dataMembers = {
  ...divided,
  measures: words
    .list("measures", measure, {
      most: MOST_MEASURES,
      tooMany: `measures can have at most ${MOST_MEASURES}.`,
    })
    .min(1, { error: "measures needs at least one." }),
  groups,
};
const dataBody = words.object("The body", dataMembers).superRefine(refuseTwice).meta({ id: "PivotRequest" });
const passedOnDataBody = words.object("The body", { ...dataMembers, filter: passedOnFilter }).superRefine(refuseTwice);
export type PivotRequest = z.output<typeof dataBody>;

const version = z.string();
const count = z.int().min(0);

/** (ours) What figures were computed from. Versions are hashes: equal ones mean that nothing was changed. */
const provenanceSchema = z
  .object({
    /** Of the project's answers, and since when it is the one that is read. */
    revision: z.int(),
    revisedAt: z.iso.datetime().nullable(),
    /** All of the project, before any filter; those excluded for quality are among them. */
    responses: count,
    excluded: count,
    /** Whether those excluded count in the table; figures recorded by earlier releases do not say it. */
    includesExcluded: z.boolean().optional(),
    /** Of who is excluded; figures recorded by earlier releases do not say it. */
    exclusions: version.optional(),
    /** `values`: of the weights that responses have. `madeAt`: by raking; null: a file brought it. */
    weight: z.object({ id: z.string(), values: version, madeAt: z.iso.datetime().nullable() }).nullable(),
    /** Of all the questions below together. */
    definitions: version,
    /** Those that the table and its filter name, and those that these are made of. */
    questions: z.array(
      z.object({
        id: z.string(),
        /** Of its text and its options' labels. */
        labels: version,
        /** Of its kind, options, their order and values, missing codes and derivation. */
        coding: version,
      }),
    ),
  })
  .meta({ id: "Provenance" });
export type Provenance = z.output<typeof provenanceSchema>;

const path = z.array(z.string());
const codes = z.array(z.number());
const figures = z.array(z.array(z.array(z.number().nullable())));

/**
 * A table. A path is a list of labels, outermost first; a subtotal's is shorter, the grand total's empty. All figures
 * have the indexes [row][column][measure].
 */
export const tableSchema = z
  .object({
    rows: z.array(path),
    columns: z.array(path),
    /** (ours) The codes behind the labels: of a date's part its number; -1 no answer, -2 not asked. */
    rowCodes: z.array(codes),
    columnCodes: z.array(codes),
    cells: figures,
    /** Responses behind the number, unweighted. */
    base: figures,
    weightedBase: figures,
    /** Kish: (sum w)² / sum w². */
    effectiveBase: figures,
    /** Of averages the sample's standard deviation (divisor n - 1; weighted sum w * (n - 1) / n), else null. */
    deviation: figures,
    /** Responses left out because their weight is missing or negative. */
    excluded: z.int(),
    provenance: provenanceSchema.optional(),
  })
  .meta({ id: "PivotTable" });
export type PivotTable = z.output<typeof tableSchema>;

const readable = tableSchema.extend({
  rowCodes: z.array(codes).optional(),
  columnCodes: z.array(codes).optional(),
  // A table is a table also without it.
  provenance: provenanceSchema.optional().catch(undefined),
});

export const fetchData = operation({
  ...own,
  ...calls.fetchData,
  summary: "A cross table with its subtotals, totals and bases (ours).",
  takesTime: true,
  body: dataBody,
  response: { status: 200, schema: tableSchema },
  reply: thingReply("table", (json): PivotTable | null => {
    const read = readable.safeParse(json);
    if (!read.success || !hasItsShape(read.data)) return null;
    const { rowCodes = [], columnCodes = [], provenance, ...table } = read.data;
    return { ...table, rowCodes, columnCodes, ...(provenance && { provenance }) };
  }),
  errors: [400, 404],
});

export const passedOnData = operation({ ...fetchData, body: passedOnDataBody });

/** Whether every figure has a row, a column and a measure. */
function hasItsShape({
  rows,
  columns,
  cells,
  base,
  weightedBase,
  effectiveBase,
  deviation,
}: z.output<typeof readable>) {
  const measures = cells[0]?.[0]?.length ?? 0;
  return [cells, base, weightedBase, effectiveBase, deviation].every(
    (each) =>
      each.length === rows.length &&
      each.every((row) => row.length === columns.length && row.every((cell) => cell.length === measures)),
  );
}

/** Answers of one response that a reply has. */
const MOST_SHOWN = 50;

const code = z.int({ error: "A code must be a whole number, as rowCodes and columnCodes of the table have it." });
const codesOf = (name: "rowCodes" | "columnCodes") => words.list(name, code, 100);

const cellMembers = {
  ...divided,
  /** The cell's, as the table has them; shorter ones are totals. */
  rowCodes: codesOf("rowCodes"),
  columnCodes: codesOf("columnCodes"),
  /** Only responses with a number of this question, which its figures are made of. */
  measured: questionId.optional(),
  /** Whose answers are shown. */
  questions: words.list("questions", questionId, {
    most: MOST_SHOWN,
    tooMany: `questions can have at most ${MOST_SHOWN}: the answers that are shown of each response.`,
  }),
  page: words.integer("page", 1, 1_000_000).default(1),
  page_size: words.integer("page_size", 1, 100).default(50),
};

type CellSides = Sides & { rowCodes: readonly number[]; columnCodes: readonly number[] };

function refuseTooManyCodes(body: CellSides, context: z.RefinementCtx): void {
  for (const [side, of] of [
    ["rowCodes", "rows"],
    ["columnCodes", "columns"],
  ] as const) {
    if (body[side].length <= body[of].length) continue;
    context.addIssue({ code: "custom", message: `${side} has more codes than ${of} has questions.`, path: [side] });
  }
}

const cellBody = words
  .object("The body", cellMembers)
  .superRefine(refuseTwice)
  .superRefine(refuseTooManyCodes)
  .meta({ id: "CellRequest" });
const passedOnCellBody = words
  .object("The body", { ...cellMembers, filter: passedOnFilter })
  .superRefine(refuseTwice)
  .superRefine(refuseTooManyCodes);
export type CellRequest = z.input<typeof cellBody>;

const cellReply = z
  .object({
    /** Responses in the cell: its unweighted base. */
    total: z.int(),
    /** In the order of their times, those without one last. */
    responses: z.array(
      z.object({
        id: z.string(),
        /** ISO, UTC. */
        time: z.string().nullable(),
        excluded: z.boolean(),
        weight: z.number().nullable(),
        /** As `questions` asked: labels of options, a number or a text; null: no answer. */
        answers: z.array(z.union([z.string(), z.number(), z.array(z.string())]).nullable()),
      }),
    ),
  })
  .meta({ id: "CellResponses" });
export type CellResponses = z.output<typeof cellReply>;

export const fetchResponses = operation({
  ...own,
  ...calls.fetchResponses,
  summary: "The responses behind a cell of a cross table, with their answers (ours).",
  takesTime: true,
  body: cellBody,
  response: { status: 200, schema: cellReply },
  reply: thingReply("cell's responses", (json): CellResponses | null => cellReply.safeParse(json).data ?? null),
  errors: [400, 404],
});

export const passedOnResponses = operation({ ...fetchResponses, body: passedOnCellBody });

export const pivotOperations = [fetchSpecs, fetchData, fetchResponses] as const;
