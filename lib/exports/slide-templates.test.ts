import { asc, eq } from "drizzle-orm";
import Package from "pptxgenjs";
import { beforeAll, expect, test } from "vitest";
import type { SessionViewer } from "@/lib/auth/viewer";
import { MOST_TEMPLATE_BYTES } from "@/lib/contracts/ours/slide-templates";
import type { SignedInContext } from "@/lib/gateway/call";
import { signToken } from "@/lib/service/demand/sign-token";
import { db } from "@/lib/stores/postgres/client";
import { accounts } from "@/lib/stores/postgres/schema/accounts";
import { audit } from "@/lib/stores/postgres/schema/audit";
import { projects } from "@/lib/stores/postgres/schema/demand";
import { insertUser } from "@/lib/stores/postgres/users";
import { withOwnDatabase } from "@/lib/test-database";
import { getSlideLook, listSlideTemplates, removeSlideTemplate, setSlideTemplate } from "./slide-templates";

withOwnDatabase();

type Context = SignedInContext<SessionViewer>;

async function addAccount(name: string): Promise<string> {
  const [row] = await db().insert(accounts).values({ name }).returning();
  return row?.id ?? "";
}

async function analystOf(accountId: string): Promise<Context & { userId: string }> {
  const email = `${crypto.randomUUID()}@b.test`;
  const userId = (await insertUser(db(), { email, name: "Ann", passwordHash: "-", accountId })) ?? "";
  const { token } = await signToken({ id: userId, passwordHash: "-" }, Date.now());
  const session = { personId: crypto.randomUUID(), sessionHash: "h", expiresAt: "", settings: {} };
  const viewer = {
    connection: "built-in",
    email,
    name: "Ann",
    role: "analyst",
    accounts: [{ id: accountId, name: "" }],
    token,
    ...session,
  };
  return { viewer: viewer as unknown as SessionViewer, requestId: "r", origin: "page", userId };
}

async function powerPoint(font: string): Promise<Uint8Array> {
  const file = new Package();
  file.theme = { headFontFace: font, bodyFontFace: "Verdana" };
  file.addSlide();
  return new Uint8Array((await file.write({ outputType: "arraybuffer" })) as ArrayBuffer);
}

async function* sent(...chunks: Uint8Array[]) {
  yield* chunks;
}

let ours = "";
let analyst: Awaited<ReturnType<typeof analystOf>>;
let stranger: Context;
beforeAll(async () => {
  ours = await addAccount("Ours");
  [analyst, stranger] = [await analystOf(ours), await analystOf(await addAccount("Theirs"))];
});

const asked = () => ({ account_id: ours, name: "House.potx" });
const present = async () => (await listSlideTemplates(analyst)).accounts[0]?.template ?? null;

test("a template is read, kept for its account alone, replaced and removed, and each is audited", async () => {
  const [project] = await db()
    .insert(projects)
    .values({ accountId: ours, projectManagerId: analyst.userId, projectName: "P", projectNumber: "1" })
    .returning();
  const lookOf = async () => (await getSlideLook(analyst, project?.id ?? "")).look;
  expect(await lookOf()).toBeNull();
  await setSlideTemplate(analyst, asked(), sent(await powerPoint("Georgia")));
  const set = await setSlideTemplate(analyst, asked(), sent(await powerPoint("Palatino")));
  expect(set.template).toMatchObject({ name: "House.potx", who: analyst.viewer.email });
  expect((await lookOf())?.fonts).toEqual({ head: "Palatino", body: "Verdana" });
  expect((await listSlideTemplates(stranger)).accounts.map(({ template }) => template)).toEqual([null]);
  await expect(getSlideLook(stranger, project?.id ?? "")).rejects.toThrow("This project could not be found.");

  expect((await removeSlideTemplate(analyst, { account_id: ours })).template).toBeNull();
  expect(await lookOf()).toBeNull();
  const traces = await db().select().from(audit).where(eq(audit.thing, "slide-templates")).orderBy(asc(audit.at));
  expect(traces.map(({ action, accountId }) => [action, accountId])).toEqual([
    ["setSlideTemplate", ours],
    ["setSlideTemplate", ours],
    ["removeSlideTemplate", ours],
  ]);
});

test("no PowerPoint file, one that is too large and another account are refused, and nothing changes", async () => {
  await setSlideTemplate(analyst, asked(), sent(await powerPoint("Georgia")));
  const before = await present();
  await expect(setSlideTemplate(analyst, asked(), sent(new Uint8Array([1, 2, 3])))).rejects.toThrow(
    "This file is no PowerPoint file. Choose a .pptx or .potx.",
  );
  await expect(setSlideTemplate(analyst, asked(), null)).rejects.toThrow("This file is no PowerPoint file.");
  const large = sent(new Uint8Array(MOST_TEMPLATE_BYTES), new Uint8Array(1));
  await expect(setSlideTemplate(analyst, asked(), large)).rejects.toThrow("A template has at most 20 MB.");
  const theirs = "This is not one of your accounts.";
  await expect(setSlideTemplate(stranger, asked(), sent(await powerPoint("Arial")))).rejects.toThrow(theirs);
  await expect(removeSlideTemplate(stranger, { account_id: ours })).rejects.toThrow(theirs);
  expect(await present()).toEqual(before);
});
