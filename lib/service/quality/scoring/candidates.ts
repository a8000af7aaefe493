import type { AnswerPlace, BandedAnswer } from "@/lib/stores/postgres/quality";

/** A key keeps its first answers; what thousands share tells nobody's copy, and costs each who comes later. */
const MOST_IN_BAND = 16;
/** At most so many are compared word for word. */
const MOST_CONFIRMED = 30;

type Candidates = {
  /** Those that share most keys first, then those who came first. */
  candidates: AnswerPlace[];
  /** The keys under which the answer itself is found from now on. */
  openBands: bigint[];
};

/** Of the stored answers under these `bands`: which to confirm, and which keys have place for one more. */
export function candidatesFor(bands: readonly bigint[], stored: readonly BandedAnswer[]): Candidates {
  const members = new Map(bands.map((band) => [band, 0]));
  const sharing = new Map<string, AnswerPlace & { shared: number }>();
  for (const { band, respondent, dataPointId } of stored) {
    const count = members.get(band);
    if (count === undefined) continue;
    members.set(band, count + 1);
    const key = `${respondent} ${dataPointId}`;
    const shared = (sharing.get(key)?.shared ?? 0) + 1;
    sharing.set(key, { respondent, dataPointId, shared });
  }
  const ranked = [...sharing.values()].sort(
    (one, other) => other.shared - one.shared || one.respondent - other.respondent,
  );
  return {
    candidates: ranked.slice(0, MOST_CONFIRMED),
    openBands: [...members].filter(([, count]) => count < MOST_IN_BAND).map(([band]) => band),
  };
}
