import { createHash, randomBytes, scryptSync } from "node:crypto";
import { env } from "@/lib/env";
import { networkOf } from "@/lib/http/network";
import { signToken } from "@/lib/service/demand/sign-token";
import { seal } from "@/lib/stores/postgres/sealed";
import { httpSession, type OwnSession } from "./http-session";
import { instanceSecrets, instanceStore } from "./instance-store";

/** A password hash that costs next to nothing to verify: tests sign in hundreds of people, who have no secrets. */
export function hashCheaply(password: string): string {
  // Any lower, and the memory that the product allows for such parameters would not do.
  const [costBits, blockSize, parallel] = [4, 8, 1];
  const salt = randomBytes(16);
  const key = scryptSync(password, salt, 32, { N: 2 ** costBits, r: blockSize, p: parallel });
  return ["scrypt", costBits, blockSize, parallel, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** A token of a built-in user, as `POST /tokens` issues them, which has a rate. */
export async function newToken(email: string): Promise<string> {
  env.APP_SECRET ??= instanceSecrets().appSecret;
  const [user] = await instanceStore()<{ id: string; passwordHash: string; passwordMark: string | null }[]>`
    select id, password_hash as "passwordHash", password_mark as "passwordMark" from users where email = ${email}`;
  return (await signToken(user ?? { id: "", passwordHash: "" }, Date.now())).token;
}

/** As if somebody had guessed so often from here; each real guess hashes twice, slowly on purpose. */
export async function addFailedGuesses(email: string, count: number): Promise<void> {
  const key = `guesses:${JSON.stringify(["built-in", email])}:${networkOf("127.0.0.1")}`;
  await instanceStore()`
    insert into rate_limits (key, moments, counts) values (${key}, array[now()]::timestamptz[], array[${count}::int])
    on conflict (key) do update set moments = excluded.moments, counts = excluded.counts`;
}

const HOUR_MS = 3_600_000;

/**
 * The cookie of a new session of a built-in person, which is written straight into the table of sessions. Signing in
 * hashes passwords, slowly on purpose, up to three times; the tests of sign-in do that, the others only need somebody
 * who is signed in.
 */
export async function newSessionCookie({ email }: { email: string }) {
  const sql = instanceStore();
  const sessionId = randomBytes(32).toString("base64url");
  const accounts = await sql<{ id: string; name: string }[]>`
    select a.id, a.name from accounts a join memberships m on m.account_id = a.id join users u on u.id = m.user_id
    where u.email = ${email} order by a.name, a.id`;
  const [person] = await sql<{ id: string }[]>`
    update people p set last_seen_at = now() from users u
    where p.connection = 'built-in' and p.email = ${email} and u.email = p.email returning p.id`;
  if (!person) throw new Error(`The built-in connection does not know ${email}.`);
  const token = await newToken(email);
  await sql`insert into sessions ${sql({
    id_hash: createHash("sha256").update(sessionId).digest("hex"),
    person_id: person.id,
    accounts: sql.json(accounts.map(({ id, name }) => ({ id, name }))),
    token: seal(token),
    client_address: "127.0.0.1",
    expires_at: new Date(Date.now() + HOUR_MS),
  })}`;
  const { hostname } = new URL(baseURL());
  const cookie = { name: "session", value: sessionId, domain: hostname, path: "/", expires: -1 };
  return { ...cookie, httpOnly: true, secure: false, sameSite: "Lax" as const };
}

/** A new session of a built-in person. */
export async function openSession(person: { email: string }): Promise<OwnSession> {
  return httpSession(baseURL(), [await newSessionCookie(person)]);
}

const baseURL = () => process.env.BASE_URL ?? "";
