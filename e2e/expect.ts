import { expect as reported } from "@playwright/test";
import { expect as compared } from "expect";

/**
 * For tests that need no browser: as Playwright's, which reports a step with its stack for each value and takes ten
 * times as long for it. Only what is waited for (`poll`, `passesInTime`) is Playwright's own.
 */
export const expect = Object.assign(expectValue, compared, { poll: reported.poll });

/** Tries until it throws nothing. */
export const passesInTime = (attempt: () => Promise<void>): Promise<void> => reported(attempt).toPass();

/** `about`: told first when the value is another. */
function expectValue<T>(value: T, about?: string) {
  const matchers = compared(value);
  return about === undefined ? matchers : telling(matchers, about);
}

/** The same matchers, and those behind `not`, with an error that tells more. */
function telling<M extends object>(matchers: M, about: string): M {
  return new Proxy(matchers, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member === "object" && member !== null) return telling(member, about);
      if (typeof member !== "function") return member;
      return (...expected: unknown[]) => {
        try {
          return member(...expected);
        } catch (error) {
          if (error instanceof Error) tellFirst(error, about);
          throw error;
        }
      };
    },
  });
}

function tellFirst(error: Error, about: string): void {
  const { message, stack } = error;
  error.message = `${about}\n\n${message}`;
  error.stack = stack?.replace(message, () => error.message);
}
