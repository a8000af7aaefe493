import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

export type Credentials = { user: string; password: string };

/** What a request says it is: basic authentication, or the two headers of ClickHouse's own protocol. */
export function credentialsOf(headers: IncomingHttpHeaders): Credentials | undefined {
  const [scheme, encoded] = (headers.authorization ?? "").split(" ");
  if (scheme?.toLowerCase() === "basic" && encoded) {
    const [user = "", ...password] = Buffer.from(encoded, "base64").toString("utf8").split(":");
    return { user, password: password.join(":") };
  }
  const [user, password] = [headers["x-clickhouse-user"], headers["x-clickhouse-key"]];
  return typeof user === "string" && typeof password === "string" ? { user, password } : undefined;
}

const digest = ({ user, password }: Credentials) =>
  createHash("sha256")
    .update(JSON.stringify([user, password]))
    .digest();

/** Takes the same time whatever was sent. */
export function isKnown(given: Credentials | undefined, expected: Credentials): boolean {
  return timingSafeEqual(digest(given ?? { user: "", password: "" }), digest(expected)) && given !== undefined;
}
