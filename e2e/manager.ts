import { type APIRequestContext, test as base } from "@playwright/test";
import { openSession } from "./sessions";
import { DEMO_PASSWORD } from "./sign-in";

/** Tests in which the demo's manager also acts apart from the page: a session of its own, over HTTP. */
export const test = base.extend<{ manager: APIRequestContext }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter.
  manager: async ({}, use) => {
    const context = await openSession({ email: "manager@demo.test", password: DEMO_PASSWORD });
    await use(context);
    await context.dispose();
  },
});
