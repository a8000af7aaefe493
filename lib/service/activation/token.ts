import "server-only";
import { createHash, randomBytes } from "node:crypto";
import type { getToken as operation } from "@/lib/contracts/interfaces/activation";
import { db } from "@/lib/stores/postgres/client";
import { keepToken } from "@/lib/stores/postgres/single-use-tokens";
import type { Answer, Call } from "../service";
import { accountOf } from "./account";

const LIFETIME_MS = 5 * 60 * 1000;

/** `GET /token`: for one server-to-server call within five minutes. */
export async function getToken({ viewer }: Call<typeof operation>): Promise<Answer> {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(Date.now() + LIFETIME_MS);
  const tokenHash = createHash("sha256").update(token).digest("hex");
  await keepToken(db(), { tokenHash, account: await accountOf(viewer), expiresAt });
  return { body: { token, expiration: expiresAt.toISOString() } };
}
