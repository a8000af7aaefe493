import * as z from "zod";
import { type HttpSession, httpSession, type OwnSession } from "./http-session";

export const DEMO_PASSWORD = "fieldwork-demo";

export type Who = { email: string; connection?: string; password?: string };

const csrfReply = z.object({ csrfToken: z.string() });
const callbackReply = z.object({ url: z.string() });

/** Signs a person in over HTTP, as the sign-in page does; the session cookie stays with `session`. */
export async function signInOver(
  session: HttpSession,
  { email, connection = "built-in", password = DEMO_PASSWORD }: Who,
): Promise<void> {
  const { csrfToken } = csrfReply.parse(await (await session.get("/api/auth/csrf")).json());
  const form = { csrfToken, connection, email, password, json: "true" };
  const reply = await session.post("/api/auth/callback/credentials", { form });
  const { url } = callbackReply.parse(await reply.json());
  const problem = new URL(url, "http://localhost").searchParams.get("error");
  if (!reply.ok() || problem) throw new Error(`${email} could not sign in: ${problem ?? reply.status()}`);
}

/** A session of a person who has just signed in. Fails with the sentence that the sign-in page would show. */
export async function signInApi(baseURL: string, who: Who): Promise<OwnSession> {
  const session = httpSession(baseURL);
  await signInOver(session, who);
  return session;
}
