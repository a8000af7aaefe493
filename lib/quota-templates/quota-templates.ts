import type { AuditAction } from "@/lib/contracts/terms/audit";
import "server-only";
import type { SessionViewer } from "@/lib/auth/viewer";
import type { BodyOf } from "@/lib/contracts/operation";
import type * as contract from "@/lib/contracts/ours/quota-templates";
import type { SignedInContext } from "@/lib/gateway/call";
import { withOwnAccounts } from "@/lib/gateway/own-account";
import { AppError } from "@/lib/http/problem";
import { addAudit } from "@/lib/stores/postgres/audit";
import { type Connection, db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/quota-templates";

type Context = SignedInContext<SessionViewer>;

const MOST_TEMPLATES = 500;
/** As they are stored, compressed: hundreds of templates of thousands of quotas. */
const MOST_TEMPLATE_BYTES = 32 * 1024 ** 2;

const readerOf = ({ connection, accounts }: SessionViewer): store.TemplateReader => ({
  connection,
  accountIds: accounts.map(({ id }) => id),
});

const shown = (template: store.StoredTemplate): contract.QuotaTemplate => ({
  id: template.id,
  account_id: template.accountId,
  name: template.name,
  country_code: template.countryCode,
  quota_count: template.quotaCount,
  who: template.who,
  updated_at: template.updatedAt.toISOString(),
});

const gone = () =>
  new AppError("not_found", "This template does not exist any more, or belongs to an account that is not yours.");

const taken = (name: string) =>
  new AppError("conflict", `There is a template “${name}” already. Choose another name, or overwrite it.`, {
    fields: { name: "This name is taken." },
  });

export async function listQuotaTemplates(context: Context) {
  const { viewer } = await withOwnAccounts(context);
  const templates = await store.listQuotaTemplates(db(), readerOf(viewer));
  return { templates: templates.map(shown), accounts: viewer.accounts.map(({ id, name }) => ({ id, name })) };
}

export async function getQuotaTemplate(context: Context, id: string) {
  const { viewer } = await withOwnAccounts(context);
  const found = await store.findQuotaTemplate(db(), readerOf(viewer), id);
  if (!found) throw gone();
  const { quotas, ...template } = found;
  return { template: shown(template), quotas };
}

export async function saveQuotaTemplate(
  context: Context,
  { account_id, name, country_code, quotas, overwrite }: BodyOf<typeof contract.saveQuotaTemplate>,
): Promise<contract.QuotaTemplate> {
  const { connection, accounts, email } = (await withOwnAccounts(context)).viewer;
  if (!accounts.some(({ id }) => id === account_id)) {
    throw new AppError("not_found", "This is no account of yours. Keep the template in one that is.", {
      fields: { account_id: "This is no account of yours." },
    });
  }
  const values = { connection, accountId: account_id, name, countryCode: country_code, quotas, who: email };
  return db().transaction(async (transaction) => {
    await store.lockTemplateNames(transaction, values);
    const present = await store.findQuotaTemplateNamed(transaction, values, name);
    if (present && !overwrite) throw taken(present.name);
    const reader = { connection, accountIds: [account_id] };
    const saved =
      (present && (await store.updateQuotaTemplate(transaction, present.id, values))) ??
      (await store.insertQuotaTemplate(transaction, values));
    const { templates, bytes } = await store.measureQuotaTemplates(transaction, reader);
    if (!present && templates > MOST_TEMPLATES) {
      throw new AppError("invalid", `The account has ${MOST_TEMPLATES} templates. Delete one that nobody needs.`);
    }
    if (bytes > MOST_TEMPLATE_BYTES) {
      throw new AppError("invalid", "The account's templates take up 32 MB, the most there is room for. Delete one.");
    }
    await trace(transaction, context, "saveQuotaTemplate", { before: present, after: saved });
    return shown(saved);
  });
}

export async function renameQuotaTemplate(
  context: Context,
  { id, name }: BodyOf<typeof contract.renameQuotaTemplate>,
): Promise<contract.QuotaTemplate> {
  const { viewer } = await withOwnAccounts(context);
  return db().transaction(async (transaction) => {
    const before = await findOwn(transaction, viewer, id);
    await store.lockTemplateNames(transaction, before);
    const other = await store.findQuotaTemplateNamed(transaction, before, name);
    if (other && other.id !== id) throw taken(other.name);
    const after = await store.updateQuotaTemplate(transaction, id, { name, who: viewer.email });
    if (!after) throw gone();
    await trace(transaction, context, "renameQuotaTemplate", { before, after });
    return shown(after);
  });
}

export async function deleteQuotaTemplate(context: Context, id: string): Promise<contract.QuotaTemplate> {
  const { viewer } = await withOwnAccounts(context);
  return db().transaction(async (transaction) => {
    const before = await findOwn(transaction, viewer, id);
    await store.deleteQuotaTemplate(transaction, id);
    await trace(transaction, context, "deleteQuotaTemplate", { before, after: null });
    return shown(before);
  });
}

async function findOwn(transaction: Connection, viewer: SessionViewer, id: string): Promise<store.StoredTemplate> {
  const found = await store.findQuotaTemplate(transaction, readerOf(viewer), id);
  if (!found) throw gone();
  const { quotas: _quotas, ...template } = found;
  return template;
}

type Traced = { before: store.StoredTemplate | null; after: store.StoredTemplate | null };

/** What the quotas were is not kept: a survey that they were saved in has that in its own history. */
async function trace(transaction: Connection, context: Context, action: AuditAction, { before, after }: Traced) {
  const kept = ({ name, accountId, countryCode, quotaCount }: store.StoredTemplate) => ({
    name,
    account_id: accountId,
    country_code: countryCode,
    quotas: quotaCount,
  });
  await addAudit(transaction, context, {
    accountId: (after ?? before)?.accountId ?? null,
    action,
    thing: "quota-templates",
    thingId: (after ?? before)?.id ?? null,
    ...(before && { before: kept(before) }),
    ...(after && { after: kept(after) }),
    outcome: "done",
  });
}
