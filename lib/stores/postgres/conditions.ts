const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isUuid = (text: string) => UUID.test(text);

const NOBODY = "00000000-0000-0000-0000-000000000000";

/** Built-in ids are UUIDs: anything else is an id that nothing has, and matches nothing. */
export const knownIds = (ids: string[]) => {
  const known = ids.filter(isUuid);
  return known.length > 0 ? known : [NOBODY];
};

/** A pattern that finds a text anywhere, its own wildcards taken literally. */
export const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
