import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { env } from "@/lib/env";
import { db } from "@/lib/stores/postgres/client";
import { accounts, users } from "@/lib/stores/postgres/schema/accounts";
import { answerSets } from "@/lib/stores/postgres/schema/answers";
import { projects } from "@/lib/stores/postgres/schema/demand";
import { responses } from "@/lib/stores/postgres/schema/fielding";
import { withOwnDatabase } from "@/lib/test-database";
import { withEngine } from "@/lib/test-engine";
import { liveSurvey } from "@/lib/test-fielding";
import { runImport } from "./import-command";
import { StartError } from "./say";

withOwnDatabase();
withEngine();
const folder = mkdtempSync(join(tmpdir(), "fieldwork-command-"));
beforeAll(() => {
  env.DATA_DIR = folder;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function newProject(): Promise<string> {
  const [account] = await db().insert(accounts).values({ name: crypto.randomUUID() }).returning();
  const user = {
    email: `${crypto.randomUUID()}@answers.test`,
    name: "Manager",
    passwordHash: "",
    role: "manager" as const,
  };
  const [manager] = await db().insert(users).values(user).returning();
  const of = { accountId: account?.id ?? "", projectManagerId: manager?.id ?? "" };
  const [project] = await db()
    .insert(projects)
    .values({ ...of, projectName: "Wave", projectNumber: "1" })
    .returning();
  return project?.id ?? "";
}

/** What it said before it failed, and the sentence that it failed with. */
async function failed(file: string, project: string): Promise<{ said: string; sentence: string }> {
  const lines: string[] = [];
  const out = vi.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(String(line)) > 0);
  const asked = { file, project, mode: "append" as const, dryRun: false, chosen: { id: "id" } };
  const error: unknown = await runImport(asked, "wave.csv").catch((found: unknown) => found);
  out.mockRestore();
  expect(error).toBeInstanceOf(StartError);
  return { said: lines.join(""), sentence: error instanceof StartError ? error.message : "" };
}

test("ids are compared with the project's sessions, and those on one side only are listed, also by a dry run", async () => {
  const { projectId, surveyId } = await liveSurvey();
  const session = { surveyId, status: "complete", reason: "complete", buyerCpi: 1, qualificationAttributes: [] };
  const at = { quotaIds: [], startedAt: new Date(), endedAt: new Date() };
  await db()
    .insert(responses)
    .values(["one", "two"].map((rdud) => ({ ...session, ...at, rdud })));
  const file = join(folder, "joined.csv");
  writeFileSync(file, "id,a\none,1\nother,2\n");
  for (const dryRun of [true, false]) {
    const lines: string[] = [];
    const out = vi.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(String(line)) > 0);
    await runImport({ file, project: projectId, mode: "update", dryRun, chosen: { id: "id" } }, "joined.csv");
    out.mockRestore();
    const said = lines.join("");
    expect(said).toContain(
      "Sessions: 1 id matches a session; 1 id is in the file only; 1 completed session is not in the file.",
    );
    const list = /unmatched ids: (.+)/.exec(said)?.[1] ?? "";
    expect(readFileSync(list, "utf8")).toMatch(/,file only,id,other,.*\r\n,session only,id,two,/);
  }
});

test("a folder is refused in a sentence", async () => {
  expect((await failed(folder, "")).sentence).toBe(`${folder} is no file: name the file itself.`);
});

test("where no row can be kept, the list that says why is named", async () => {
  const file = join(folder, "wave.csv");
  writeFileSync(file, "id,a\n,1\n,2\n");
  const { said, sentence } = await failed(file, await newProject());
  expect(sentence).toContain("None of the 2 rows can be kept");
  const list = /unmatched ids: (.+)/.exec(said)?.[1] ?? "";
  expect(readFileSync(list, "utf8")).toContain("2,refused,id");
});

test("a dry run prints every notice of how the file is read, and takes the choices that the page has", async () => {
  const file = join(folder, "titles.csv");
  const rows = Array.from(
    { length: 30 },
    (_, at) => `${at + 1},${at % 2 ? "Tea|Rum" : "Rum"},2024-01-0${1 + (at % 9)}`,
  );
  writeFileSync(file, ["Export of the panel", "", "id,drinks,day", ...rows, ""].join("\n"));
  const project = await newProject();
  const saidOf = async (asked: Partial<Parameters<typeof runImport>[0]>) => {
    const lines: string[] = [];
    const out = vi.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(String(line)) > 0);
    const command = { file, project, mode: "append" as const, dryRun: true, chosen: {}, ...asked };
    const failed = await runImport(command, "titles.csv").catch((error: Error) => error.message);
    out.mockRestore();
    return `${lines.join("")}${failed ?? ""}`;
  };
  const guessed = await saidOf({});
  expect(guessed).toContain("Rows 1 to 2 stand above the header and are not read: row 3 names the columns.");
  expect(guessed).toContain("30 kept + 0 refused");
  expect(await saidOf({ chosen: { columns: [{ column: "drinks", as: "open" }] } })).toContain("1 open");
  expect(await saidOf({ chosen: { columns: [{ column: "food", as: "open" }] } })).toMatch(/no column “food”/);
  const wrong = await saidOf({ layout: { headerRow: 1 } });
  expect(wrong).toContain("Row 4 has 3 cells where the header has 1.");
  expect(wrong).toContain("None of the 31 rows can be kept, so that nothing is imported. Most often (31): Row");
});

test("questions are set up as another file describes them", async () => {
  const project = await newProject();
  const file = join(folder, "coded.csv");
  writeFileSync(file, `id,Q1\n${Array.from({ length: 12 }, (_, at) => `r${at},${(at % 2) + 1}`).join("\n")}\n`);
  const setup = join(folder, "coded.xml");
  const values = '<values><value code="1" score="10">Alder</value><value code="2">Birch</value></values>';
  const variable = `<variable ident="1" type="single"><name>q1</name><label>Which tree?</label>${values}</variable>`;
  writeFileSync(setup, `<sss version="2.0"><survey><record ident="A">${variable}</record></survey></sss>`);
  const lines: string[] = [];
  const out = vi.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(String(line)) > 0);
  const asked = { file, project, setup, mode: "append" as const, dryRun: false, chosen: { id: "id" } };
  await runImport(asked, "coded.csv").finally(() => out.mockRestore());
  expect(lines.join("")).toContain("coded.xml describes 1 of 1 questions.");
  const [set] = await db().select().from(answerSets).where(eq(answerSets.projectId, project));
  expect(set?.questions).toMatchObject([
    {
      text: "Which tree?",
      options: [
        { label: "Alder", value: 10 },
        { label: "Birch", value: null },
      ],
    },
  ]);
});
