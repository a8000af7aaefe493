import * as z from "zod";
import { type Bound, boundedList, boundedRecord } from "./bounded";

/**
 * Schemas whose messages are sentences a person understands. `label` is the field's name as a person says it.
 */
const absent = (input: unknown) => input === undefined || input === null;

const say = (label: string, otherwise: string) => (issue: { input?: unknown }) =>
  absent(issue.input) ? `${label} is required.` : `${label} ${otherwise}.`;

// A lone surrogate or a NUL cannot be stored as it was sent, and nothing may be stored otherwise than it was sent.
export const isStorable = (text: string) => !text.includes("\u0000") && text.isWellFormed();

export const text = (label: string, maxLength = 1000) =>
  z
    .string({ error: say(label, "must be text") })
    .refine((value) => value.trim() !== "", { error: `${label} is required.`, abort: true })
    .max(maxLength, { error: `${label} must have at most ${maxLength.toLocaleString("en")} characters.` })
    .refine(isStorable, { error: `${label} contains a character that cannot be stored.` });

const MAX_COUNT = 1_000_000_000;

export const integer = (label: string, min: number, max: number = MAX_COUNT) => {
  const phrase = max === MAX_COUNT ? `a whole number of ${min} or more` : `a whole number from ${min} to ${max}`;
  const sentence = say(label, `must be ${phrase}`);
  return z
    .int({ error: sentence })
    .min(min, { error: sentence })
    .max(max, { error: max === MAX_COUNT ? `${label} must be at most ${max.toLocaleString("en")}.` : sentence });
};

/** US dollars with at most two decimals. */
export const price = (label: string) => {
  const phrase = "must be an amount in US dollars, above 0 and with at most two decimals";
  const sentence = say(label, phrase);
  return z
    .number({ error: sentence })
    .positive({ error: sentence })
    .max(100_000, { error: `${label} must be at most 100,000 US dollars.` })
    .refine((value) => Number(value.toFixed(2)) === value, { error: `${label} ${phrase}.` });
};

export const boolean = (label: string) => z.boolean({ error: say(label, "must be true or false") });

type Bounded = {
  most: number;
  tooMany?: string;
  /** What else is bounded, such as how many there are in all the lists inside. */
  also?: Bound;
};
type ListBound = Bounded & { read?: (element: unknown) => unknown; error?: z.core.$ZodErrorMap };

/**
 * `labels` in the plural. `bound`: how many it can have, or that with its own sentence. A longer list is refused before
 * any element is read. `read` reads an element of a list of very many, where it is right as it stands.
 */
export const list = <T extends z.ZodType>(labels: string, item: T, bound: number | ListBound) => {
  const usual: z.core.$ZodErrorMap = ({ input }) =>
    absent(input) ? `${labels} are required.` : `${labels} must be a list.`;
  const { read, error = usual, ...rest }: ListBound = typeof bound === "number" ? { most: bound } : bound;
  return boundedList(item, { bounds: boundsOf(`${labels} can have at most`, "items", rest), error, read });
};

type RecordBound<K, V> = Bounded & { key: K; value: V; error?: z.core.$ZodErrorMap };

/** An object of names to values, bounded as a list is. */
export const record = <K extends z.core.$ZodRecordKey, V extends z.ZodType>(
  name: string,
  { key, value, error = () => `${name} must be an object.`, ...rest }: RecordBound<K, V>,
) => boundedRecord(key, value, { bounds: boundsOf(`${name} can have at most`, "members", rest), error });

const boundsOf = (phrase: string, things: string, { most, tooMany, also }: Bounded): Bound[] => [
  { most, tooMany: tooMany ?? `${phrase} ${most.toLocaleString("en")} ${things}.` },
  ...(also ? [also] : []),
];

/** An object whose members have sentences of their own. */
export const object = <T extends z.ZodRawShape>(label: string, shape: T) =>
  z.object(shape, { error: `${label} must be an object.` });

const isCatalogueId = (value: unknown): value is number | string =>
  typeof value === "number" ? Number.isInteger(value) && value >= 0 : typeof value === "string" && DIGITS.test(value);
const DIGITS = /^\d{1,15}$/;

/** An identifier of the catalogue, an integer or its digits, for whichever service: "007" is not another one's 7. */
export const sentCatalogueId = (label: string) => {
  const error = say(label, "must be a whole number");
  const integer = z.int({ error }).min(0, { error });
  return z.union([integer, z.string({ error }).regex(DIGITS, { error })], { error });
};

/** An identifier of our own catalogue, whose ids are integers; a digit string is read as one. */
export const catalogueId = (label: string) => sentCatalogueId(label).transform(Number);

type Ids = { labels: string; label: string; most: number; tooMany?: string };

/** Identifiers of the catalogue, as sent, each once: a survey's quotas can have hundreds of thousands of them. */
export const sentCatalogueIds = ({ labels, label, ...bound }: Ids) =>
  list(labels, sentCatalogueId(label), { ...bound, read: (id) => (isCatalogueId(id) ? id : undefined) });

/** The same of our own catalogue. */
export const catalogueIds = ({ labels, label, ...bound }: Ids) =>
  list(labels, catalogueId(label), { ...bound, read: (id) => (isCatalogueId(id) ? Number(id) : undefined) });
