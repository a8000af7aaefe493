import "server-only";
import {
  type ReadTextScores,
  type ReadVerdict,
  readTextScores,
  readVerdict,
} from "@/lib/contracts/interfaces/fraud-replies";
import { isObject, type JsonObject } from "@/lib/contracts/lenient";
import type { CheckKind } from "@/lib/contracts/terms/checks";
import type { For } from "@/lib/gateway/fraud";
import { addAudit } from "@/lib/stores/postgres/audit";
import { saveCheckReply } from "@/lib/stores/postgres/check-replies";
import { db } from "@/lib/stores/postgres/client";

type Kept = { surveyNumber: string; sessionId: string; kind: CheckKind; questionId: string; reply: JsonObject };

const readers: Record<CheckKind, (reply: JsonObject, sessionId: string) => ReadVerdict | ReadTextScores | null> = {
  search: readVerdict,
  review: readTextScores,
};

/** A review repeats the text, which says more of a person than is kept. */
function withoutText(reply: JsonObject): JsonObject {
  if (!Array.isArray(reply.results)) return reply;
  const results = reply.results.map((result) => {
    if (!isObject(result)) return result;
    const { input: _, ...rest } = result;
    return rest;
  });
  return { ...reply, results };
}

/** Keeps what a service said, as it came and as it is read, so that it can be explained later, with the audit entry. */
export async function keepReply({ context, account }: For, kept: Kept): Promise<void> {
  const { surveyNumber, sessionId, kind, questionId, reply } = kept;
  const { connection, email } = context.viewer;
  const read = readers[kind](reply, sessionId);
  const place = { connection, accountId: account.id, surveyNumber, sessionId, kind, questionId };
  await db().transaction(async (transaction) => {
    if (read) await saveCheckReply(transaction, { ...place, read, reply: withoutText(reply), who: email });
    await addAudit(transaction, context, {
      ...{ accountId: account.id, action: "checkRespondent", thing: "surveys", thingId: surveyNumber, outcome: "done" },
      after: { session_id: sessionId, check: kind, ...(questionId && { question_id: questionId }) },
    });
  });
}
