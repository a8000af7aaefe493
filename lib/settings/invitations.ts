import "server-only";
import { deliver, makeLink } from "@/lib/auth/password-links";
import type { SessionViewer } from "@/lib/auth/viewer";
import type { BodyOf } from "@/lib/contracts/operation";
import type * as contract from "@/lib/contracts/ours/invitations";
import { demoRefused } from "@/lib/env";
import { connectionOf, type SignedInContext } from "@/lib/gateway/call";
import { readAccounts } from "@/lib/gateway/own-account";
import { AppError } from "@/lib/http/problem";
import { addAudit } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import { NO_PASSWORD } from "@/lib/stores/postgres/passwords";
import { giveRole } from "@/lib/stores/postgres/people";
import { findMember, insertUser } from "@/lib/stores/postgres/users";
import { chosenAccount } from "./chosen-account";
import { refusalToReset } from "./role-rules";

type Context = SignedInContext<SessionViewer>;

/** Adds a user to one of the viewer's accounts, and sends them a link to set their password. */
export async function inviteUser(
  context: Context,
  { email, name, role, account_id }: BodyOf<typeof contract.inviteUser>,
): Promise<contract.Delivery> {
  refuseElsewhere(context);
  refuseDemo(email);
  const account = chosenAccount(await readAccounts(context), account_id, "they join");
  const link = await db().transaction(async (transaction) => {
    const user = { email, name, passwordHash: NO_PASSWORD, accountId: account.id };
    const id = await insertUser(transaction, user);
    if (id === null) throw taken(email);
    await giveRole(transaction, { connection: context.viewer.connection, email, name, role });
    await addAudit(transaction, context, {
      accountId: account.id,
      action: "inviteUser",
      thing: "users",
      thingId: id,
      after: { email, name, role, account: account.name },
      outcome: "done",
    });
    return makeLink(transaction, id, "invitation");
  });
  return deliver(link, { email, name }, context.requestId);
}

/** Sends a user of the viewer's accounts a link to set a password: another one, or the first. */
export async function createPasswordLink(
  context: Context,
  { email }: BodyOf<typeof contract.createPasswordLink>,
): Promise<contract.Delivery> {
  refuseElsewhere(context);
  refuseDemo(email);
  const accountIds = (await readAccounts(context)).map(({ id }) => id);
  const { user, link } = await db().transaction(async (transaction) => {
    const found = await findMember(transaction, accountIds, email);
    if (!found) throw new AppError("not_found", "There is no such user in your accounts.");
    const refusal = refusalToReset(found, accountIds);
    if (refusal) throw new AppError("forbidden", refusal);
    await addAudit(transaction, context, {
      accountId: found.accountIds.find((id) => accountIds.includes(id)) ?? null,
      action: "createPasswordLink",
      thing: "users",
      thingId: found.id,
      after: { email },
      outcome: "done",
    });
    const purpose = found.hasPassword ? "reset" : "invitation";
    return { user: found, link: await makeLink(transaction, found.id, purpose) };
  });
  return deliver(link, user, context.requestId);
}

/** Whom another service knows, that service lets in. */
function refuseElsewhere({ viewer }: Context): void {
  const { demand, title } = connectionOf(viewer);
  if (demand.url === null) return;
  throw new AppError("invalid", `Users of ${title} and their passwords are another service's. Ask its operator.`);
}

function refuseDemo(email: string): void {
  if (!demoRefused(email)) return;
  const problem = "This e-mail is the demo data's, which is not accepted here. Use another one.";
  throw new AppError("invalid", problem, { fields: { email: problem } });
}

const taken = (email: string) => {
  const problem = `${email} is a user already. Whoever runs this installation can add them to more accounts.`;
  return new AppError("invalid", problem, { fields: { email: problem } });
};
