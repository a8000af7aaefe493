import { type APIRequestContext, test as base } from "@playwright/test";
import { signInApi } from "./sign-in";

/** Tests in which the demo's manager also acts apart from the page: a session of its own, over HTTP. */
export const test = base.extend<{ manager: APIRequestContext }>({
  manager: async ({ baseURL }, use) => {
    const context = await signInApi(baseURL ?? "", { email: "manager@demo.test" });
    await use(context);
    await context.dispose();
  },
});
