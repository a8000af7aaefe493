import Package from "pptxgenjs";
import * as deck from "@/lib/contracts/ours/deck";
import * as contract from "@/lib/contracts/ours/slide-templates";
import { templateFile } from "@/lib/test-template";
import { expect } from "../expect";
import { addProject } from "../projects";
import { openSession } from "../sessions";
import { test } from "./world";

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
});

test("the layout of a template is what slides of its account's projects stand on, and a file with macros is refused", async ({
  world,
}) => {
  const { accountId } = world.service;
  const [analyst, { id: project }] = await Promise.all([
    openSession(await world.addPerson("analyst")),
    addProject(world, "Layout"),
  ]);
  const send = async (parts = {}) =>
    analyst.post(`/api/exports/templates?account_id=${accountId}&name=House.potx`, {
      data: await templateFile({ parts }),
      headers: { "content-type": "application/octet-stream" },
    });
  const look = async () =>
    contract.getSlideLook.reply.parse(
      await (await analyst.get(`/api/exports/templates/look?project_id=${project}`)).json(),
    ).look;

  const set = contract.setSlideTemplate.reply.parse(await (await send()).json());
  expect(set.template?.look).toMatchObject({ layout: { name: "Title and Content" }, remarks: [] });
  expect(JSON.stringify(set)).not.toContain("sldMaster");
  expect((await look())?.layout?.parts.map(({ name }) => name)).toContain("ppt/slideLayouts/slideLayout1.xml");

  const refused = await send({ "ppt/vbaProject.bin": "x" });
  expect([refused.status(), ((await refused.json()) as { message: string }).message]).toEqual([
    400,
    "The file has macros. Save it in PowerPoint as .pptx or .potx without them, and choose that.",
  ]);
  expect((await look())?.layout?.name).toBe("Title and Content");
  await analyst.post("/api/exports/templates/remove", { data: { account_id: accountId } });
  expect(await look()).toBeNull();
});

test("a deck is one person's, in every browser, and bad slides change nothing", async ({ world }) => {
  const person = await world.addPerson("analyst");
  const [first, again, colleague, stranger, { id: project_id }] = await Promise.all([
    openSession(person),
    openSession(person),
    openSession(await world.addPerson("manager")),
    openSession(await world.addPerson("analyst", world.stranger.accountId)),
    addProject(world, "Deck"),
  ]);
  const slide = (title: string) => ({
    questions: [],
    content: { ...{ title, subtitle: "", remarks: [], notes: [] }, shows: { table: [[{ text: "A", align: "left" }]] } },
  });
  const post = (session: typeof first, path: string, data: unknown) =>
    session.post(`/api/exports/deck${path}`, { data: { project_id, ...(data as object) } });
  const read = async (session: typeof first) => session.get(`/api/exports/deck?project_id=${project_id}`);
  const items = async (session: typeof first) => deck.listDeck.reply.parse(await (await read(session)).json()).items;

  expect((await post(first, "", { slides: [slide("A"), slide("B")] })).status()).toBe(200);
  expect((await post(again, "", { slides: [slide("C")] })).status()).toBe(200);
  const [a, b] = await items(again);
  expect((await post(again, "/move", { id: b?.id, by: -1 })).status()).toBe(200);
  const renamed = await first.patch("/api/exports/deck", { data: { project_id, id: a?.id, name: "First" } });
  expect(renamed.status()).toBe(200);
  expect((await items(first)).map(({ name, kind }) => [name, kind])).toEqual([
    ["B", "table"],
    ["First", "table"],
    ["C", "table"],
  ]);
  const file = await first.get(`/api/exports/deck/slides?project_id=${project_id}`);
  expect(deck.getDeckSlides.reply.parse(await file.json()).slides.map(({ title }) => title)).toEqual([
    "B",
    "First",
    "C",
  ]);

  expect(await items(colleague)).toEqual([]);
  expect((await post(colleague, "/move", { id: a?.id, by: 1 })).status()).toBe(404);
  expect((await read(stranger)).status()).toBe(404);
  expect((await post(stranger, "", { slides: [slide("D")] })).status()).toBe(404);
  const many = Array.from({ length: 38 }, (_, at) => slide(`${at}`));
  for (const slides of [[], many, [{ ...slide("D"), content: {} }], [slide("x".repeat(301))], [slide("\u0000")]]) {
    const refused = await post(first, "", { slides });
    expect(refused.status()).toBe(400);
  }
  expect((await post(first, "/move", { id: a?.id, by: 2 })).status()).toBe(400);
  expect(await items(first)).toHaveLength(3);
  const ids = (await items(first)).map(({ id }) => id);
  expect((await post(again, "/remove", { ids })).status()).toBe(200);
  expect(await items(first)).toEqual([]);
});
