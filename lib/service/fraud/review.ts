import "server-only";
import type * as contract from "@/lib/contracts/interfaces/fraud-review";
import { lockValues } from "@/lib/stores/postgres/activation-pre-check";
import { type Connection, db } from "@/lib/stores/postgres/client";
import { findFraudAccount, saveReview, textsInBands } from "@/lib/stores/postgres/fraud";
import { inTurn } from "../activation/turns";
import { bandsOf } from "../quality/scoring/similarity";
import type { Answer, Call } from "../service";
import { accountOf } from "./account";
import { replyWriter } from "./encryption";
import { mostAlike, readText, scoreText } from "./scoring/open-text";
import { takeToken } from "./token";

type Browsers = Call<typeof contract.reviewFromQuery> | Call<typeof contract.reviewFromBody>;

/** `GET` and `POST /api/v4/respondents/review/{publishable_key}`. */
export const reviewFromBrowser = (call: Browsers, asked: contract.ReviewRequest): Promise<Answer> =>
  review(call, asked, { encrypts: asked.encrypt || call.query.encrypt, isServer: false });

/** `GET /api/v3/respondents/review/{private_key}`. */
export const reviewFromServer = (call: Call<typeof contract.reviewFromServer>): Promise<Answer> =>
  review(call, call.query, { encrypts: call.query.encrypt, isServer: true });

type How = { encrypts: boolean | undefined; isServer: boolean };
type Caller = Pick<Browsers, "viewer" | "headers" | "origin">;

async function review(call: Caller, asked: contract.ReviewRequest, { encrypts, isServer }: How): Promise<Answer> {
  const { number: account } = await accountOf(call.viewer);
  const write = replyWriter(await findFraudAccount(db(), account), encrypts);
  const scores = await inTurn(account, "preCheck", () =>
    db().transaction(async (transaction) => {
      if (isServer && call.origin === "service") await takeToken(transaction, call.headers, account);
      return reviewIn(transaction, account, asked);
    }),
  );
  return { body: write({ results: [{ input: asked.text, score: scores }] }) };
}

/** Scores a text against earlier ones of the survey to the same question, and keeps what later ones are compared with. */
async function reviewIn(transaction: Connection, account: number, asked: contract.ReviewRequest) {
  const { sy_nr: surveyNumber, sn_ud: sessionId, q_id: questionId, text } = asked;
  const { all, words, isComparable } = readText(text);
  const of = { account, surveyNumber, questionId, sessionId };
  const bands = isComparable ? bandsOf(words, JSON.stringify([account, surveyNumber, questionId])) : null;
  let alike = 0;
  if (bands) {
    // Of two copies that come at once one is the first.
    await lockValues(transaction, account, [["t", surveyNumber, questionId]]);
    alike = mostAlike(words, await textsInBands(transaction, { ...of, bands }));
  }
  const scores = scoreText(all, alike, {
    ...{ text, shownAt: asked.t_page_load, typedFrom: asked.t_text_typed, sentAt: asked.t_submit },
    ...{ typed: asked.s_text_length, pastedText: asked.c_text },
  });
  await saveReview(transaction, { ...of, scores, ...(bands && { words, bands }) });
  return scores;
}
