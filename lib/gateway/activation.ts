import "server-only";
import * as activation from "@/lib/contracts/interfaces/activation";
import { type Selectors, writeSelectors } from "@/lib/contracts/interfaces/duplicate-selectors";
import type { QueryOf } from "@/lib/contracts/operation";
import { selectorsOnRecord } from "@/lib/contracts/rules/selectors-on-record";
import type { ActivationType } from "@/lib/contracts/terms/activation";
import { audited } from "./audited";
import { type Account, call, connectionOf, type SignedInContext } from "./call";
import { saidOfActivation } from "./said-of-activation";
import { personalIn } from "./secrets";

/**
 * Calls of the duplicate check for one account, which `ownAccount` has proven to be the viewer's. What is ours beside
 * the interface is asked only of services that are known to have it.
 */
type For = { context: SignedInContext; account: Account };

/** Whether the connection's duplicate check counts beforehand, looks up by every identifier and reverses exactly. */
export const isExtended = ({ viewer }: SignedInContext): boolean => connectionOf(viewer).activation.extended;

type ActivationCall = {
  type: ActivationType;
  route: string;
  selectors: Selectors;
  /** Only what these changes of ours set. */
  changes?: readonly string[] | undefined;
  /** Names this very call: repeated with it, a service that knows keys answers as it did the first time. */
  key?: string | undefined;
};

/** One call: up to 500 records. A lost reply is a ReplyLost, and the same call again is safe. */
export async function activate(
  { context, account }: For,
  { type, route, selectors, changes, key }: ActivationCall,
): Promise<activation.Activated> {
  const extended = isExtended(context);
  const body = { Type: type, Route: route, ...writeSelectors(selectors) };
  const ours = extended && changes ? { Change: changes.join(",") } : {};
  const headers: Record<string, string> = extended && key ? { "idempotency-key": key } : {};
  const onRecord: Record<string, string> = { Type: type, Route: route, ...selectorsOnRecord(selectors) };
  const write = {
    of: "activation",
    action: "activate",
    thing: "duplicate check",
    thingId: selectors.Survey_Number?.length === 1 ? (selectors.Survey_Number[0] ?? null) : null,
    accountId: account.id,
    sent: onRecord,
    leaves: ({ action, message }: activation.Activated): Record<string, string> => ({ ...onRecord, action, message }),
  } as const;
  const ask = { account, body: { ...body, ...ours }, headers };
  const { keys } = connectionOf(context.viewer).activation;
  const proof = Object.hasOwn(keys, account.id) ? keys[account.id] : undefined;
  return audited(context, write, async () => {
    const { data } = await call(context, activation.activate, ask);
    return saidOfActivation(data, { proofs: proof ? [proof] : [], personal: personalIn("activation", body) });
  });
}

export async function countActivation(
  { context, account }: For,
  { type, route, selectors }: Omit<ActivationCall, "changes" | "key">,
): Promise<activation.ActivationCount> {
  const body = { Type: type, Route: route, ...writeSelectors(selectors) };
  return (await call(context, activation.countActivation, { account, body })).data;
}

export const preCheck = async ({ context, account }: For, selectors: Selectors) =>
  (await call(context, activation.preCheck, { account, body: writeSelectors(selectors) })).data;

/** What `/activity` is asked, in our spelling. */
type ActivityQuery = QueryOf<typeof activation.getActivity>;

export async function findActivity({ context, account }: For, { selectors = {}, Range, Page }: ActivityQuery) {
  const range = Range && { Range: `${Range.from},${Range.to}` };
  const page = Page !== undefined && { Page: String(Page) };
  const body = { ...writeSelectors(selectors), ...range, ...page };
  return (await call(context, activation.findActivity, { account, body })).data;
}

export const lookUp = async ({ context, account }: For, selectors: Selectors) =>
  (await call(context, activation.lookUp, { account, body: writeSelectors(selectors) })).data;

export const getToken = async ({ context, account }: For) =>
  (await call(context, activation.getToken, { account, alone: true })).data;
