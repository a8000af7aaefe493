import type { APIRequestContext } from "@playwright/test";
import { test as base } from "./api/world";
import { openSession } from "./sessions";

/** Tests in which the demo's manager also acts apart from the page: one session of their own, over HTTP. */
export const test = base.extend<object, { manager: APIRequestContext }>({
  manager: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter.
    async ({}, use) => {
      const context = await openSession({ email: "manager@demo.test" });
      await use(context);
      await context.dispose();
    },
    { scope: "worker" },
  ],
});
