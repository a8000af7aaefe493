/**
 * P-values adjusted for having made all these tests (Y. Benjamini, Y. Hochberg, Controlling the false discovery rate,
 * Journal of the Royal Statistical Society B 57, 1995): those at most q are discoveries of which a share q is expected
 * to be false. In the order given.
 */
export function benjaminiHochberg(ps: readonly number[]): number[] {
  const order = ps.map((p, at) => ({ p, at })).sort((a, b) => b.p - a.p);
  const adjusted = new Array<number>(ps.length);
  let least = 1;
  for (const [fromTop, { p, at }] of order.entries()) {
    least = Math.min(least, (p * ps.length) / (ps.length - fromTop));
    adjusted[at] = least;
  }
  return adjusted;
}
