/** One character can stand for 18 (`ﷺ`): what is read stays bounded, whatever was sent. */
const MOST_CHARACTERS = 50_000;

/** An answer as words: lower case, without punctuation, marks that nobody sees, or a difference in width. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize("NFKC")
    .slice(0, MOST_CHARACTERS)
    .toLowerCase()
    .replace(/['’`´]/g, "")
    .replace(/\p{Cf}/gu, "");
  return plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** Scripts that don't write spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu;

/** How many words; where a script has no spaces, two characters stand for one. */
export function countWords(words: readonly string[]): number {
  const without = words.join("").match(unspaced)?.length ?? 0;
  return without > words.length ? Math.ceil(without / 2) : words.length;
}
