/** Words that a person puts above and under charts and tables, for who reads them; null: none. */
export type Captions = { title: string | null; subtitle: string | null; footnote: string | null };

const captionParts = ["title", "subtitle", "footnote"] as const;
export type CaptionPart = (typeof captionParts)[number];

/** Characters of one of them: a slide has no room for more. */
export const MOST_OF_CAPTION = 300;

/** In one line, parts that are there parted by points. */
export const oneLine = (parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== "").join(" · ");
