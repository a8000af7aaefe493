import "server-only";
import { linkHash } from "@/lib/auth/password-links";
import { easyPassword } from "@/lib/common-passwords";
import type * as contract from "@/lib/contracts/ours/passwords";
import { demoRefused } from "@/lib/env";
import { AppError } from "@/lib/http/problem";
import { addAudit } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import { findPasswordLink, usePasswordLink } from "@/lib/stores/postgres/password-links";
import { hashPassword } from "@/lib/stores/postgres/passwords";
import { accountOf, endSessionsOf, setPasswordHash } from "@/lib/stores/postgres/users";
import { ofUser } from "./of-user";

const noLink = () =>
  new AppError("not_found", "This link was used already or has expired. Ask an admin of your account for a new one.");

async function findLink(text: string) {
  const found = await findPasswordLink(db(), linkHash(text));
  if (!found || demoRefused(found.email)) throw noLink();
  return found;
}

export async function lookUpLink(text: string): Promise<contract.PasswordLink> {
  const { email, name, purpose, expiresAt } = await findLink(text);
  return { email, name, purpose, expires_at: expiresAt.toISOString() };
}

/** Sets the password of the user whose link it is, and ends what the former one let in. */
export async function setPassword(link: string, password: string, requestId: string): Promise<{ email: string }> {
  const { userId: id, email, name } = await findLink(link);
  const problem = await easyPassword(password, [email, name]);
  if (problem !== null) throw new AppError("invalid", problem, { fields: { password: problem } });
  const passwordHash = await hashPassword(password);
  await db().transaction(async (transaction) => {
    if (!(await usePasswordLink(transaction, linkHash(link)))) throw noLink();
    await setPasswordHash(transaction, id, passwordHash);
    await endSessionsOf(transaction, { id, email });
    await addAudit(transaction, ofUser({ email, name }, requestId), {
      accountId: await accountOf(transaction, id),
      action: "setPassword",
      thing: "users",
      thingId: id,
      after: { email },
      outcome: "done",
    });
  });
  return { email };
}
