import "server-only";
import * as demand from "@/lib/contracts/interfaces/demand";
import type { ReplyOf } from "@/lib/contracts/operation";
import { everyPage, readEverything } from "@/lib/http/every-page";
import { AppError } from "@/lib/http/problem";
import { beliefs } from "./believed";
import { type Account, call, connectionOf, readDeadline, type SignedInContext } from "./call";
import { listAccounts } from "./list-accounts";

/** What a token was seen to own, for a minute. */
const believed = beliefs<Account[]>("accounts", { forMs: 60_000, most: 1000 });

/**
 * The accounts that the demand interface shows for the viewer's own token: calls with an account's key depend on them.
 * A session or a job does not know them.
 */
export const ownAccounts = (context: SignedInContext): Promise<Account[]> =>
  believed.get(context, "", () => everyAccount(context));

/** The same, read from the service now and believed from then on. */
export const readAccounts = (context: SignedInContext): Promise<Account[]> =>
  believed.renew(context, "", () => everyAccount(context));

function everyAccount(context: SignedInContext): Promise<Account[]> {
  const deadline = readDeadline(context);
  return readEverything((paging) => listAccounts(context, paging, { deadline }));
}

/** How long a page waits for the service where former accounts can be used instead. */
const PAGE_PATIENCE_MS = 100;
const PATIENCE_MS = 2000;

/** The viewer's accounts if the service responds soon, else its last reply, else those at sign-in. */
const accountsForPage = (context: SignedInContext): Promise<Account[]> =>
  orFormer(ownAccounts(context), believed.last(context, "") ?? context.viewer.accounts, PAGE_PATIENCE_MS);

/**
 * The context with the viewer's current accounts: our own data belong to accounts, and a session knows only those at
 * sign-in. Pages use those while the service is down; a person whose token it refuses has to sign in again.
 */
export async function withOwnAccounts<C extends SignedInContext>(context: C): Promise<C> {
  const accounts = await (context.origin === "page" ? accountsForPage(context) : ownAccounts(context));
  return { ...context, viewer: { ...context.viewer, accounts } };
}

/** The result of a read, or the former one if the read fails or takes long; a refused token is an error. */
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

/** The viewer's own user at the service; null where it lists none with their e-mail. Takes as long as one call may. */
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

/** The account to act for: the one with this id, or the only one. Another person's account is a 404. */
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
