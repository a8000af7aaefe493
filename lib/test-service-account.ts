import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { importFile } from "@/lib/answers/imports/import-file";
import { openProblemFile } from "@/lib/answers/imports/problem-file";
import { sessionHash } from "@/lib/auth/open-session";
import { type KeyKind, type KeyScope, keyKindsFor, keyScopes } from "@/lib/contracts/interface-list";
import { type Role, roles } from "@/lib/contracts/rules/permissions";
import { signToken } from "@/lib/service/demand/sign-token";
import { insertKey, newKey } from "@/lib/stores/postgres/api-keys";
import { db } from "@/lib/stores/postgres/client";
import { giveRole, insertSession, meetPerson } from "@/lib/stores/postgres/people";
import { memberships, users } from "@/lib/stores/postgres/schema/accounts";
import { projects, surveys } from "@/lib/stores/postgres/schema/demand";
import { responses, suppliers } from "@/lib/stores/postgres/schema/fielding";
import { seal } from "@/lib/stores/postgres/sealed";
import { liveSurvey } from "@/lib/test-fielding";
import { analyst, numberAndChoice } from "@/lib/test-import";

/** Somebody of a role: their token at the service, and the id of their session with us. */
type TestPerson = { userId: string; email: string; token: string; sessionId: string };

/** An account with one of each thing, whose names all hold `mark`. */
export type ServiceAccount = {
  mark: string;
  accountId: string;
  projectId: string;
  surveyId: string;
  quotaId: string;
  rdud: string;
  supplierId: string;
  people: Record<Role, TestPerson>;
  keys: Record<KeyScope, Partial<Record<KeyKind, string>>>;
};

export async function makeServiceAccount(mark: string): Promise<ServiceAccount> {
  const { accountId, projectId, surveyId, quotaIds } = await liveSurvey();
  const rdud = crypto.randomUUID();
  await db()
    .update(surveys)
    .set({ name: `${mark} survey` })
    .where(eq(surveys.id, surveyId));
  await db()
    .update(projects)
    .set({ projectName: `${mark} project` })
    .where(eq(projects.id, projectId));
  await db()
    .insert(responses)
    .values({
      ...{ rdud, surveyId, status: "complete", buyerCpi: 2.5, qualificationAttributes: [], quotaIds },
      ...{ startedAt: new Date(Date.now() - 60_000), endedAt: new Date() },
    });
  const [supplier] = await db()
    .insert(suppliers)
    .values({ accountId, code: "panel", name: `${mark} panel`, endLinks: {} })
    .returning({ id: suppliers.id });
  const people = await Promise.all(roles.map(async (role) => [role, await makePerson(mark, accountId, role)] as const));
  const keys = await Promise.all(keyScopes.map(async (of) => [of, await makeKeys(mark, accountId, of)] as const));
  return {
    ...{ mark, accountId, projectId, surveyId, quotaId: quotaIds[0] ?? "", rdud, supplierId: supplier?.id ?? "" },
    // Safe: one of each role, and of each service.
    people: Object.fromEntries(people) as ServiceAccount["people"],
    keys: Object.fromEntries(keys) as ServiceAccount["keys"],
  };
}

const HOUR_MS = 3_600_000;

async function makePerson(mark: string, accountId: string, role: Role): Promise<TestPerson> {
  const email = `${role}-${crypto.randomUUID()}@example.test`;
  const name = `${mark} ${role}`;
  const [user] = await db().insert(users).values({ email, name, passwordHash: "none" }).returning();
  const userId = user?.id ?? "";
  await db().insert(memberships).values({ userId, accountId });
  const person = await meetPerson(db(), { connection: "built-in", email, name });
  await giveRole(db(), { connection: "built-in", email, name, role });
  const { token } = await signToken({ id: userId, passwordHash: "none" }, Date.now());
  const sessionId = crypto.randomUUID();
  await insertSession(db(), {
    ...{ idHash: sessionHash(sessionId), personId: person.id, accounts: [{ id: accountId, name: `${mark} account` }] },
    ...{ token: seal(token), userAgent: null, clientAddress: "127.0.0.1", expiresAt: new Date(Date.now() + HOUR_MS) },
  });
  return { userId, email, token, sessionId };
}

async function makeKeys(mark: string, accountId: string, of: KeyScope): Promise<Partial<Record<KeyKind, string>>> {
  const made: Partial<Record<KeyKind, string>> = {};
  for (const kind of keyKindsFor(of)) {
    const { text, ...hashed } = newKey(of, kind);
    const account = { connection: "built-in", accountId, accountName: `${mark} account` };
    await insertKey(db(), { ...account, ...hashed, interface: of, name: `${mark} key`, who: "a@b.test" });
    made[kind] = text;
  }
  return made;
}

/** Answers to a number "n" and a choice "s". */
export async function giveAnswers({ accountId, projectId }: ServiceAccount): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "fieldwork-answers-"));
  const path = join(folder, "a.csv");
  writeFileSync(path, "id,n,s\n1,1,1\n2,2,2\n3,1,1\n");
  const problems = openProblemFile(`${path}.problems`);
  const project = { connection: "built-in", accountId, projectId };
  const { signal } = new AbortController();
  const task = { project, path, fileName: "a.csv", plan: numberAndChoice, mode: "append" as const, problems, signal };
  await importFile(analyst, { ...task, onBegun: async () => {}, onProgress: async () => {} });
  await problems.close();
  rmSync(folder, { recursive: true, force: true });
}
