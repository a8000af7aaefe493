/**
 * P-values adjusted for having made all these tests (C. E. Bonferroni; O. J. Dunn, Multiple comparisons among means,
 * Journal of the American Statistical Association 56, 1961): the chance that any one at most q is false is at most q.
 * In the order given.
 */
export const bonferroni = (ps: readonly number[]): number[] => ps.map((p) => Math.min(1, p * ps.length));
