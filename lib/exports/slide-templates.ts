import type { AuditAction } from "@/lib/contracts/terms/audit";
import "server-only";
import type * as z from "zod";
import type { SessionViewer } from "@/lib/auth/viewer";
import type { BodyOf } from "@/lib/contracts/operation";
import * as contract from "@/lib/contracts/ours/slide-templates";
import type { Account, SignedInContext } from "@/lib/gateway/call";
import { readAccounts } from "@/lib/gateway/own-account";
import { projectOf } from "@/lib/gateway/project-of";
import { AppError } from "@/lib/http/problem";
import { addAudit } from "@/lib/stores/postgres/audit";
import { type Connection, db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/slide-templates";
import { readTemplate } from "./read-template";

type Context = SignedInContext<SessionViewer>;

const shown = ({ id, name }: Account, stored: store.StoredTemplate | null): contract.TemplateOfAccount => ({
  account: { id, name },
  template: stored && {
    name: stored.name,
    who: stored.who,
    updated_at: stored.updatedAt.toISOString(),
    look: contract.shownLookSchema.parse(stored.look),
  },
});

/** The template of each of the viewer's accounts. */
export async function listSlideTemplates(context: Context): Promise<{ accounts: contract.TemplateOfAccount[] }> {
  const accounts = await readAccounts(context);
  const { connection } = context.viewer;
  const stored = await store.listTemplates(db(), { connection, accountIds: accounts.map(({ id }) => id) });
  const of = ({ id }: Account) => stored.find(({ accountId }) => accountId === id) ?? null;
  return { accounts: accounts.map((account) => shown(account, of(account))) };
}

/** What slides of a project look like; null: as usual. */
export async function getSlideLook(context: Context, projectId: string) {
  const stored = await store.findTemplate(db(), await projectOf(context, projectId));
  return { look: stored && contract.slideLookSchema.parse(stored.look) };
}

/** Reads a file and makes it the template of one of the viewer's accounts. What is no template changes nothing. */
export async function setSlideTemplate(
  context: Context,
  { account_id, name }: z.output<typeof contract.setSlideTemplate.query>,
  bytes: AsyncIterable<Uint8Array> | null,
): Promise<contract.TemplateOfAccount> {
  const account = await ownAccount(context, account_id);
  const look = await readTemplate(await collected(bytes));
  const { connection, email: who } = context.viewer;
  return db().transaction(async (transaction) => {
    const place = { connection, accountId: account.id };
    const before = await store.findTemplate(transaction, place);
    const after = await store.putTemplate(transaction, { ...place, name, look, who });
    await trace(transaction, context, "setSlideTemplate", { account, before, after });
    return shown(account, after);
  });
}

export async function removeSlideTemplate(
  context: Context,
  { account_id }: BodyOf<typeof contract.removeSlideTemplate>,
): Promise<contract.TemplateOfAccount> {
  const account = await ownAccount(context, account_id);
  const { connection } = context.viewer;
  return db().transaction(async (transaction) => {
    const before = await store.deleteTemplate(transaction, { connection, accountId: account.id });
    if (before) await trace(transaction, context, "removeSlideTemplate", { account, before, after: null });
    return shown(account, null);
  });
}

async function ownAccount(context: Context, id: string): Promise<Account> {
  const account = (await readAccounts(context)).find((each) => each.id === id);
  if (account) return account;
  const problem = "This is not one of your accounts. Choose one that is.";
  throw new AppError("invalid", problem, { fields: { account_id: problem } });
}

async function collected(bytes: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes ?? []) {
    size += chunk.byteLength;
    if (size > contract.MOST_TEMPLATE_BYTES) {
      const most = contract.MOST_TEMPLATE_BYTES / 1024 ** 2;
      throw new AppError("invalid", `A template has at most ${most} MB. Take pictures out of it and choose it again.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

type Traced = { account: Account; before: store.StoredTemplate | null; after: store.StoredTemplate | null };

async function trace(
  transaction: Connection,
  context: Context,
  action: AuditAction,
  { account, before, after }: Traced,
) {
  const kept = (template: store.StoredTemplate | null) => ({ name: account.name, template: template?.name ?? null });
  await addAudit(transaction, context, {
    ...{ accountId: account.id, action, thing: "slide-templates", thingId: account.id, outcome: "done" },
    before: kept(before),
    after: kept(after),
  });
}
