import type { BandedAnswer } from "@/lib/stores/postgres/quality";

/** A key keeps its first answers; what thousands share tells nobody's copy, and costs each who comes later. */
const MOST_IN_BAND = 16;
/** At most so many are compared word for word. */
const MOST_CONFIRMED = 30;

type Candidates = {
  /** Those that share most keys first, then those who came first. */
  candidates: BandedAnswer[];
  /** The keys under which the answer itself is found from now on. */
  openBands: bigint[];
};

/** Of the stored answers that share a key with these `bands`: which to confirm, and which keys have place for one more. */
export function candidatesFor(bands: readonly bigint[], stored: readonly BandedAnswer[]): Candidates {
  const members = new Map(bands.map((band) => [band, 0]));
  const sharing: { answer: BandedAnswer; shared: number }[] = [];
  for (const answer of stored) {
    const shared = answer.bands.filter((band) => members.has(band));
    if (shared.length === 0) continue;
    for (const band of shared) members.set(band, (members.get(band) ?? 0) + 1);
    sharing.push({ answer, shared: shared.length });
  }
  sharing.sort((one, other) => other.shared - one.shared || one.answer.respondent - other.answer.respondent);
  return {
    candidates: sharing.slice(0, MOST_CONFIRMED).map(({ answer }) => answer),
    openBands: [...members].filter(([, count]) => count < MOST_IN_BAND).map(([band]) => band),
  };
}
