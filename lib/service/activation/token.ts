import "server-only";
import { createHash, randomBytes } from "node:crypto";
import type { getToken as operation } from "@/lib/contracts/interfaces/activation";
import { db } from "@/lib/stores/postgres/client";
import { keepToken } from "@/lib/stores/postgres/single-use-tokens";
import type { Answer, Call } from "../service";
import { accountOf } from "./account";

const LIFETIME_MS = 5 * 60 * 1000;

/** By which a token is stored and found. */
export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** A token for one server-to-server call of this account within five minutes. */
export async function newSingleUseToken(account: number): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(Date.now() + LIFETIME_MS);
  await keepToken(db(), { tokenHash: hashOfToken(token), account, expiresAt });
  return { token, expiresAt };
}

/** `GET /token`. */
export async function getToken({ viewer }: Call<typeof operation>): Promise<Answer> {
  const { token, expiresAt } = await newSingleUseToken(await accountOf(viewer));
  return { body: { token, expiration: expiresAt.toISOString() } };
}
