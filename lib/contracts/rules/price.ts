/**
 * Recommended floor for the price of one complete, in US dollars with two decimals:
 * `(0.40 + 0.12 * LOI) * (100 / IR) ^ 0.3`, half a cent rounded up. LOI 5 at IR 80 is 1.07.
 *
 * Source: the built-in service's own formula; it gives the floor a public service shows at LOI 5 and IR 80. A
 * recommendation: a lower offer is accepted, and a remote service may have another floor.
 *
 * @param lengthOfInterview estimated minutes, above 0
 * @param incidenceRate percent of respondents expected to qualify, above 0, normally up to 100
 * @throws RangeError when either is not a finite number above 0
 */
export function minimumPrice(lengthOfInterview: number, incidenceRate: number): number {
  if (!isPositive(lengthOfInterview) || !isPositive(incidenceRate)) {
    throw new RangeError("Length of interview and incidence rate must be above 0.");
  }
  // In cents the base price of whole minutes is a whole number, so that no binary fraction of a dollar is rounded.
  const cents = (40 + 12 * lengthOfInterview) * (100 / incidenceRate) ** 0.3;
  return Math.round(cents) / 100;
}

function isPositive(value: number): boolean {
  return Number.isFinite(value) && value > 0;
}
