import "server-only";
import type { preCheck as operation } from "@/lib/contracts/interfaces/activation";
import { checkEntrant } from "@/lib/stores/postgres/activation-pre-check";
import { db } from "@/lib/stores/postgres/client";
import type { Answer, Call } from "../service";
import { accountOf } from "./account";
import { inTurn } from "./turns";

/** `POST /predupes`: who shares an identifier with the entrant, then his record. The record is its own trace. */
export async function preCheck({ viewer, body }: Call<typeof operation>): Promise<Answer> {
  const { Survey_Number: surveyNumbers = [], Session_Id: [sessionId = ""] = [], ...identifiers } = body.selectors;
  const entrant = { account: await accountOf(viewer), sessionId, surveyNumbers, identifiers };
  const matches = await inTurn(entrant.account, "preCheck", () =>
    db().transaction((transaction) => checkEntrant(transaction, entrant)),
  );
  return {
    body: {
      Duplicate: matches.length > 0,
      Matches: matches.map(({ surveyNumber, sessionId: session, matchedOn }) => ({
        Survey_Number: surveyNumber,
        Session_Id: session,
        Matched_On: matchedOn,
      })),
    },
  };
}
