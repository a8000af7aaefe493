import * as z from "zod";
import { isTimeZone } from "../calendar/time-zone-name";
import { LARGEST_NUMBER } from "../rules/answer-cells";
import { MOST_ID } from "../rules/question-ids";
import { dateOrders, delimiters, MOST_HEADER_ROWS, missingKinds, questionKinds } from "../terms/answers";
import * as words from "../words";

/**
 * Answers and how a file of them is read. A plan says what each column of a file means; it is guessed, corrected by a
 * person, kept with the import and applied to every row. Everything in it is plain JSON.
 */

const missingKind = z.enum(missingKinds, { error: "A missing answer is not_asked or no_answer." });

/** A cell as options and missing codes name it. Numbers match by value ("1", "01" and 1 are one), texts without outer blanks. */
const cellValue = z.union([z.string(), z.number()], { error: "A cell's value is a text or a number." });

/** The store keeps codes in 16 bits without a sign. */
const MOST_CODE = 65_535;
/** Of anything that a question has by code. */
export const MOST_CODES = MOST_CODE + 1;
/** What fits beside an answer in 32 bits (`lib/stores/clickhouse/answer-table.ts`). */
export const MOST_RESTORABLE = 30;
/** More than any file of answers has. */
export const MOST_COLUMNS = 10_000;
export const optionCode = z
  .int({ error: "An option's code is a whole number." })
  .min(0, { error: "An option's code is 0 or more." })
  .max(MOST_CODE, { error: `An option's code is at most ${MOST_CODE}.` });

/** A code that is right as it stands: lists of them are long. */
export const readCode = (code: unknown) =>
  typeof code === "number" && Number.isInteger(code) && code >= 0 && code <= MOST_CODE ? code : undefined;

const answerOptionSchema = z.object({
  code: optionCode,
  label: z.string({ error: "An option's label is a text." }),
  /** Its place among the options, from 0. */
  order: z.int({ error: "An option's order is a whole number." }).min(0),
  /** What a mean counts it as; null leaves it out of means. */
  value: z.number({ error: "An option's value is a number or null." }).nullable(),
  /** The cells of the file that mean this option. */
  cells: words.list("Cells", cellValue, MOST_CODES),
});
export type AnswerOption = z.infer<typeof answerOptionSchema>;

/**
 * The store has these answers as they were given: they are left out when figures are read, and the mark can be removed.
 * A plan proposes it, or a person sets it later. Codes without a mark are read with: what stood there is gone.
 */
const marked = z.literal(true).optional();

/** One value, or every number of a range with both ends in it; an end that is null is open. */
export const missingCodeSchema = z.union(
  [
    z.object({ cell: cellValue, kind: missingKind, label: z.string().optional(), marked }),
    z.object({ low: z.number().nullable(), high: z.number().nullable(), kind: missingKind, marked }),
  ],
  { error: "A missing code has a cell, or low and high, and a kind." },
);
export type MissingCode = z.infer<typeof missingCodeSchema>;

const columnName = z.string({ error: "A column is named by a text." });

const dateOrder = z.enum(dateOrders, { error: `The order of a date is one of ${dateOrders.join(", ")}.` });

const options = words.list("Options", answerOptionSchema, MOST_CODES);
const common = {
  id: z
    .string()
    .min(1, { error: "A question needs an id." })
    .max(MOST_ID, { error: `A question's id has at most ${MOST_ID} characters.` }),
  text: z.string(),
  missing: words.list("Missing codes", missingCodeSchema, MOST_CODES),
  /** What a blank cell means. */
  blank: missingKind,
  /** The grid it is a row of: questions with one id stand together under its text. */
  grid: z.object({ id: z.string(), text: z.string() }).nullable(),
};

/** Where the chosen options of a multiple question stand. */
const multipleSourceSchema = z.discriminatedUnion("form", [
  /** A column an option; it is chosen where the cell is one of `chosen`, or, when that is null, where it is not blank. */
  z.object({
    form: z.literal("flags"),
    columns: words.list("Columns", z.object({ column: columnName, code: optionCode }), MOST_COLUMNS).min(1),
    chosen: words.list("Chosen cells", cellValue, MOST_CODES).nullable(),
    /** A row that is blank in all columns was asked and chose none. Absent: `blank` of the question says what it means. */
    blankIsNone: z.literal(true).optional(),
  }),
  /** Columns that each hold one of the chosen options. */
  z.object({ form: z.literal("choices"), columns: words.list("Columns", columnName, MOST_COLUMNS).min(1) }),
  /** One column that holds all, between separators; a cell that is a list needs none. */
  z.object({ form: z.literal("list"), column: columnName, separator: z.string().nullable() }),
]);

