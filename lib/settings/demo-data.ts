import "server-only";
import * as z from "zod";
import type { SessionViewer } from "@/lib/auth/viewer";
import { chunked } from "@/lib/chunked";
import type { DemoData } from "@/lib/contracts/ours/demo-data";
import type { Job } from "@/lib/contracts/ours/jobs";
import type { SignedInContext } from "@/lib/gateway/call";
import { readAccounts } from "@/lib/gateway/own-account";
import { AppError } from "@/lib/http/problem";
import { type Kind, newJob } from "@/lib/jobs/kind";
import { startJobOnce } from "@/lib/jobs/start-job";
import { dropTables } from "@/lib/stores/clickhouse/answer-rows";
import { addAudit } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/demo-data";
import { BUILT_IN } from "@/lib/stores/postgres/users";

type Context = SignedInContext<SessionViewer>;

/** How much of the demo data there is, what stays, and why the viewer may not remove them. */
export async function getDemoData(context: Context): Promise<DemoData> {
  const refused = (await demoAccount(context)) === null ? NOT_OWN : null;
  const { changedSurveys, changedProjects, ...goes } = refused === null ? await store.demoContents(db()) : NOTHING;
  const users = refused === null && (await store.hasOwnAdmin(db())) ? await otherDemoUsers(context) : [];
  return {
    ...{ goes, users, stays: { surveys: changedSurveys, projects: changedProjects } },
    refused: refused ?? (goes.surveys + goes.projects === 0 ? NOTHING_LEFT : null),
  };
}

const NOT_OWN = "Demo data can be removed by an admin who is a user of the account “Demo Research”.";
const NOTHING_LEFT = "There are no demo data that could be removed.";
const NOTHING: store.DemoContents = {
  ...{ surveys: 0, sessions: 0, projects: 0, answers: 0, weights: 0, views: 0, changedSurveys: 0, changedProjects: 0 },
};

async function demoAccount(context: Context): Promise<string | null> {
  if (context.viewer.connection !== BUILT_IN) return null;
  return (await readAccounts(context)).find(({ name }) => name === "Demo Research")?.id ?? null;
}

/** Whoever removes the data stays able to sign in. */
const otherDemoUsers = async ({ viewer }: SignedInContext) =>
  (await store.activeDemoUsers(db())).map(({ email }) => email).filter((email) => email !== viewer.email);

/* The job */

const inputSchema = z.object({ account_id: z.string() });
type Input = z.output<typeof inputSchema>;
const stepSchema = z.discriminatedUnion("part", [
  z.object({ part: z.literal("surveys"), ids: z.array(z.string()) }),
  z.object({ part: z.literal("projects") }),
  z.object({ part: z.literal("access") }),
]);
type Step = z.output<typeof stepSchema>;
type Part = Step["part"];
const afterSchema = z.object({ removed: z.number() });

const SURVEYS_PER_STEP = 100;

/** Each step is one transaction, which finds by itself what is left to remove: carried out twice it is harmless. */
export const removeDemo: Kind<Input, Step, null, z.output<typeof afterSchema>> = {
  kind: "remove demo data",
  permission: "users:manage",
  // A project goes only where none of its surveys is left.
  inOrder: true,
  stored: { input: inputSchema, step: stepSchema, before: z.null(), after: afterSchema },
  step: async (context, item, _begin, { input }) => carryOut[item.input.part](context, item.input, input.account_id),
  settle: async () => "not done",
};

type CarryOut = (context: SignedInContext, step: Step, accountId: string) => Promise<{ removed: number }>;

const carryOut: Record<Part, CarryOut> = {
  surveys: (context, step, accountId) =>
    db().transaction(async (transaction) => {
      const removed = await store.removeDemoSurveys(transaction, step.part === "surveys" ? step.ids : []);
      await audit(transaction, context, { accountId, after: { surveys: removed } });
      return { removed };
    }),
  projects: (context, _step, accountId) =>
    db().transaction(async (transaction) => {
      const removed = await store.removeDemoProjects(transaction, dropTables);
      if (removed === null) throw new AppError("busy", BACKUP);
      await audit(transaction, context, { accountId, after: { projects: removed } });
      return { removed };
    }),
  access: (context, _step, accountId) =>
    db().transaction(async (transaction) => {
      if (!(await store.hasOwnAdmin(transaction))) return { removed: 0 };
      const emails = await otherDemoUsers(context);
      await store.disableDemoUsers(transaction, emails);
      await store.revokeDemoKeys(transaction);
      await audit(transaction, context, { accountId, after: { users: emails } });
      return { removed: emails.length };
    }),
};

const BACKUP = "A backup is running. Answers can be removed when it has ended.";

type Removal = { accountId: string; after: object };

const audit = (...[transaction, context, removal]: [Parameters<typeof addAudit>[0], SignedInContext, Removal]) =>
  addAudit(transaction, context, {
    ...{ action: "removeDemoData", thing: "demo data", thingId: null, outcome: "done" },
    ...removal,
  });

/** Starts removing the demo data, once for a request. From then on the demo adds nothing by itself. */
export async function startDemoRemoval(context: Context, requestId: string): Promise<Job> {
  const accountId = await demoAccount(context);
  if (accountId === null) throw new AppError("forbidden", NOT_OWN);
  const input = { account_id: accountId };
  return startJobOnce(context, { id: requestId, kind: removeDemo, input }, async () => {
    const ids = await store.removableDemoSurveys(db());
    await store.noteDemoRemoved(db());
    const surveys = chunked(ids, SURVEYS_PER_STEP).map((some, index) => ({
      key: `surveys ${index + 1}`,
      label: `${some.length} ${some.length === 1 ? "survey" : "surveys"}`,
      input: { part: "surveys" as const, ids: [...some] },
    }));
    const projects = { key: "projects", label: "Projects and their answers", input: { part: "projects" as const } };
    const access = { key: "access", label: "Demo users and keys", input: { part: "access" as const } };
    const title = "Remove demo data";
    return newJob(removeDemo, { id: requestId, title, input, items: [...surveys, projects, access] });
  });
}
