import "server-only";
import type {
  listPlatforms as listOperation,
  setPlatforms as setOperation,
} from "@/lib/contracts/interfaces/fraud-account";
import { addAudit } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import { findFraudAccount, lockFraudAccount, updateFraudAccount } from "@/lib/stores/postgres/fraud";
import type { Answer, Call } from "../service";
import { accountOf } from "./account";

/** `GET /api/v3/respondents/destination_platforms/{private_key}`. */
export async function listPlatforms({ viewer }: Call<typeof listOperation>): Promise<Answer> {
  const { number } = await accountOf(viewer);
  return { body: { results: (await findFraudAccount(db(), number)).platforms } };
}

/** (ours) Sets the whole list. */
export async function setPlatforms(call: Call<typeof setOperation>): Promise<Answer> {
  const { id, number } = await accountOf(call.viewer);
  const platforms = call.body.results;
  await db().transaction(async (transaction) => {
    const before = await lockFraudAccount(transaction, number);
    await updateFraudAccount(transaction, number, { platforms });
    await addAudit(transaction, call, {
      ...{ accountId: id, action: "setPlatforms", thing: "accounts", thingId: id, outcome: "done" },
      before: { platforms: before.platforms },
      after: { platforms },
    });
  });
  return { body: { results: platforms } };
}
