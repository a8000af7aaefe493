import type { APIRequestContext } from "@playwright/test";
import { openSession } from "../sessions";
import { test } from "./world";

/** Signs people in for one test of the file alone: what it gives opens a session, which ends with its test. */
export function sessionsOfTest(): (person: { email: string }) => Promise<APIRequestContext> {
  const open: APIRequestContext[] = [];
  test.afterEach(async () => {
    await Promise.all(open.splice(0).map((session) => session.dispose()));
  });
  return async (person) => {
    const session = await openSession(person);
    open.push(session);
    return session;
  };
}
