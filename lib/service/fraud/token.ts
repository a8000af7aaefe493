import "server-only";
import type { getSingleUseToken as operation } from "@/lib/contracts/interfaces/fraud-account";
import { unauthorized } from "@/lib/http/problem";
import { type Connection, db } from "@/lib/stores/postgres/client";
import { consumeToken, isTokenOf } from "@/lib/stores/postgres/fraud";
import { hashOfToken, newSingleUseToken } from "../activation/token";
import type { Answer, Call, Caller } from "../service";
import { accountOf } from "./account";

/** `GET /api/v3/respondents/get_token/{publishable_key}`. */
export async function getToken({ viewer }: Call<typeof operation>): Promise<Answer> {
  const { number } = await accountOf(viewer);
  const { token, expiresAt } = await newSingleUseToken(number);
  const result = {
    message: "Use the token once, within five minutes.",
    ...{ token, timestamp: new Date().toISOString(), expiration: expiresAt.toISOString() },
  };
  return { body: { results: [result] } };
}

const tokenIn = (headers: Headers) => hashOfToken(headers.get("token") ?? "");

/** Refuses a call whose token is not this account's, was used, or has run out, before its input is read. */
export async function requireToken(headers: Headers, caller: Caller): Promise<void> {
  const { number } = await accountOf(caller);
  if (!(await isTokenOf(db(), number, tokenIn(headers)))) throw unauthorized();
}

/** Uses the token in the transaction of what it is used for: a call that is refused leaves it unused. */
export async function takeToken(transaction: Connection, headers: Headers, account: number): Promise<void> {
  if (!(await consumeToken(transaction, account, tokenIn(headers)))) throw unauthorized();
}
