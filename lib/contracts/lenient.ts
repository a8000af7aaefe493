/**
 * Reading what another service sent. Only an id is insisted on; a value of an unexpected kind is never guessed
 * at, and never makes the rest unreadable.
 */
export type JsonObject = { [key: string]: unknown };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An identifier: any non-empty string, or a number written as one. */
export function readId(value: unknown): string | null {
  if (typeof value === "string" && value !== "") return value;
  return typeof value === "number" && Number.isFinite(value) ? String(value) : null;
}

/** Text, or undefined when the value is no text. Numbers are read as their digits. */
export function readText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" && Number.isFinite(value) ? String(value) : undefined;
}

/** A number, or undefined when the value is none. Decimal strings are read. */
export function readNumber(value: unknown): number | undefined {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (typeof value === "string" && /^-?\d{1,15}(\.\d{1,15})?$/.test(value.trim())) return Number(value);
  return undefined;
}

/**
 * An id of a question or option that is written as text: the number that is written in just these digits, else the
 * text. "007" is not 7, which may be another option, and would go back as that.
 */
export const catalogueIdOf = (text: string): number | string =>
  /^\d{1,15}$/.test(text) && String(Number(text)) === text ? Number(text) : text;

/** An id of a question or option, or undefined when the value is none. */
export const readCatalogueId = (value: unknown): number | string | undefined =>
  typeof value === "string" ? catalogueIdOf(value) : readNumber(value);

/** A measured figure: a number as above, or a decimal text of any length, whose last digits may be more than are kept. */
export function readFigure(value: unknown): number | undefined {
  const isDecimal = typeof value === "string" && /^-?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(value.trim());
  return readNumber(isDecimal ? Number(value) : value);
}

export function readBoolean(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

export function readTexts(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = value.map(readText);
  return texts.every((text) => text !== undefined) ? (texts as string[]) : undefined;
}

/** A list of at most so many elements, each of which `read` can read; else null. */
export function readAll<T>(value: unknown, most: number, read: (element: unknown) => T | null): T[] | null {
  if (!Array.isArray(value) || value.length > most) return null;
  const elements = value.map(read).filter((element) => element !== null);
  return elements.length === value.length ? elements : null;
}

/** One page of a list. `total` null: the service did not say. */
export type Page<T> = {
  total: number | null;
  page: number;
  page_size: number;
  items: T[];
  /** Elements without an id, which are left out. */
  unreadable: number;
  /** When this was true, for answers from a copy; null: now. */
  as_of: string | null;
};

/**
 * Reads a list reply: `{total_<things>, page, page_size, <things>: []}`, or a bare array. Elements that `read`
 * answers with null are counted as unreadable and left out. Null when it is no list at all.
 */
export function readList<T>(json: unknown, things: string, read: (item: unknown) => T | null): Page<T> | null {
  const array = Array.isArray(json) ? json : isObject(json) ? json[things] : null;
  if (!Array.isArray(array)) return null;
  const items = array.map(read).filter((item) => item !== null);
  const head = isObject(json) ? json : {};
  return {
    total: readNumber(head[`total_${things}`]) ?? (Array.isArray(json) ? array.length : null),
    page: readNumber(head.page) ?? 1,
    page_size: readNumber(head.page_size) ?? array.length,
    items,
    unreadable: array.length - items.length + leftOut(head.unreadable),
    as_of: readText(head.as_of) ?? null,
  };
}

const MOST_LEFT_OUT = 10_000;

/** How many elements our own reply says were left out before; whatever else another service means by the word. */
function leftOut(said: unknown): number {
  const count = readNumber(said) ?? 0;
  return Number.isInteger(count) && count > 0 && count <= MOST_LEFT_OUT ? count : 0;
}

/** Writes a page as an interface's list reply; `unreadable` and `as_of` (ours) only when they say something. */
export function writeList<T>(things: string, page: Page<T>, write: (item: T) => unknown): JsonObject {
  return {
    [`total_${things}`]: page.total,
    page: page.page,
    page_size: page.items.length,
    [things]: page.items.map(write),
    ...(page.unreadable > 0 && { unreadable: page.unreadable }),
    ...(page.as_of !== null && { as_of: page.as_of }),
  };
}