const TIME_ZONE = "The time zone must be an IANA name such as Europe/Berlin or UTC.";

const plannedQuestionSchema = z.discriminatedUnion(
  "kind",
  [
    z.object({ kind: z.literal("numeric"), column: columnName, ...common }),
    z.object({ kind: z.literal("scale"), column: columnName, options, ...common }),
    z.object({ kind: z.literal("single"), column: columnName, options, ...common }),
    z.object({ kind: z.literal("multiple"), source: multipleSourceSchema, options, ...common }),
    z.object({ kind: z.literal("open"), column: columnName, ...common }),
    z.object({ kind: z.literal("date"), column: columnName, order: dateOrder, ...common }),
  ],
  { error: `A question of the plan is an object whose kind is one of ${questionKinds.join(", ")}.` },
);
export type PlannedQuestion = z.infer<typeof plannedQuestionSchema>;

const timeColumn = z.object(
  {
    column: columnName,
    order: dateOrder,
    /** Cells that say that there is no time. */
    missing: words.list("Missing codes of a time", cellValue, MOST_CODES).optional(),
    /** What becomes of a row whose cell is no time; absent: it is refused. */
    unreadable: z.enum(["keep", "refuse"], { error: "unreadable is keep or refuse." }).optional(),
  },
  { error: "A time is an object with its column and order, or null." },
);
export type TimeColumn = z.infer<typeof timeColumn>;

/** The longest name of a sheet; spreadsheets allow 31 characters. */
const MOST_SHEET_NAME = 200;
/** A header further down is none. */
const LAST_HEADER_ROW = 1000;

/** Where the table stands in its file, as a person chose it. What is absent is detected. */
export const fileLayoutSchema = words.object("The layout", {
  sheet: words.text("The sheet", MOST_SHEET_NAME).optional(),
  /** The first row of the header, as a spreadsheet counts. */
  headerRow: words.integer("The header row", 1, LAST_HEADER_ROW).optional(),
  headerRows: words.integer("The number of header rows", 1, MOST_HEADER_ROWS).optional(),
  delimiter: z.enum(delimiters, { error: "The delimiter is a comma, semicolon, tab or bar." }).optional(),
});
export type FileLayout = z.infer<typeof fileLayoutSchema>;

/** Rows that a survey tool wrote and that are no responses: previews, tests, and those that nobody finished. */
const rowFilterSchema = z.object({
  reason: z.enum(["preview", "test", "unfinished"], { error: "The reason is preview, test or unfinished." }),
  column: columnName,
  /** The cells by which these rows are known; `isBlank`: by a cell with nothing in it. */
  cells: words.list("Cells", z.string(), MOST_CODES),
  isBlank: z.boolean(),
  /** How many there were when the file was looked at. */
  rows: z.int().min(0),
  /** Whether they are left out. */
  applies: z.boolean({ error: "applies is true or false." }),
});
export type RowFilter = z.infer<typeof rowFilterSchema>;

