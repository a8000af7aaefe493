import { asc, eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import * as auditStore from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import { audit } from "@/lib/stores/postgres/schema/audit";
import { withOwnDatabase } from "@/lib/test-database";
import { panelContext, withDemandService } from "@/lib/test-demand-service";
import { createSurvey } from "./create-survey";
import { createProject } from "./write-project";

withOwnDatabase();
const service = withDemandService({ timeoutMs: 60_000 });

const context = panelContext();
const PAGES = 9;
const many = (of: object) => Array.from({ length: PAGES }, (_, at) => ({ ...of, id: `old-${at}` }));
const survey = { project_id: "p", name: "New", status: "Draft" };
const project = { account_id: "a", project_manager_id: "m", project_name: "New", project_number: "1" };

test("reads before a creation may take longer than a write, and the creation still has its full time", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  // Each page takes five seconds, as everybody's clock tells it: all of them together more than a write may take.
  Object.assign(service, { most: 1, onPage: () => vi.setSystemTime(Date.now() + 5000) });
  service.lists = { surveys: many(survey), projects: many(project) };
  const created = await createSurvey(context, survey);
  expect(created.survey).toMatchObject({ name: "New", id: `surveys-${PAGES + 1}` });
  expect(await createProject(context, project)).toMatchObject({ id: `projects-${PAGES + 1}` });
});

const creations = [
  ["survey", "surveys", survey, async (key: string) => (await createSurvey(context, survey, key)).survey],
  ["project", "projects", project, (key: string) => createProject(context, project, key)],
] as const;

test.each(creations)(
  "a %s is created once for its key, though the service takes no notice of keys",
  async (_, list, sent, create) => {
    const key = crypto.randomUUID();
    service.refuses = true;
    await expect(create(key)).rejects.toThrow("Refused.");
    service.refuses = false;
    const created = await create(key);
    expect(created).toMatchObject(sent);
    expect(await create(key)).toMatchObject({ ...sent, id: created.id });
    expect(service.lists[list]).toHaveLength(1);
    await create(crypto.randomUUID());
    expect(service.lists[list]).toHaveLength(2);
  },
);

test.each(creations)("a %s whose first try ended unknown is not sent again", async (_, list, __, create) => {
  const key = crypto.randomUUID();
  service.cutsOff = true;
  await expect(create(key)).rejects.toMatchObject({ code: "uncertain" });
  await expect(create(key)).rejects.toMatchObject({ code: "uncertain", message: expect.stringContaining("first try") });
  expect(service.lists[list]).toBeUndefined();
  expect(service.writes).toHaveLength(1);
});

test.each(creations)("a %s whose first try is under way is not called unknown", async (_, list, __, create) => {
  const key = crypto.randomUUID();
  let release = () => {};
  service.onPage = () => new Promise<void>((resolve) => (release = resolve));
  const first = create(key);
  await expect.poll(() => service.reads.length).toBeGreaterThan(0);
  await expect(create(key)).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("under way"),
  });
  service.onPage = () => {};
  release();
  const { id } = await first;
  expect(await create(key)).toMatchObject({ id });
  expect(service.lists[list]).toHaveLength(1);
});

test.each(creations)("a %s that failed before it was sent is sent by the next try", async (_, list, __, create) => {
  const key = crypto.randomUUID();
  const failing = vi.spyOn(auditStore, "addAudit").mockRejectedValueOnce(new Error("The database is away."));
  await expect(create(key)).rejects.toThrow("away");
  expect(service.writes).toHaveLength(0);
  failing.mockRestore();
  await create(key);
  expect(service.lists[list]).toHaveLength(1);
});

test("a key is good for one body", async () => {
  const key = crypto.randomUUID();
  await createSurvey(context, survey, key);
  await expect(createSurvey(context, { ...survey, name: "Other" }, key)).rejects.toThrow("used for another request");
});

test("a project for another's account leaves no trace in that account's audit", async () => {
  service.lists.accounts = [{ id: "own", name: "Own" }];
  service.refuses = true;
  const asker = { ...context, viewer: { ...context.viewer, token: "of somebody with an account" } };
  const named = (project_name: string, account_id: string) =>
    createProject(asker, { ...project, project_name, account_id }).catch(() => null);
  await named("Planted", "another's");
  await named("Meant", "own");
  const rows = await db().select().from(audit).where(eq(audit.action, "createProject")).orderBy(asc(audit.id));
  const accounts = rows.filter(({ after }) => /Planted|Meant/.test(JSON.stringify(after)));
  expect(accounts.map(({ accountId }) => accountId)).toEqual(["own", "own", "own", "own"]);
});
