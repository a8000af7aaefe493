const MOST_NAMES = 5;

/** Names of columns as a note lists them: the first five, and how many more. */
export const listed = (names: readonly string[]): string =>
  names
    .slice(0, MOST_NAMES)
    .map((name) => `“${name}”`)
    .join(", ") + (names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : "");
