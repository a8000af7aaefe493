/** A band as a label writes it; both ends are in it, an open end is infinite. */
type Band = { low: number; high: number };

const NUMBER = String.raw`\d{1,3}(?:[., '’\u00a0\u202f]\d{3})+(?!\d)|\d+(?:[.,]\d+)?`;
const WITH_UNIT = new RegExp(`(${NUMBER})\\s*(k\\b|m\\b|mio\\b|tsd\\b)?`, "giu");
const UNITS: Record<string, number> = { k: 1_000, tsd: 1_000, m: 1_000_000, mio: 1_000_000 };
const BELOW =
  /(?:^|\s)(?:under|less than|fewer than|below|up to|younger than|at most|unter|weniger als|bis(?: zu| unter)?|jünger als|höchstens|moins de|jusqu['’ ]à|menos de|hasta|meno di|fino a|sotto i|<=?|≤)\s*\D{0,6}\d|\d\D*(?:\bor (?:less|fewer|under|younger)|\band (?:under|younger|below)|oder (?:weniger|jünger)|und jünger|ou moins|et moins|o menos|y menos|o meno)\b/iu;
const ABOVE =
  /(?:^|\s)(?:over|more than|above|at least|older than|from|über|mehr als|mindestens|älter als|ab|plus de|au moins|más de|al menos|più di|oltre(?: i)?|almeno|>=?|≥)\s*\D{0,6}\d|\d\s*\+|\d\D*(?:\b(?:or|and) (?:more|over|older|above|up)|(?:und|oder) (?:mehr|älter|darüber)|(?:et|ou) plus|y más|o más|y mayor|[oe] più|[oe] oltre)(?!\p{L})/iu;
const NOTHING = /^(?:none|no|zero|nothing|keine?|null|aucune?|pas d|ningun[oa]?|ningún|nada|nessun[oa]?)(?!\p{L})/iu;
/** Between the two numbers of a band. */
const BETWEEN =
  /^[\s$€£¥\p{L}]*?(?:-|–|—|~|to|through|until|and|but under|to under|bis(?: unter)?|und|à|et|a|y|hasta|e|fino a)[\s$€£¥]*$/iu;

function amountOf(digits: string, unit: string | undefined): number {
  const bare = /^\d{1,3}(?:[., '’\u00a0\u202f]\d{3})+$/.test(digits)
    ? digits.replace(/\D/g, "")
    : digits.replace(",", ".");
  return Number(bare) * (unit ? (UNITS[unit.toLowerCase()] ?? 1) : 1);
}

/** The band that a label names: 18–24, under 18, $150,000+, None; null: it names none. */
function bandOf(label: string): Band | null {
  const numbers = [...label.matchAll(WITH_UNIT)];
  const [first, second] = numbers;
  if (!first) return NOTHING.test(label.trim()) ? { low: 0, high: 0 } : null;
  const low = amountOf(first[1] ?? "", first[2]);
  if (numbers.length > 2) return null;
  if (second) {
    const high = amountOf(second[1] ?? "", second[2]);
    const between = label.slice(first.index + first[0].length, second.index);
    // 5–10k: the unit of the second is that of both.
    const shared = !first[2] && second[2] ? low * (UNITS[second[2].toLowerCase()] ?? 1) : low;
    return BETWEEN.test(between) && shared <= high ? { low: shared, high } : null;
  }
  if (BELOW.test(label)) return { low: Number.NEGATIVE_INFINITY, high: low };
  return { low, high: ABOVE.test(label) ? Number.POSITIVE_INFINITY : low };
}

/** The labels' places from the lowest band to the highest; null: they are no bands that lie beside one another. */
export function bandOrder(labels: readonly string[]): number[] | null {
  const bands = labels.map(bandOf);
  if (bands.some((band) => band === null)) return null;
  const known = bands.flatMap((band, at) => (band ? [{ ...band, at }] : []));
  const sorted = known.toSorted((one, other) => one.low - other.low || one.high - other.high);
  const isBeside = sorted.every((band, at) => at === 0 || band.low >= (sorted[at - 1]?.high ?? 0));
  const differ = sorted.every((band, at) => at === 0 || band.low > (sorted[at - 1]?.low ?? 0));
  return isBeside && differ && known.some(({ low, high }) => low !== high) ? sorted.map(({ at }) => at) : null;
}
