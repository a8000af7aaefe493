const sums = [0];

/** ln n!, each sum computed once. */
function logFactorial(n: number): number {
  for (let next = sums.length; next <= n; next++) sums.push((sums[next - 1] ?? 0) + Math.log(next));
  return sums[n] ?? 0;
}

/** ln of the ways to choose `k` of `n`. */
export const logChoose = (n: number, k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k);
