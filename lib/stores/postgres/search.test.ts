import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { withOwnDatabase } from "@/lib/test-database";
import { db } from "./client";
import { accounts, memberships, users } from "./schema/accounts";
import { projects, surveys } from "./schema/demand";
import { findCopiedSurveys, findPeople, findProjects, findSurveys } from "./search";

withOwnDatabase();

const NEVER = new Date("2099-01-01T00:00:00Z");
/** More than are looked through one by one, so that an index has to find the rest. */
const MANY = 2500;

const ids = { mine: "", theirs: "" };
const mine = () => [ids.mine];

const NAMED = [
  "Zebra tracker",
  "Old zebra habits",
  "Unzebraed",
  "ZEBRA",
  "Share 50% male",
  "Share 500 male",
  "under_score",
  "back\\slash",
];

beforeAll(async () => {
  for (const [side, name] of [
    ["mine", "Mine"],
    ["theirs", "Theirs"],
  ] as const) {
    const [account] = await db().insert(accounts).values({ name }).returning();
    const accountId = account?.id ?? "";
    ids[side] = accountId;
    const [person] = await db()
      .insert(users)
      .values({ email: `quagga@${side}.test`, name: `Quincy ${name}`, passwordHash: "" })
      .returning();
    const userId = person?.id ?? "";
    await db().insert(memberships).values({ userId, accountId });
    const project = {
      accountId,
      projectManagerId: userId,
      projectName: `Okapi ${name}`,
      projectNumber: `OK-77-${name}`,
    };
    const [{ id: projectId = "" } = {}] = await db().insert(projects).values(project).returning();
    const rows = NAMED.map((surveyName, index) => surveyRow(accountId, projectId, surveyName, index));
    await db().insert(surveys).values(rows);
    if (side === "mine") await addNewer(accountId, projectId);
  }
  await db().execute(sql`analyze surveys`);
});

function surveyRow(accountId: string, projectId: string, name: string, day: number): typeof surveys.$inferInsert {
  return {
    accountId,
    projectId,
    name,
    status: "Live",
    respondents: 100,
    countryCode: "US",
    languageCode: "EN",
    lengthOfInterview: 5,
    incidenceRate: 50,
    collectsPii: false,
    hashingEnabled: false,
    outOfFieldDate: "2099-01-01 00:00:00",
    outOfFieldTimezone: "UTC",
    outOfFieldAt: NEVER,
    deviceCompatibilities: ["desktop"],
    calculationType: "Completes",
    trafficControlLimitType: "None",
    entryLink: "https://example.test/?rid=[%RID%]",
    offeredPricePerComplete: 1,
    createdAt: new Date(Date.UTC(2026, 0, 1 + day)),
  };
}

/** Newer surveys, none of which has what the tests look for. */
async function addNewer(accountId: string, projectId: string): Promise<void> {
  const rows = Array.from({ length: MANY }, (_, index) => surveyRow(accountId, projectId, `Media habits ${index}`, 40));
  for (let from = 0; from < rows.length; from += 500)
    await db()
      .insert(surveys)
      .values(rows.slice(from, from + 500));
}

const names = async (text: string, limit = 6) => (await findSurveys(db(), mine(), text, limit)).map(({ name }) => name);

describe("surveys are found", () => {
  test("best match first: the whole name, its beginning, the beginning of a word, any part", async () => {
    expect(await names("zebra")).toEqual(["ZEBRA", "Zebra tracker", "Old zebra habits", "Unzebraed"]);
    expect(await names("zebra", 2)).toEqual(["ZEBRA", "Zebra tracker"]);
  });

  test("by two letters and by one, however old, where they begin a word", async () => {
    expect(await names("ze")).toEqual(["ZEBRA", "Zebra tracker", "Old zebra habits"]);
    expect(await names("o")).toContain("Old zebra habits");
  });

  test("by a whole id, in any case, before anything else", async () => {
    const [first] = await findSurveys(db(), mine(), "Zebra tracker", 1);
    const [found] = await findSurveys(db(), mine(), (first?.id ?? "").toUpperCase(), 6);
    expect(found).toEqual({
      id: first?.id,
      name: "Zebra tracker",
      status: "Live",
      project_name: "Okapi Mine",
      country_code: "US",
      language_code: "EN",
    });
  });

  test("with wildcards and backslashes as they stand", async () => {
    expect(await names("50% m")).toEqual(["Share 50% male"]);
    expect(await names("under_sc")).toEqual(["under_score"]);
    expect(await names("back\\sl")).toEqual(["back\\slash"]);
    for (const text of ["%%%", "___", "\\", "(*", "'", "[["]) expect(await names(text)).toEqual([]);
  });

  test("no more than asked for, of a text that is everywhere", async () => {
    const found = await names("media");
    expect(found).toHaveLength(6);
    expect(await names("a")).toHaveLength(6);
  });

  test("only in the accounts asked for", async () => {
    const [theirs] = await findSurveys(db(), [ids.theirs], "Zebra tracker", 1);
    expect(await findSurveys(db(), mine(), theirs?.id ?? "", 6)).toEqual([]);
    expect(await findSurveys(db(), [], "zebra", 6)).toEqual([]);
  });
});

test("projects are found by name, number and id, and only one's own", async () => {
  const [found, ...more] = await findProjects(db(), mine(), "k-77", 6);
  expect(found).toMatchObject({ name: "Okapi Mine", number: "OK-77-Mine", manager_name: "Quincy Mine" });
  expect(more).toEqual([]);
  expect(await findProjects(db(), mine(), found?.id ?? "", 6)).toEqual([found]);
  expect(await findProjects(db(), [ids.theirs], found?.id ?? "", 6)).toEqual([]);
});

test("people are found by name, e-mail and id, disabled ones and strangers not", async () => {
  const [found, ...more] = await findPeople(db(), mine(), "quagga@", 6);
  expect(found).toMatchObject({ name: "Quincy Mine", email: "quagga@mine.test" });
  expect(more).toEqual([]);
  expect(await findPeople(db(), mine(), found?.id ?? "", 6)).toEqual([found]);
  expect(await findPeople(db(), mine(), "quincy theirs", 6)).toEqual([]);
  await db().execute(sql`update users set disabled_at = now() where id = ${found?.id ?? ""}::uuid`);
  expect(await findPeople(db(), mine(), "quincy", 6)).toEqual([]);
});

test("surveys of a copy are found by one's own credential alone", async () => {
  for (const credential of ["me@example.test", "other@example.test"]) {
    await db().execute(sql`
      insert into survey_copies (connection, credential, survey_id, position, project_id, name, status, survey)
      select 'remote', ${credential}, credential_ids.id, credential_ids.place, 'p-1', credential_ids.name, 'Live',
        '{"country_code": "DE", "language_code": "DE"}'::jsonb
      from (values ('S-1', 1, 'A gnu'), ('S-2', 2, 'Gnu one'), ('S-3', 3, null)) as credential_ids(id, place, name)`);
  }
  const find = (text: string) =>
    findCopiedSurveys(db(), { connection: "remote", credential: "me@example.test" }, text, 6);
  expect((await find("gnu")).map(({ name }) => name)).toEqual(["Gnu one", "A gnu"]);
  expect(await find("S-3")).toEqual([
    { id: "S-3", name: "S-3", status: "Live", project_id: "p-1", country_code: "DE", language_code: "DE" },
  ]);
});