export const importPlanSchema = words.object("The plan", {
  layout: fileLayoutSchema.optional(),
  /** IANA; the zone of times that name none. */
  timeZone: z.string({ error: TIME_ZONE }).refine(isTimeZone, { error: TIME_ZONE }),
  /** The sign before a number's decimals; the other one may stand between thousands. */
  decimal: z.enum([".", ","], { error: "The decimal sign is a point or a comma." }),
  /** When the response was given: its place in trends. */
  time: timeColumn.nullable(),
  end: timeColumn.nullable(),
  /** A row whose end precedes its start is reported in either case; `refuse` leaves it out. */
  endBeforeStart: z.enum(["keep", "refuse"], { error: "endBeforeStart is keep or refuse." }),
  id: columnName.nullable(),
  weights: words.list("Weights", columnName, MOST_COLUMNS),
  questions: words.list("Questions", plannedQuestionSchema, MOST_COLUMNS),
  /** Columns that are not imported. */
  ignored: words.list("Ignored columns", columnName, MOST_COLUMNS),
  /** Columns of these that a survey tool adds to the answers, as the IP address. Absent: not known. */
  metadata: words.list("Columns of metadata", columnName, MOST_COLUMNS).optional(),
  rowFilters: words.list("Row filters", rowFilterSchema, 20).optional(),
  /** Columns in which the file had nothing when it was looked at: nobody chose to leave these out. Absent: not known. */
  empty: words.list("Empty columns", columnName, MOST_COLUMNS).optional(),
  /** Columns of dates whose order all rows that were looked at told, or a person chose. Absent: not known. */
  settledOrders: words.list("Settled orders", columnName, MOST_COLUMNS).optional(),
  /** What a person should look at: sentences. */
  notes: words.list("Notes", z.string({ error: "A note is a text." }), 10 * MOST_COLUMNS),
});
export type ImportPlan = z.infer<typeof importPlanSchema>;

/* Questions as a project keeps them, after imports and edits */

/** What a derived question is made of: its answers follow from others', response by response. */
export const derivationSchema = z.discriminatedUnion(
  "form",
  [
    /** A number in bands: each option is the answers from `low` (in it) to `high` (not in it); null is open. */
    z.object({
      form: z.literal("bands"),
      questionId: z.string(),
      bands: words
        .list(
          "Bands",
          z.object({ code: optionCode, low: z.number().nullable(), high: z.number().nullable() }),
          MOST_CODES,
        )
        .min(1),
    }),
    /** Options of one question joined to nets; an answer may be in several. */
    z.object({
      form: z.literal("nets"),
      questionId: z.string(),
      nets: words
        .list(
          "Nets",
          z.object({
            code: optionCode,
            of: words.list("The options of a net", optionCode, { most: MOST_CODES, read: readCode }).min(1),
          }),
          MOST_CODES,
        )
        .min(1),
    }),
    /** Every pair of answers of two questions is an option. */
    z.object({
      form: z.literal("combination"),
      questionIds: z.tuple([z.string(), z.string()]),
      pairs: words
        .list("Pairs", z.object({ code: optionCode, of: z.tuple([optionCode, optionCode]) }), MOST_CODES)
        .min(1),
    }),
    /** Yes (1) where a filter holds, no (0) where it does not. */
    z.object({ form: z.literal("filter"), filter: words.list("filter", z.unknown(), 10_000).min(1) }),
    /**
     * What an expression over other questions gives (`formulas/`). The rest follows from it: what it gives, the questions
     * that it names, and each option with its text and what in the formula gives it (`from`).
     */
    z.object({
      form: z.literal("formula"),
      expression: z.string({ error: "A formula is a text." }),
      gives: z.enum(["number", "yesno", "category", "options"]).default("category"),
      questionIds: words.list("Questions", z.string(), MOST_COLUMNS).default([]),
      results: words
        .list(
          "Results",
          z.object({
            code: optionCode,
            text: z.string(),
            from: words.list("Sources of a result", z.string(), MOST_CODES),
          }),
          MOST_CODES,
        )
        .default([]),
    }),
  ],
  { error: "The derivation is an object whose form is bands, nets, combination, filter or formula." },
);
export type Derivation = z.infer<typeof derivationSchema>;
/**
 * A question of a project. Where its answers stand: column `column` of the project's table, and `<column>_m` beside it
 * (0 answered, 1 not asked, 2 no answer; more in `restorableCodes`). A derived question has no column.
 */
