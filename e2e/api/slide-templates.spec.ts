import Package from "pptxgenjs";
import * as contract from "@/lib/contracts/ours/slide-templates";
import { openSession } from "../sessions";
import { expect, test } from "./world";

async function powerPoint(font: string): Promise<Buffer> {
  const file = new Package();
  file.theme = { headFontFace: font, bodyFontFace: "Verdana" };
  file.addSlide();
  return Buffer.from((await file.write({ outputType: "arraybuffer" })) as ArrayBuffer);
}

test("an analyst sets the template of their account from a PowerPoint file alone, and others read it", async ({
  world,
}) => {
  const { accountId } = world.service;
  const [manager, analyst, stranger] = await Promise.all([
    openSession(await world.addPerson("manager")),
    openSession(await world.addPerson("analyst")),
    openSession(await world.addPerson("analyst", world.stranger.accountId)),
  ]);
  const send = (session: typeof analyst, data: Buffer, account = accountId) =>
    session.post(`/api/exports/templates?account_id=${account}&name=House.potx`, {
      data,
      headers: { "content-type": "application/octet-stream" },
    });
  const templates = async (session: typeof analyst) =>
    contract.listSlideTemplates.reply.parse(await (await session.get("/api/exports/templates")).json()).accounts;

  const refused = await send(analyst, Buffer.from("a photograph"));
  expect([refused.status(), ((await refused.json()) as { message: string }).message]).toEqual([
    400,
    "This file is no PowerPoint file. Choose a .pptx or .potx.",
  ]);
  expect((await send(manager, await powerPoint("Georgia"))).status()).toBe(403);
  expect((await send(stranger, await powerPoint("Georgia"))).status()).toBe(400);
  expect((await templates(analyst)).find(({ account }) => account.id === accountId)?.template).toBeNull();

  expect((await send(analyst, await powerPoint("Georgia"))).status()).toBe(200);
  const [own] = (await templates(manager)).filter(({ account }) => account.id === accountId);
  expect(own?.template).toMatchObject({ name: "House.potx", look: { fonts: { head: "Georgia", body: "Verdana" } } });
  expect((await templates(stranger)).map(({ account }) => account.id)).not.toContain(accountId);

  const removed = await analyst.post("/api/exports/templates/remove", { data: { account_id: accountId } });
  expect(removed.status()).toBe(200);
  expect((await templates(analyst)).find(({ account }) => account.id === accountId)?.template).toBeNull();
  const entries = await world.sql<{ action: string; after: unknown }[]>`
    select action, after from audit where thing = 'slide-templates' and account_id = ${accountId} order by at`;
  expect(entries.map(({ action }) => action)).toEqual(["setSlideTemplate", "removeSlideTemplate"]);
  await Promise.all([manager, analyst, stranger].map((session) => session.dispose()));
});
