/**
 * How many responses of equal weight would be as certain: (sum w)² / sum w² (L. Kish, Survey Sampling, 1965). 0
 * without a weight above 0.
 */
export const effectiveBase = (sumOfWeights: number, sumOfSquares: number): number =>
  sumOfSquares > 0 ? (sumOfWeights * sumOfWeights) / sumOfSquares : 0;