export const questionSchema = z.object({
  id: z.string().min(1).max(MOST_ID),
  text: z.string(),
  kind: z.enum(questionKinds),
  column: z
    .string()
    .regex(/^q\d{1,6}$/)
    .nullable(),
  options,
  /** Codes of its options from the lowest to the highest, as a person confirmed their order. Values of options say more. */
  ranking: words.list("Ranking", optionCode, { most: MOST_CODES, read: readCode }).optional(),
  missing: words.list("Missing codes", missingCodeSchema, MOST_CODES),
  blank: missingKind,
  grid: z.object({ id: z.string(), text: z.string() }).nullable(),
  derivation: derivationSchema.nullable(),
  /** Codes of options that a derived question had: saved filters may name them, so that no other option gets one. */
  goneCodes: words.list("Codes", optionCode, MOST_CODES).optional(),
  /** Columns of files that each held one of the chosen options: which of them held which is not kept. */
  choiceColumns: words.list("Columns", columnName, MOST_COLUMNS).optional(),
  /**
   * Missing codes of columns of marks, by their keys, that say “not chosen” once they are restored. Which of them a response
   * without an answer had in its columns is stored by their places here, so that these never change.
   */
  restorableCodes: words.list("Restorable codes", z.string(), MOST_RESTORABLE).optional(),
  /** Raised by every edit: what a saved table was made from. */
  version: z.int().min(1),
});
export type Question = z.infer<typeof questionSchema>;

/** The shares that a question's options shall have in the weighted sample: one margin of a raking. */
const weightMarginSchema = z.object({
  questionId: z.string({ error: "A margin names its question by its id." }).min(1).max(MOST_ID),
  /** `percent`: the targets add up to 100; `count`: they count as shares of their sum. */
  unit: z.enum(["percent", "count"], { error: "Targets are given in percent or as counts: unit is percent or count." }),
  targets: words
    .list(
      "Targets",
      z.object({
        code: optionCode,
        target: z
          .number({ error: "A target is a number of 0 or more." })
          .min(0, { error: "A target is a number of 0 or more." })
          .max(LARGEST_NUMBER, {
            error: `A target is at most ${LARGEST_NUMBER}. Give smaller ones: shares are the same.`,
          }),
      }),
      { most: 1000, tooMany: "A margin has at most 1,000 targets." },
    )
    .min(1, { error: "A margin needs a target for each of its options." }),
  /** Options whose respondents are left out: they get no weight. */
  leftOut: words.list("Options that are left out", optionCode, 1000).default([]),
});

/** How a weight is made by raking, so that it can be made again of other answers. */
export const weightRecipeSchema = z.object(
  {
    margins: words
      .list("margins", weightMarginSchema, { most: 20, tooMany: "A weight takes at most 20 questions." })
      .min(1, { error: "Choose at least one question whose shares the weight brings to their targets." }),
    /** Multiples of the mean weight that the weights are kept between; null: no caps. */
    caps: z
      .object({
        low: z.number({ error: "The lower cap is a number." }).min(0, { error: "The lower cap is 0 or more." }),
        high: z.number({ error: "The upper cap is a number." }),
      })
      .refine(({ low, high }) => low < 1 && high > 1, {
        error: "Caps are multiples of the mean weight: the lower one is below 1, the upper one above 1.",
      })
      .nullable()
      .default(null),
    /** A question each of whose options is weighted apart, to the same targets; null: all answers together. */
    wave: z.string({ error: "The wave names a question by its id, or is null." }).min(1).nullable().default(null),
  },
  { error: "The recipe of a weight must be an object." },
);
export type WeightRecipe = z.infer<typeof weightRecipeSchema>;

/**
 * A weight of a project: column `column` of its table, a number or nothing. `raked`: it was made here, how, by whom
 * and when (ISO); without it a file brought it.
 */
export const weightSchema = z.object({
  id: z.string().min(1),
  name: z.string(),
  column: z.string().regex(/^w\d{1,4}$/),
  raked: z.object({ recipe: weightRecipeSchema, who: z.string(), at: z.iso.datetime() }).optional(),
});
export type Weight = z.infer<typeof weightSchema>;

/** A question that a revision changed, as it left it; null: it took the question away. */
export type LeftQuestion = { id: string; after: Question | null };

/** What an import did: responses that are new, that it brought again, that it took away; questions likewise. */
export const importBroughtSchema = z.object({
  added: z.int(),
  again: z.int(),
  gone: z.int(),
  questions: z.object({ added: z.int(), changed: z.int(), gone: z.int() }),
  /** Blank rows among those of the file; of imports before these were counted nothing is said. */
  blank: z.int().optional(),
  /** Previews, tests and unfinished responses among its rows. */
  left_out: z.int().optional(),
});
export type ImportBrought = z.infer<typeof importBroughtSchema>;
