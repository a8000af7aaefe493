export const MOST_RESPONSES = 200_000;

export const MAX_REASON = 1000;

export const MAX_RDUD = 200;

/** An id that can be asked for: lists of ids are comma-delimited in an address. */
export const isRdud = (text: string): boolean =>
  text.length > 0 &&
  text.length <= MAX_RDUD &&
  text === text.trim() &&
  text.isWellFormed() &&
  !text.includes(",") &&
  !text.includes("\u0000");

/** More ids than this make an address that servers refuse. */
export const MOST_ASKED = 200;
