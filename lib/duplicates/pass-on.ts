import "server-only";
import type * as activation from "@/lib/contracts/interfaces/activation";
import type { Selectors } from "@/lib/contracts/interfaces/duplicate-selectors";
import type { BodyOf } from "@/lib/contracts/operation";
import * as gateway from "@/lib/gateway/activation";
import { connectionOf, type SignedInContext } from "@/lib/gateway/call";
import { addressOf } from "@/lib/gateway/connections";
import { ReplyLost } from "@/lib/gateway/errors";
import { ownAccount } from "@/lib/gateway/own-account";
import { AppError } from "@/lib/http/problem";
import { allowLookUp } from "./look-up-limits";
import { knownSurveys } from "./resolve";

/** Calls of the interface as it is, for one account that is proven to be the viewer's: what `/api/activation` passes on. */
type PassedOn = { context: SignedInContext; accountId: string | undefined };

/**
 * The account's records are its own in our service; of another one each survey is proven to be the viewer's first,
 * and sent as that service writes it.
 */
async function proven({ context, accountId }: PassedOn, asked: Selectors) {
  const account = await ownAccount(context, accountId);
  const { Survey_Number: numbers, ...others } = asked;
  const isOurs = addressOf(connectionOf(context.viewer), "activation") === null;
  if (!numbers || isOurs) return { of: { context, account }, selectors: asked };
  const { surveys, unknown } = await knownSurveys(context, account, numbers);
  if (unknown.length > 0) throw new AppError("not_found", `Survey ${unknown[0]?.slice(0, 100)} could not be found.`);
  const Survey_Number = surveys.map(({ survey_number }) => survey_number);
  return { of: { context, account }, selectors: { Survey_Number, ...others } };
}

export async function passActivation(of: PassedOn, body: BodyOf<typeof activation.activate>) {
  const { context } = of;
  const { Type: type, Route: route, Change } = body;
  if (Change && !gateway.isExtended(context)) {
    const sentence = `${connectionOf(context.viewer).title} cannot change what one change changed: it would switch everything that matches. Leave Change out if that is meant.`;
    throw new AppError("invalid", sentence, { fields: { Change: sentence } });
  }
  const { of: whose, selectors } = await proven(of, body.selectors);
  const call = { type, route, selectors, ...(Change && { changes: Change.map(String) }) };
  try {
    const { action, message, change } = await gateway.activate(whose, call);
    return { Action: action, Message: message, Change: change };
  } catch (error) {
    if (!(error instanceof ReplyLost) || error.neverArrived) throw error;
    const sentence = `${error.reason} It is not known whether records were changed; the same call again finishes it.`;
    throw new AppError("uncertain", sentence, { cause: error });
  }
}

export async function passCount(of: PassedOn, body: BodyOf<typeof activation.countActivation>) {
  const { context } = of;
  if (!gateway.isExtended(context)) {
    throw new AppError("invalid", `${connectionOf(context.viewer).title} does not count beforehand.`);
  }
  const { of: whose, selectors } = await proven(of, body.selectors);
  return gateway.countActivation(whose, { type: body.Type, route: body.Route, selectors });
}

export async function passPreCheck(asked: PassedOn, body: BodyOf<typeof activation.preCheck>) {
  const { of, selectors } = await proven(asked, body.selectors);
  return gateway.preCheck(of, selectors);
}

export async function passActivity(asked: PassedOn, query: BodyOf<typeof activation.findActivity>) {
  // Its answer tells as much of a masked value as a look-up's.
  if (query.selectors.Hashed_Email !== undefined) await allowLookUp(asked.context, query.selectors);
  const { of, selectors } = await proven(asked, query.selectors);
  const { total, records } = await gateway.findActivity(of, { ...query, selectors });
  return {
    Records: records.map(({ survey_number, session_id, panel_id, recorded_at, active }) => ({
      Survey_Number: survey_number,
      Session_Id: session_id,
      Panel_Id: panel_id,
      Recorded_At: recorded_at,
      Active: active,
    })),
    Total: total,
  };
}

export async function passLookUp(of: PassedOn, { selectors }: BodyOf<typeof activation.lookUp>) {
  const { context } = of;
  if (!gateway.isExtended(context)) {
    throw new AppError("invalid", `${connectionOf(context.viewer).title} has no look-up. Ask for its activity.`);
  }
  await allowLookUp(context, selectors);
  const asked = await proven(of, selectors);
  return gateway.lookUp(asked.of, asked.selectors);
}

export const passToken = async (of: PassedOn) =>
  gateway.getToken({ context: of.context, account: await ownAccount(of.context, of.accountId) });
