import type { AuditAction } from "@/lib/contracts/terms/audit";
import "server-only";
import type * as fielding from "@/lib/contracts/interfaces/fielding";
import { type Outcome, outcomes } from "@/lib/contracts/terms/fielding";
import { AppError } from "@/lib/http/problem";
import { invalid } from "@/lib/http/read-request";
import { addAudit } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import { seal } from "@/lib/stores/postgres/sealed";
import * as store from "@/lib/stores/postgres/suppliers";
import { type Answer, accountIdsOf, type Call, type Caller } from "../service";
import { accountHashKey } from "./hash-keys";

const MOST_SUPPLIERS = 200;

function viewSupplier(row: store.SupplierRow, { accounts }: Caller): fielding.Supplier {
  const { hashAlgorithm: algorithm, hashParameter: parameter } = row;
  return {
    id: row.id,
    account: { id: row.accountId, name: accounts.find(({ id }) => id === row.accountId)?.name ?? "" },
    code: row.code,
    name: row.name,
    end_links: row.endLinks,
    hash: algorithm && parameter ? { algorithm, parameter } : null,
    sessions: row.sessions,
  };
}

export async function listSuppliers({ viewer }: Call<typeof fielding.listSuppliers>): Promise<Answer> {
  const suppliers = await store.listSuppliers(db(), accountIdsOf(viewer));
  return { body: { suppliers: suppliers.map((row) => viewSupplier(row, viewer)) } };
}

type Input = Pick<Call<typeof fielding.createSupplier>["body"], "name" | "end_links" | "hash">;

/** The columns of a whole supplier. A key that is left out stays, where there is one. */
function columnsOf({ name, end_links, hash }: Input, hasKey: boolean) {
  if (hash && hash.key === undefined && !hasKey) {
    throw invalid({ "hash.key": "Key is required: it is what links are signed with." });
  }
  const links: Partial<Record<Outcome, string>> = {};
  for (const outcome of outcomes) if (end_links[outcome]) links[outcome] = end_links[outcome];
  if (hash) refuseFragments(links);
  return {
    name,
    endLinks: links,
    hashAlgorithm: hash?.algorithm ?? null,
    hashParameter: hash?.parameter ?? null,
    ...(hash === null && { hashKey: null }),
    ...(hash?.key !== undefined && { hashKey: seal(hash.key) }),
  };
}

/** What stands behind a `#` never reaches a server, and a hash would stand there. */
function refuseFragments(links: Partial<Record<Outcome, string>>): void {
  const signed = outcomes.find((outcome) => links[outcome]?.includes("#"));
  if (signed) throw invalid({ [`end_links.${signed}`]: "A link that is signed must not contain “#”." });
}

export async function createSupplier(call: Call<typeof fielding.createSupplier>): Promise<Answer> {
  const { viewer, body } = call;
  const account = accountFor(viewer, body.account_id);
  const columns = columnsOf(body, false);
  return db().transaction(async (transaction) => {
    if ((await store.countSuppliers(transaction, account.id)) >= MOST_SUPPLIERS) {
      throw new AppError("invalid", `An account can have at most ${MOST_SUPPLIERS} suppliers. Remove one first.`);
    }
    const row = await store.insertSupplier(transaction, { ...columns, accountId: account.id, code: body.code });
    if (!row) throw invalid({ code: `The account has a supplier with the code “${body.code}” already.` });
    const after = viewSupplier(row, viewer);
    await addAudit(transaction, call, { ...trace("createSupplier", row), after });
    return { body: after };
  });
}

export async function updateSupplier(call: Call<typeof fielding.updateSupplier>): Promise<Answer> {
  const { viewer, body } = call;
  return db().transaction(async (transaction) => {
    const present = await store.lockSupplier(transaction, accountIdsOf(viewer), body.id);
    if (!present) throw new AppError("not_found", "Supplier could not be found.");
    const { name, end_links, hash } = viewSupplier(present, viewer);
    const change = columnsOf({ name, end_links, hash, ...body }, present.hashKey !== null);
    await store.updateSupplierRow(transaction, present.id, change);
    const after = viewSupplier({ ...present, ...change }, viewer);
    await addAudit(transaction, call, {
      ...trace("updateSupplier", present),
      before: viewSupplier(present, viewer),
      after: { ...after, ...(body.hash?.key !== undefined && { hash_key: "changed" }) },
    });
    return { body: after };
  });
}

export async function removeSupplier(call: Call<typeof fielding.removeSupplier>): Promise<Answer> {
  const { viewer, body } = call;
  return db().transaction(async (transaction) => {
    const present = await store.lockSupplier(transaction, accountIdsOf(viewer), body.id);
    if (!present) throw new AppError("not_found", "Supplier could not be found.");
    if (present.sessions > 0) {
      throw new AppError(
        "invalid",
        "This supplier has sent respondents, whose sessions name it. It can be changed, not removed.",
      );
    }
    await store.deleteSupplier(transaction, present.id);
    await addAudit(transaction, call, { ...trace("removeSupplier", present), before: viewSupplier(present, viewer) });
    return { body: { removed: 1 } };
  });
}

const trace = (action: AuditAction, { accountId, id }: { accountId: string; id: string }) => ({
  ...{ accountId, action, thing: "suppliers", thingId: id },
  outcome: "done" as const,
});

/** The account that is named, or the only one. */
function accountFor({ accounts }: Caller, named: string | undefined) {
  const [only, another] = accounts;
  const account = named === undefined ? !another && only : accounts.find(({ id }) => id === named);
  if (account) return account;
  const problem = named === undefined ? "Choose an account: you have several." : "Choose one of your accounts.";
  throw invalid({ account_id: problem });
}

/** By what completes are signed: shown to admins alone, because buyers sign with it. */
export async function listHashing({ viewer }: Call<typeof fielding.listHashing>): Promise<Answer> {
  const rows = await store.listHashing(db(), accountIdsOf(viewer));
  return { body: { accounts: rows.map(viewHashing) } };
}

type HashingRow = Awaited<ReturnType<typeof store.listHashing>>[number];

function viewHashing({ id, name, hashAlgorithm, hashKey }: HashingRow): fielding.AccountHashing {
  const { algorithm, key } = accountHashKey({ id, algorithm: hashAlgorithm, sealedKey: hashKey });
  return { account: { id, name }, algorithm, key };
}

export async function updateHashing(call: Call<typeof fielding.updateHashing>): Promise<Answer> {
  const { viewer, body } = call;
  const [before] = await store.listHashing(
    db(),
    accountIdsOf(viewer).filter((id) => id === body.account_id),
  );
  if (!before) throw new AppError("not_found", "Account could not be found.");
  const hashKey = body.key === undefined ? undefined : seal(body.key);
  await db().transaction(async (transaction) => {
    await store.setHashing(transaction, before.id, { hashAlgorithm: body.algorithm, ...(hashKey && { hashKey }) });
    await addAudit(transaction, call, {
      accountId: before.id,
      action: "updateHashing",
      thing: "accounts",
      thingId: before.id,
      before: { algorithm: before.hashAlgorithm },
      after: { algorithm: body.algorithm, ...(hashKey && { key: "changed" }) },
      outcome: "done",
    });
  });
  return { body: viewHashing({ ...before, hashAlgorithm: body.algorithm, hashKey: hashKey ?? before.hashKey }) };
}
