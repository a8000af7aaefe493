import { type APIRequestContext, request } from "@playwright/test";
import * as z from "zod";

export const DEMO_PASSWORD = "fieldwork-demo";

export type Who = { email: string; connection?: string; password?: string };

const csrfReply = z.object({ csrfToken: z.string() });
const callbackReply = z.object({ url: z.string() });

/** Signs a person in over HTTP, as the sign-in page does; the session cookie stays with `context`. */
export async function signInOver(
  context: APIRequestContext,
  { email, connection = "built-in", password = DEMO_PASSWORD }: Who,
): Promise<void> {
  const { csrfToken } = csrfReply.parse(await (await context.get("/api/auth/csrf")).json());
  const form = { csrfToken, connection, email, password, json: "true" };
  const reply = await context.post("/api/auth/callback/credentials", { form });
  const { url } = callbackReply.parse(await reply.json());
  const problem = new URL(url, "http://localhost").searchParams.get("error");
  if (!reply.ok() || problem) throw new Error(`${email} could not sign in: ${problem ?? reply.status()}`);
}

/**
 * A request context of its own that holds a person's session.
 * Fails with the sentence that the sign-in page would show. Dispose of the context when done.
 */
export async function signInApi(baseURL: string, who: Who): Promise<APIRequestContext> {
  const context = await request.newContext({ baseURL });
  try {
    await signInOver(context, who);
    return context;
  } catch (error) {
    await context.dispose();
    throw error;
  }
}
