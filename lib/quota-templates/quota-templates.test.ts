import { randomBytes, randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { SessionViewer } from "@/lib/auth/viewer";
import type { SignedInContext } from "@/lib/gateway/call";
import { readAccounts } from "@/lib/gateway/own-account";
import { withOwnDatabase } from "@/lib/test-database";
import { panelContext, withDemandService } from "@/lib/test-demand-service";
import { listQuotaTemplates, saveQuotaTemplate } from "./quota-templates";

withOwnDatabase();
const service = withDemandService();

const account = { id: randomUUID(), name: "One" };
beforeEach(() => {
  service.lists = { accounts: [account], users: [] };
});

const MEGABYTE = 1024 ** 2;
/** Text that the database cannot make smaller. */
const noise = (bytes: number) => randomBytes((bytes * 3) / 4).toString("base64");
const template = (name: string, bytes: number) => ({
  account_id: account.id,
  name,
  country_code: null,
  quotas: [{ quota_name: noise(bytes), quota: 1, qualifications: [] }],
  overwrite: true,
});

test("an account's templates have a size in all, new ones and overwritten ones alike", async () => {
  const context = panelContext() as SignedInContext<SessionViewer>;
  await readAccounts(context); // a page waits only a moment for accounts that it knows nothing of
  for (let at = 0; at < 7; at += 1) await saveQuotaTemplate(context, template(`Template ${at}`, 4 * MEGABYTE));
  const small = await saveQuotaTemplate(context, template("Small", 1000));
  await saveQuotaTemplate(context, template("Small too", 3 * MEGABYTE));
  const refusal = { code: "invalid", message: expect.stringMatching(/take up 32 MB.*Delete one/) };
  await expect(saveQuotaTemplate(context, template("One more", 4 * MEGABYTE))).rejects.toMatchObject(refusal);
  await expect(saveQuotaTemplate(context, template("Small", 4 * MEGABYTE))).rejects.toMatchObject(refusal);
  const { templates } = await listQuotaTemplates(context);
  expect(templates.map(({ name }) => name).slice(0, 2)).toEqual(["Small", "Small too"]);
  expect(templates).toHaveLength(9);
  expect(templates[0]).toEqual(small);
});
