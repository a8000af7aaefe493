import "server-only";
import type { Platform } from "@/lib/contracts/interfaces/fraud-account";
import type { ReviewRequest } from "@/lib/contracts/interfaces/fraud-review";
import type { SearchRequest } from "@/lib/contracts/interfaces/fraud-search";
import type { SignedInContext } from "@/lib/gateway/call";
import * as gateway from "@/lib/gateway/fraud";
import { ownAccount } from "@/lib/gateway/own-account";
import { AppError } from "@/lib/http/problem";
import { requireExtended } from "./check-settings";
import { keepReply } from "./keep-reply";
import { whoseSurvey } from "./whose";

/** The interface as it is, for one account that is proven to be the viewer's: what `/api/fraud` passes on. */
type PassedOn = { context: SignedInContext; accountId: string | undefined };

const accountOf = async ({ context, accountId }: PassedOn): Promise<gateway.For> => ({
  context,
  account: await ownAccount(context, accountId),
});

function refuseSealed(encrypt: boolean | undefined): void {
  if (!encrypt) return;
  const sentence = "Replies are encrypted for servers and pages that have the account's key. Leave encrypt out.";
  throw new AppError("invalid", sentence, { fields: { encrypt: sentence } });
}

export async function passSearch({ context, accountId }: PassedOn, { encrypt, ...query }: SearchRequest) {
  refuseSealed(encrypt);
  const { of } = await whoseSurvey(context, { number: query.sy_nr, accountId });
  const reply = await gateway.search(of, query);
  await keepReply(of, { surveyNumber: query.sy_nr, sessionId: query.sn_ud, kind: "search", questionId: "", reply });
  return reply;
}

export async function passReview({ context, accountId }: PassedOn, { encrypt, ...asked }: ReviewRequest) {
  refuseSealed(encrypt);
  const { of } = await whoseSurvey(context, { number: asked.sy_nr, accountId });
  const reply = await gateway.review(of, asked);
  const { sy_nr: surveyNumber, sn_ud: sessionId, q_id: questionId } = asked;
  await keepReply(of, { surveyNumber, sessionId, kind: "review", questionId, reply });
  return reply;
}

export const passToken = async (of: PassedOn) => gateway.getToken(await accountOf(of));

export const passPlatforms = async (of: PassedOn) => ({ results: await gateway.listPlatforms(await accountOf(of)) });

export async function passSetPlatforms(of: PassedOn, platforms: Platform[]) {
  requireExtended(of.context);
  return { results: await gateway.setPlatforms(await accountOf(of), platforms) };
}

export async function passEncryption(of: PassedOn) {
  requireExtended(of.context);
  return { created_at: await gateway.encryptionSince(await accountOf(of)) };
}

export async function passNewEncryptionKey(of: PassedOn) {
  requireExtended(of.context);
  return gateway.createEncryptionKey(await accountOf(of));
}

export async function passLists(of: PassedOn) {
  requireExtended(of.context);
  return { lists: await gateway.listLists(await accountOf(of)) };
}

export async function passThreshold(of: PassedOn) {
  requireExtended(of.context);
  return { threshold: await gateway.findThreshold(await accountOf(of)) };
}

export async function passSetThreshold(of: PassedOn, threshold: number) {
  requireExtended(of.context);
  return { threshold: await gateway.setThreshold(await accountOf(of), threshold) };
}

export async function passDryRun(of: PassedOn, query: Parameters<typeof gateway.tryThreshold>[1]) {
  requireExtended(of.context);
  return gateway.tryThreshold(await accountOf(of), query);
}
