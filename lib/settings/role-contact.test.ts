import { expect, test } from "vitest";
import type { SessionViewer } from "@/lib/auth/viewer";
import { env } from "@/lib/env";
import { db } from "@/lib/stores/postgres/client";
import { giveRole, meetPerson } from "@/lib/stores/postgres/people";
import { withOwnDatabase } from "@/lib/test-database";
import { roleContact } from "./role-contact";

withOwnDatabase();
const demand = { url: "http://127.0.0.1:9" };
const remote = (name: string) => ({ name, title: `The ${name}`, environment: "production", demand });
env.CONNECTIONS = JSON.stringify([remote("panel"), remote("other")]);
env.ADMIN_EMAILS.push("listed@x.test", "absent@x.test");

const meet = (connection: string, email: string) => meetPerson(db(), { connection, email, name: email });
const admin = async (connection: string, email: string) => {
  await meet(connection, email);
  await giveRole(db(), { connection, email, name: email, role: "admin" });
};
const viewer = (email: string, of: Partial<SessionViewer> = {}) =>
  ({ connection: "panel", email, role: "analyst", ...of }) as SessionViewer;

test("whoever has no role at a remote connection learns of its own admins alone", async () => {
  await meet("panel", "new@x.test");
  expect(await roleContact(viewer("new@x.test"))).toEqual({ title: "The panel", admins: [] });
  await admin("panel", "given@x.test");
  await meet("panel", "listed@x.test");
  await admin("other", "elsewhere@x.test");
  await giveRole(db(), { connection: "panel", email: "never-came@x.test", name: "N", role: "admin" });
  const contact = await roleContact(viewer("new@x.test"));
  expect(contact?.admins.toSorted()).toEqual(["given@x.test", "listed@x.test"]);
});

test("nobody else is told: those whose role was given, others than analysts, people of our own service", async () => {
  await giveRole(db(), { connection: "panel", email: "chosen@x.test", name: "C", role: "analyst" });
  expect(await roleContact(viewer("chosen@x.test"))).toBeNull();
  expect(await roleContact(viewer("new@x.test", { role: "manager" }))).toBeNull();
  expect(await roleContact(viewer("new@x.test", { connection: "built-in" }))).toBeNull();
});
