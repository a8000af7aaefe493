/**
 * When a session expires: max(4 hours, 10 times the length of interview) after its entry. Moments are epoch
 * milliseconds, the length is in minutes.
 */
export const expiresAt = (startedAt: number, lengthOfInterview: number): number =>
  startedAt + Math.max(4 * 60, 10 * lengthOfInterview) * 60_000;
