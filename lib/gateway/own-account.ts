import "server-only";
import * as demand from "@/lib/contracts/interfaces/demand";
import type { ReplyOf } from "@/lib/contracts/operation";
import { everyPage, readEverything } from "@/lib/http/every-page";
import { AppError } from "@/lib/http/problem";
import { beliefs, OWNERSHIP_MS } from "./believed";
import { type Account, call, connectionOf, readDeadline, type SignedInContext } from "./call";
import { listAccounts } from "./list-accounts";

/**
 * What a token was seen to own, as long as one view of a page asks for it: each instance asks for itself, and what
 * somebody loses they lose on all of them.
 */
const believed = beliefs<Account[]>("accounts", { forMs: OWNERSHIP_MS, most: 1000 });

/**
 * The accounts that the viewer's own token shows him, by the demand interface: what calls with an account's key rest
 * on. A session or a job says nothing of them.
 */
export const ownAccounts = (context: SignedInContext): Promise<Account[]> =>
  isBuiltIn(context) ? readAccounts(context) : believed.get(context, "", everyAccount);

/** Our own service answers from the database in a moment, and is asked each time. */
const isBuiltIn = ({ viewer }: SignedInContext) => connectionOf(viewer).demand.url === null;

/** The same, as the service says it now, which is believed from then on. */
export const readAccounts = (context: SignedInContext): Promise<Account[]> => believed.renew(context, "", everyAccount);

function everyAccount(context: SignedInContext): Promise<Account[]> {
  const deadline = readDeadline(context);
  return readEverything((paging) => listAccounts(context, paging, { deadline }));
}

/** How long the service is waited for where what is known can stand in: nothing else keeps a page back. */
export const FIRST_PAINT_MS = 100;
const PATIENCE_MS = 2000;

/** The viewer's accounts as the service says them soon, else as it last said them, else as the session began with. */
const accountsForPage = (context: SignedInContext): Promise<Account[]> =>
  ownAccountsOr(context, believed.last(context, "") ?? context.viewer.accounts, FIRST_PAINT_MS);

/**
 * With the viewer's accounts as they are now: what is ours is shown and kept by account, and a session knows those of
 * its beginning. For a page they stand in while the service is away; whose token it refuses has to sign in again.
 */
export async function withOwnAccounts<C extends SignedInContext>(context: C): Promise<C> {
  const accounts = await (context.origin === "page" ? accountsForPage(context) : ownAccounts(context));
  return { ...context, viewer: { ...context.viewer, accounts } };
}

/**
 * The viewer's accounts as another service says them, else `former` where it is away or takes long. Our own is always
 * waited for: on a busy machine too, what a person has lost is not shown for a moment longer.
 */
export const ownAccountsOr = (context: SignedInContext, former: Account[], patienceMs?: number) =>
  isBuiltIn(context) ? ownAccounts(context) : orFormer(ownAccounts(context), former, patienceMs);

/** What is being read, or what was known before where that fails or takes long; a refused token is an error. */
export async function orFormer<T>(reading: Promise<T>, former: T, patienceMs = PATIENCE_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, patienceMs, former);
  });
  try {
    return await Promise.race([reading, late]);
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthenticated") throw error;
    return former;
  } finally {
    clearTimeout(timer);
  }
}

/** The service's user who the viewer is; null where it lists none of his e-mail. Takes no longer than one call may. */
export async function ownUser(
  context: SignedInContext,
): Promise<ReplyOf<typeof demand.listUsers>["items"][number] | null> {
  const { viewer } = context;
  const deadline = readDeadline(context);
  const readPage = async (query: { page: number; page_size: number }) =>
    (await call(context, demand.listUsers, { query, deadline })).data;
  for await (const { items } of everyPage(readPage)) {
    const me = items.find(({ email }) => email?.toLowerCase() === viewer.email.toLowerCase());
    if (me) return me;
  }
  return null;
}

/** The account to act for: the one named, or the only one. Another's is as unknown as none. */
export async function ownAccount(context: SignedInContext, asked?: string | undefined): Promise<Account> {
  const accounts = await ownAccounts(context);
  if (asked !== undefined) {
    const found = accounts.find(({ id }) => id === asked);
    if (found) return found;
    throw new AppError("not_found", "This account could not be found.");
  }
  const [only, another] = accounts;
  if (!only) throw new AppError("forbidden", `${connectionOf(context.viewer).title} shows you no account.`);
  if (!another) return only;
  throw new AppError("invalid", "You have several accounts. Choose the one that this is about.", {
    fields: { account_id: "Choose an account." },
  });
}
