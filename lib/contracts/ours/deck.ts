import * as z from "zod";
import * as calls from "../calls/deck";
import { noQuery, operation } from "../operation";
import { MOST_OF_TITLE, MOST_SLIDES } from "../terms/deck";
import * as words from "../words";

/** A person's deck of a project: charts and tables that become the slides of one presentation. Ours. */
const ours = {
  authentication: "token",
  rate: { bucket: "deck", limit: 20, windowMs: 1000 },
} as const;

/** As JSON, of one slide and of all slides of a deck. */
export const MOST_SLIDE_BYTES = 512 * 1024;
export const MOST_DECK_BYTES = 8 * 1024 * 1024;

const error = "This is no slide of a chart or table. Add it to the deck on the page that shows it.";
const CHARACTER = "A slide has a character that cannot be stored. Change its texts and add it again.";
const TOO_MANY = "A slide has no room for this many figures. Filter them or choose longer periods.";
const TOO_LONG = "A text of a slide is too long. Shorten it and add the slide again.";

const text = (most: number) =>
  z.string({ error }).max(most, { error: TOO_LONG }).refine(words.isStorable, { error: CHARACTER });
const list = <T extends z.ZodType>(item: T, most: number, read?: (element: unknown) => unknown) =>
  words.list("Parts of a slide", item, { most, tooMany: TOO_MANY, error: () => error, ...(read && { read }) });

/** `RRGGBB`. */
const colour = z.string({ error }).regex(/^[0-9A-F]{6}$/, { error });
const name = text(2000);
const sentences = list(text(20_000), 500);

const figure = z.number({ error }).nullable();
const isFigure = (value: unknown) => value === null || (typeof value === "number" && Number.isFinite(value));
const MOST_CATEGORIES = 10_000;

/** A chart as Office draws it; figures are as a spreadsheet keeps them: 12.5% is 0.125. */
const chartSchema = z.object({
  form: z.enum(["bars", "stacked", "line"], { error }),
  categories: list(name, MOST_CATEGORIES),
  series: list(
    z.object({
      ...{ name, colour },
      /** Its place among the colours of an account, which stand in its place; absent: it keeps its own. */
      hue: z.int({ error }).min(0, { error }).max(100, { error }).optional(),
      values: list(figure, MOST_CATEGORIES, (value) => (isFigure(value) ? value : undefined)),
    }),
    200,
  ),
  /** How figures are written, as spreadsheets write formats; `axisFormat`: those of the axis. */
  format: text(100),
  axisFormat: text(100),
  /** Of the axis; absent: where Office likes. */
  from: z.number({ error }).optional(),
  to: z.number({ error }).optional(),
  along: name,
  value: name,
  showsFigures: z.boolean({ error }),
  /** What the chart shows, for those who do not see it. */
  spoken: text(100_000),
});

const spans = z.int({ error }).min(1, { error }).max(1000, { error });

/** A cell of a table; one that another covers is left out. */
const cellSchema = z.object({
  text: name,
  /** A superscript behind the text. */
  raised: text(100).optional(),
  isBold: z.boolean({ error }).optional(),
  align: z.enum(["left", "center", "right"], { error }),
  colour: colour.optional(),
  fill: colour.optional(),
  across: spans.optional(),
  down: spans.optional(),
});

const showsSchema = z.union(
  [z.object({ chart: chartSchema }, { error }), z.object({ table: list(list(cellSchema, 200), 200) }, { error })],
  { error },
);

export const slideSchema = z.object(
  {
    title: text(MOST_OF_TITLE),
    subtitle: name,
    /** In small print at the bottom, a sentence each. */
    remarks: sentences,
    /** Everything about how it was made, which stands in the notes of the speaker. */
    notes: sentences,
    shows: showsSchema,
  },
  { error },
);

/** What a page hands over is not changed on its way into a file. */
type Fixed<T> = T extends readonly (infer E)[]
  ? readonly Fixed<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Fixed<T[K]> }
    : T;
export type SlideContent = Fixed<z.output<typeof slideSchema>>;
export type SlideChart = Fixed<z.output<typeof chartSchema>>;
export type SlideCell = Fixed<z.output<typeof cellSchema>>;

const projectId = words.text("project_id", 200);
const id = words.text("id", 100);

const itemSchema = z.object({
  id: z.string(),
  /** The title of its slide. */
  name: z.string(),
  kind: z.enum(["chart", "table"]),
  /** Why it is left out of the file, a sentence; null: it is in it. */
  problem: z.string().nullable(),
});
export type DeckItem = z.output<typeof itemSchema>;

/** In the order of the slides. */
const deckSchema = z.object({ items: z.array(itemSchema) });
const deck = { response: { status: 200, schema: deckSchema }, reply: deckSchema } as const;

const ofProject = z.object({ project_id: projectId });

export const listDeck = operation({
  ...ours,
  ...deck,
  ...calls.listDeck,
  summary: "The slides of the caller's deck of a project.",
  query: ofProject,
  body: z.undefined(),
  errors: [400, 403, 404],
});

const MANY = `A deck has at most ${MOST_SLIDES} slides. Remove some first.`;

export const addToDeck = operation({
  ...ours,
  ...deck,
  ...calls.addToDeck,
  summary: "Add slides at the end of the caller's deck of a project.",
  query: noQuery,
  body: words.object("The body", {
    project_id: projectId,
    slides: words
      .list(
        "Slides",
        z.object(
          {
            content: slideSchema,
            /** Ids of the questions that it shows: a slide outlives none of them. */
            questions: list(text(300), 500),
          },
          { error },
        ),
        { most: MOST_SLIDES, tooMany: MANY },
      )
      .min(1, { error: "Name at least one slide." }),
  }),
  errors: [400, 403, 404, 413],
});

export const renameSlide = operation({
  ...ours,
  ...deck,
  ...calls.renameSlide,
  summary: "Give a slide of the caller's deck another title.",
  query: noQuery,
  body: words.object("The body", {
    ...{ project_id: projectId, id },
    name: words.text("Title", MOST_OF_TITLE).transform((title) => title.trim()),
  }),
  errors: [400, 403, 404],
});

export const moveSlide = operation({
  ...ours,
  ...deck,
  ...calls.moveSlide,
  summary: "Change a slide of the caller's deck for the one before (-1) or after it (1). At an end it stays.",
  query: noQuery,
  body: words.object("The body", {
    ...{ project_id: projectId, id },
    by: z.union([z.literal(-1), z.literal(1)], { error: "by must be -1 or 1." }),
  }),
  errors: [400, 403, 404],
});

export const removeSlides = operation({
  ...ours,
  ...deck,
  ...calls.removeSlides,
  summary: "Remove slides from the caller's deck. Those that are gone already are passed over.",
  query: noQuery,
  body: words.object("The body", {
    project_id: projectId,
    /** Also to empty it: what another tab has added meanwhile is not among them, and stays. */
    ids: words.list("Slides", id, MOST_SLIDES),
  }),
  errors: [400, 403, 404],
});

const fileSchema = z.object({
  slides: z.array(slideSchema),
  /** Why slides are left out, a sentence each. */
  left_out: z.array(z.string()),
});

export const getDeckSlides = operation({
  ...ours,
  ...calls.getDeckSlides,
  summary: "All that stands on the slides of the caller's deck, for its file.",
  query: ofProject,
  body: z.undefined(),
  response: { status: 200, schema: fileSchema },
  reply: fileSchema,
  errors: [400, 403, 404],
});
