/** More signs above and below one letter are none of any language; to order them takes a time that grows with their square. */
const MOST_MARKS = 30;
const MANY_MARKS = new RegExp(`(\\p{M}{${MOST_MARKS + 1},})`, "u");

/** The text in one of Unicode's forms, in a time that grows with its length: runs of too many marks stay as they are. */
function inForm(text: string, form: "NFC" | "NFD"): string {
  if (text.length <= MOST_MARKS || !MANY_MARKS.test(text)) return text.normalize(form);
  // Every other piece is such a run.
  return text
    .split(MANY_MARKS)
    .map((piece, at) => (at % 2 === 1 ? piece : piece.normalize(form)))
    .join("");
}

/** The text with each letter and its accent as one sign, where there is one: how texts are compared. */
export const composed = (text: string): string => inForm(text, "NFC");

/** The text with letters and their accents each by itself, as some systems write them. */
export const decomposed = (text: string): string => inForm(text, "NFD");
