import { test as base } from "./api/world";
import type { HttpSession } from "./http-session";
import { openSession } from "./sessions";

/** Tests in which the demo's manager also acts apart from the page: one session of their own, over HTTP. */
export const test = base.extend<object, { manager: HttpSession }>({
  manager: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter.
    async ({}, use) => {
      await use(await openSession({ email: "manager@demo.test" }));
    },
    { scope: "worker" },
  ],
});
