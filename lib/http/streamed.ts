import type { DehydratedState } from "@tanstack/react-query";
import { AppError, type ProblemCode, UNEXPECTED } from "./problem";

/**
 * A value on its way from the server's render to the browser. React hides the message of an error that a promise is
 * rejected with, so a failure travels as a value and becomes the error again where it arrives.
 */
export type Streamed<T> = { value: T } | { failed: { code: ProblemCode; message: string } };

export const asStreamed = <T>(reading: Promise<T>): Promise<Streamed<T>> =>
  reading.then(
    (value) => ({ value }),
    (error: unknown) => {
      const { code, message } = error instanceof AppError ? error : new AppError("unavailable", UNEXPECTED);
      return { failed: { code, message } };
    },
  );

/** @throws AppError as the server's read failed. */
function fromStreamed<T>(streamed: Streamed<T>): T {
  if ("failed" in streamed) throw new AppError(streamed.failed.code, streamed.failed.message);
  return streamed.value;
}

/**
 * What the server read for a page, with the reads that are still on their way as the browser's queries take them.
 * `shown`: when the page stands. What arrives earlier waits, because the server has drawn the page without it.
 */
export function withArriving(state: DehydratedState, shown: Promise<void>): DehydratedState {
  const queries = state.queries.map((query) => {
    if (!query.promise) return query;
    const promise = Promise.all([query.promise, shown]).then(([streamed]) =>
      fromStreamed(streamed as Streamed<unknown>),
    );
    // A query that is being read already takes no notice of it.
    promise.catch(() => {});
    return { ...query, promise };
  });
  return { ...state, queries };
}
