import { expect as playwrightExpect } from "@playwright/test";
import { expect as jestExpect } from "expect";

/**
 * For tests without a browser. Playwright's own `expect` reports a step with a stack for each value, which takes ten
 * times as long; only `poll` and `retryUntilPassing` are Playwright's.
 */
export const expect = Object.assign(expectValue, jestExpect, { poll: playwrightExpect.poll });

/** Repeats the attempt until it throws nothing. */
export const retryUntilPassing = (attempt: () => Promise<void>): Promise<void> => playwrightExpect(attempt).toPass();

/** `message`: the beginning of the error if the assertion fails. */
function expectValue<T>(value: T, message?: string) {
  const matchers = jestExpect(value);
  return message === undefined ? matchers : withMessage(matchers, message);
}

/** The same matchers, and those behind `not`, whose errors begin with the message. */
function withMessage<M extends object>(matchers: M, message: string): M {
  return new Proxy(matchers, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member === "object" && member !== null) return withMessage(member, message);
      if (typeof member !== "function") return member;
      const assertion = (...expected: unknown[]) => {
        try {
          return member(...expected);
        } catch (error) {
          if (!(error instanceof Error)) throw error;
          error.message = `${message}\n\n${error.message}`;
          // From the test's line on, which is what the report shows.
          Error.captureStackTrace(error, assertion);
          throw error;
        }
      };
      return assertion;
    },
  });
}
