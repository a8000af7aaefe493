import "server-only";
import { credentialOf } from "@/lib/contracts/context";
import * as demand from "@/lib/contracts/interfaces/demand";
import type { SurveyResponse } from "@/lib/contracts/interfaces/demand-replies";
import type { BodyOf } from "@/lib/contracts/operation";
import { audited } from "./audited";
import { call, type SignedInContext } from "./call";
import { ReplyLost, writeLost } from "./errors";
import { separateWrite } from "./join";
import { writeDeadlines } from "./write-time";

/**
 * Accepts or rejects a response. The last one holds, so when the reply is lost saying the same again is safe, and
 * its reply says what holds now.
 */
export async function updateResponse(
  context: SignedInContext,
  body: BodyOf<typeof demand.updateResponse>,
): Promise<SurveyResponse> {
  const write = {
    action: "updateResponse",
    thing: "responses",
    thingId: body.rdud,
    accountId: null,
    sent: body,
  } as const;
  const deadlines = writeDeadlines(context);
  const send = async (deadline: number) => (await call(context, demand.updateResponse, { body, deadline })).data;
  return separateWrite(credentialOf(context.viewer), () =>
    audited(context, write, () =>
      send(deadlines.send).catch((error: unknown) => {
        if (!(error instanceof ReplyLost)) throw error;
        return send(deadlines.settle).catch((again: unknown) => {
          if (!(again instanceof ReplyLost)) throw again;
          const isNone = error.neverArrived && again.neverArrived;
          throw writeLost(again, isNone ? "none" : "unknown", { noun: "response", act: "change" });
        });
      }),
    ),
  );
}
