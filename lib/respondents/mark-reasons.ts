type Highlight = { from: number; to: number };

/** Marks of one answer; more would mark all of it. */
const MOST_MARKS = 50;
const QUOTED = /“([^”…]+)…?”/gu;

/** The places of what a reason quotes, in the answer as it was written: a check names the words that it points at. */
export function quotedPlaces(answer: string, reason: string): Highlight[] {
  const text = answer.toLowerCase();
  // Where lower case has another length, places would be shifted: nothing is marked.
  if (text.length !== answer.length) return [];
  const places: Highlight[] = [];
  for (const [, quoted = ""] of reason.matchAll(QUOTED)) {
    const sought = quoted.trim().toLowerCase();
    if (sought === "") continue;
    for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + sought.length)) {
      if (places.length >= MOST_MARKS) return places;
      if (isWhole(text, at, sought.length)) places.push({ from: at, to: at + sought.length });
    }
  }
  return places.sort((one, other) => one.from - other.from);
}

const IN_WORD = /[\p{L}\p{N}]/u;

/** Whether it begins and ends where words do: “ass” is not in “class”. */
const isWhole = (text: string, at: number, length: number): boolean =>
  !IN_WORD.test(text[at - 1] ?? " ") && !IN_WORD.test(text[at + length] ?? " ");
