import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { makeSurvey } from "../new-survey";
import { type Front, sharedFront, startRemote } from "../remote/front";
import type { Production } from "../remote/production";
import { signInApi } from "../sign-in";
import { visit } from "./person";

/** Pages of a connection to another installation, whose services a test can make late, absent or wrong. */
const WHO = { email: "admin@demo.test", connection: "remote" };

let production: Production;
let front: Front;
/** The same person in another browser. */
let elsewhere: APIRequestContext;
/** Somebody who works with the service itself. */
let service: APIRequestContext;

test.beforeAll(async () => {
  production = await startRemote();
  front = await sharedFront();
  elsewhere = await signInApi(front.url, WHO);
  service = await signInApi(process.env.BASE_URL ?? "", { email: WHO.email });
});

test.beforeEach(async ({ context }) => {
  await recover();
  const { cookies } = await elsewhere.storageState();
  await context.addCookies(cookies);
});

test.afterAll(async () => {
  await Promise.all([elsewhere?.dispose(), service?.dispose()]);
  await production?.close();
});

const readDemand = () => elsewhere.get("/api/demand/surveys?ids=none");

/** All services are well, and known to be: the worker has asked those that were taken for absent. */
async function recover(): Promise<void> {
  await production.behave({});
  await expect.poll(async () => (await readDemand()).status()).toBe(200);
}

const at = (path: string) => `${front.url}${path}`;

/** A name that nothing else has, and the list that finds what has it. */
function newMark() {
  const mark = `R${crypto.randomUUID().slice(0, 8)}`;
  return { mark, list: `/surveys?search=${mark}&sort=name` };
}

const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
const boxOf = (page: Page, name: string) =>
  page
    .getByRole("row")
    .filter({ has: link(page, name) })
    .getByRole("checkbox");

async function rename(id: string, name: string): Promise<void> {
  const reply = await service.patch("/api/demand/surveys", { data: { id, name } });
  expect(reply.status(), await reply.text()).toBe(200);
}

test("an open list follows its copy, and offers a newer one where rows are chosen", async ({ page }) => {
  const { mark, list } = newMark();
  const first = await makeSurvey(elsewhere, { name: `${mark} first` });
  await makeSurvey(elsewhere, { name: `${mark} second` });
  await visit(page, at(list));
  await expect(link(page, `${mark} first`)).toBeVisible();

  await rename(first.id, `${mark} renamed`);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(link(page, `${mark} renamed`)).toBeVisible();

  // A copy that is refreshed elsewhere arrives here too, but not under a hand.
  await boxOf(page, `${mark} second`).check();
  await rename(first.id, `${mark} renamed again`);
  expect((await elsewhere.post("/api/settings/connection/copy", { data: {} })).status()).toBe(200);
  const show = page.getByRole("button", { name: "Show 1 changed survey" });
  await expect(show).toBeVisible();
  await expect(link(page, `${mark} renamed`)).toBeVisible();
  await show.click();
  await expect(link(page, `${mark} renamed again`)).toBeVisible();
  await expect(boxOf(page, `${mark} second`)).toBeChecked();
});
