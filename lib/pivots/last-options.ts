/**
 * Options that stand last whatever the order, known by the beginning of their labels in the languages of our question
 * catalogue: the others, then none of them. A label that only begins like one ("Other brands of ours, such as …") is kept
 * apart by its length.
 */
const OTHER =
  /^\W*(others?|another|something else|someone else|andere[rs]?|sonstige[rs]?|autres?|otr[oa]s?|altr[oi]|anders|outr[oa]s?)(?!\p{L})/iu;
const NONE =
  /^\W*(none|nothing|no ?one|neither|kein(e[rs]?)?|nichts|aucune?|rien|ningun[oa]?|ningún|nada|nessun[oa]?|geen|nenhum[a]?)(?!\p{L})/iu;
const MOST_LETTERS = 40;

/** The place of an option by its label: 0 for most, 1 for “Other” behind them, 2 for “None” at the end. */
export function lastRank(label: string): 0 | 1 | 2 {
  if (label.length > MOST_LETTERS) return 0;
  if (NONE.test(label)) return 2;
  return OTHER.test(label) ? 1 : 0;
}
