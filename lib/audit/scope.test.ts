import { beforeAll, expect, test } from "vitest";
import type { Viewer } from "@/lib/contracts/context";
import { addAudit, listAudit } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import { withOwnDatabase } from "@/lib/test-database";
import { auditScope } from "./scope";

withOwnDatabase();

const person = (role: Viewer["role"], email: string, accounts: string[], connection = "remote"): Viewer => ({
  connection,
  email,
  name: email,
  role,
  accounts: accounts.map((id) => ({ id, name: id })),
});
const manager = person("manager", "m@x", ["a", "b"]);
const colleague = person("manager", "c@x", ["a", "b"]);
const admin = person("admin", "admin@x", ["a"]);
const stranger = person("manager", "m@x", ["z"]);

beforeAll(async () => {
  const write = (viewer: Viewer, accountId: string | null, thing: string, thingId: string) =>
    addAudit(
      db(),
      { viewer, requestId: "r", origin: "page" },
      { accountId, action: "updateSurvey", thing, thingId, outcome: "done" },
    );
  await write(manager, "a", "surveys", "of a");
  await write(manager, "z", "surveys", "of z");
  await write(manager, null, "surveys", "of nobody");
  await write(manager, "a", "quota-templates", "a template");
  await write(admin, "a", "users", "a user");
  await write({ ...manager, connection: "elsewhere" }, "a", "surveys", "elsewhere");
  await write({ ...manager, connection: "elsewhere" }, null, "surveys", "of nobody elsewhere");
});

const seenBy = async (viewer: Viewer, seen: { thing: string; id: string } | null = null, isRemote = true) => {
  const rows = await listAudit(db(), auditScope(viewer, { isRemote, seen }), { limit: 50 });
  return rows.map(({ thingId }) => thingId).sort();
};

test("a manager reads what happened to the work of his accounts, and what he wrote himself", async () => {
  expect(await seenBy(manager)).toEqual(["a template", "of a", "of nobody"]);
  expect(await seenBy(colleague)).toEqual(["a template", "of a"]);
  expect(await seenBy(person("manager", "n@x", []))).toEqual([]);
});

test("a survey that the service shows to a reader has all its entries for him, and no other has", async () => {
  expect(await seenBy(colleague, { thing: "surveys", id: "of nobody" })).toEqual(["a template", "of a", "of nobody"]);
  expect(await seenBy(colleague, { thing: "surveys", id: "of z" })).toEqual(["a template", "of a"]);
});

test("an admin reads all of his accounts, and of a remote connection what names no account", async () => {
  expect(await seenBy(admin)).toEqual(["a template", "a user", "of a", "of nobody"]);
  expect(await seenBy(admin, null, false)).toEqual(["a template", "a user", "of a"]);
});

test("another account's and another connection's entries are not there", async () => {
  expect(await seenBy({ ...stranger, email: "s@x" })).toEqual(["of z"]);
  expect(await seenBy({ ...admin, connection: "third" })).toEqual([]);
});

test("pages lie beside an entry, whatever is added meanwhile", async () => {
  const scope = auditScope(person("manager", "p@x", ["pages"]), { isRemote: true, seen: null });
  const add = (thingId: string) =>
    addAudit(
      db(),
      { viewer: manager, requestId: "r", origin: "page" },
      { accountId: "pages", action: "updateSurvey", thing: "surveys", thingId, outcome: "done" },
    );
  for (const id of ["1", "2", "3", "4"]) await add(id);
  const page = async (at: { before?: number; after?: number }) => {
    const rows = await listAudit(db(), scope, { ...at, limit: 2 });
    return { rows, ids: rows.slice(0, 2).map(({ thingId }) => thingId), more: rows.length > 2 };
  };
  const first = await page({});
  expect([first.ids, first.more]).toEqual([["4", "3"], true]);
  await add("5");
  const second = await page({ before: first.rows[1]?.id ?? 0 });
  expect([second.ids, second.more]).toEqual([["2", "1"], false]);
  const back = await page({ after: second.rows[0]?.id ?? 0 });
  expect([back.ids, back.more]).toEqual([["3", "4"], true]);
});
