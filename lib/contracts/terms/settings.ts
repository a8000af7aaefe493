/** How figures are written, by an example. */
export const numberFormats = ["1,234.5", "1.234,5", "1 234,5"] as const;

export const PEOPLE_PAGE_SIZE = 50;
