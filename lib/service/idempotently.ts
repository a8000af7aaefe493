import "server-only";
import * as z from "zod";
import { digestOf } from "@/lib/http/digest";
import { AppError } from "@/lib/http/problem";
import { type Connection, db } from "@/lib/stores/postgres/client";
import { claimKey, keepReply } from "@/lib/stores/postgres/idempotency";
import { readStored } from "@/lib/stores/stored-json";
import type { Answer, Caller } from "./service";

const answerSchema: z.ZodType<Answer> = z.object({
  body: z.unknown(),
  headers: z.record(z.string(), z.string()).optional(),
});

type Request = { viewer: Caller; headers: Headers; raw: unknown };

/**
 * Runs a create in one transaction. With an `Idempotency-Key` the reply is kept in that same transaction, so that
 * a repeated request, also one that crossed the first or followed a crash, gets the first one's reply.
 */
export async function idempotently(
  operation: string,
  { viewer, headers, raw }: Request,
  create: (transaction: Connection) => Promise<Answer>,
): Promise<Answer> {
  const key = headers.get("idempotency-key")?.trim();
  if (!key) return db().transaction(create);
  if (key.length > 255) throw new AppError("invalid", "The Idempotency-Key must have at most 255 characters.");
  const claim = { userId: viewer.userId, operation, key };
  const bodyHash = await digestOf(raw);
  return db().transaction(async (transaction) => {
    const earlier = await claimKey(transaction, claim, bodyHash);
    if (earlier) {
      if (earlier.bodyHash !== bodyHash) throw usedForAnother();
      return readStored(answerSchema, earlier.reply, `The reply of “${operation}” in idempotent_replies`);
    }
    const answer = await create(transaction);
    await keepReply(transaction, claim, 201, answer);
    return answer;
  });
}

export const usedForAnother = () =>
  new AppError("invalid", "This Idempotency-Key was used for another request. Use a new key for each create.");
