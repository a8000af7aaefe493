import { signInApi } from "../sign-in";

/** The session cookie of a person who has just signed in, as a request header. */
export async function sessionOf(url: string, email: string, connection = "built-in", password?: string) {
  const session = await signInApi(url, { email, connection, ...(password !== undefined && { password }) });
  return { cookie: session.cookieHeader() };
}
