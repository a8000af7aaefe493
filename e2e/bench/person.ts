import { signInApi } from "../sign-in";

/** The session cookie of a person who has just signed in, as a request header. */
export async function sessionOf(url: string, email: string, connection = "built-in", password?: string) {
  const context = await signInApi(url, { email, connection, ...(password !== undefined && { password }) });
  const { cookies } = await context.storageState();
  await context.dispose();
  return { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") };
}
