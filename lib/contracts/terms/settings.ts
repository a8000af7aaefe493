/** How figures are written, by an example. */
export const numberFormats = ["1,234.5", "1.234,5", "1 234,5"] as const;

/** Why somebody is sent a link to set their password. */
export const linkPurposes = ["invitation", "reset"] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** How far ahead a key may be set to expire. */
export const mostKeyDays = 3650;
/** How long a key that was rotated may go on. */
export const mostOverlapHours = 30 * 24;

export const PEOPLE_PAGE_SIZE = 50;
