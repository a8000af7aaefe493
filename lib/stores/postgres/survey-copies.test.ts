import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import { withOwnDatabase } from "@/lib/test-database";
import { db } from "./client";
import { type CopyFilter, copyHashes, followWrite, searchCopy, sumsFromCopy, writeCopyRows } from "./survey-copies";
import { copyHash, copyRow } from "./survey-copy-row";
import {
  askForCopy,
  failRefresh,
  findCopyState,
  forgetOldCopies,
  keepLease,
  publishCopy,
  type Refresh,
  returnRefresh,
  takeDueRefresh,
} from "./survey-copy-runs";

withOwnDatabase();

let copies = 0;
const newCopy = () => ({ connection: "panel", credential: `person-${++copies}@panel.test` });
type Copy = ReturnType<typeof newCopy>;

const rowsOf = (surveys: Survey[]) =>
  surveys.map((survey, index) => copyRow(survey, index + 1, copyHash(survey, index + 1)));

/** Asks for a refresh and takes it, as the worker does; the pause between two refreshes is waived. */
async function begin(copy: Copy): Promise<Refresh> {
  await askForCopy(db(), copy);
  await db().execute(sql`update survey_copy_runs set begun_at = begun_at - interval '6 seconds',
    asked_at = clock_timestamp() where credential = ${copy.credential}`);
  // What other tests left behind may have become due meanwhile.
  for (;;) {
    const refresh = await takeDueRefresh(db());
    if (!refresh) throw new Error("the copy was not due");
    if (refresh.credential === copy.credential) return refresh;
  }
}

async function copyOf(surveys: Survey[]): Promise<Copy> {
  const copy = newCopy();
  const refresh = await begin(copy);
  await writeCopyRows(db(), refresh, rowsOf(surveys));
  expect(await publishCopy(db(), refresh, { changed: [], gone: [], read: surveys.length })).toBe(true);
  return copy;
}

async function ids(copy: Copy, filter: Partial<CopyFilter> = {}): Promise<string[]> {
  const sort = { key: "created", descending: false } as const;
  const found = await searchCopy(db(), copy, { sort, page: 1, pageSize: 50, ...filter });
  return found?.surveys.map(({ id }) => id) ?? ["no copy"];
}

describe("searching a copy", () => {
  const surveys: Survey[] = [
    { id: "a", name: "Cars 100%", status: "Live", project_id: "p1", respondents: 10 },
    { id: "b", name: "cars 1000", status: "Draft", project_id: "p2", respondents: 30 },
    { id: "c", name: "Boats_x", status: "archived", project_id: "p1" },
    { id: "d", name: null, status: null, respondents: 10 },
    { id: "e", name: "Boats", status: "LIVE", respondents: 20, out_of_field_date: "2031-01-01 00:00:00" },
  ];

  test("finds a part of the name in any case, or a whole id, and takes wildcards literally", async () => {
    const copy = await copyOf(surveys);
    expect(await ids(copy, { search: " CARS " })).toEqual(["a", "b"]);
    expect(await ids(copy, { search: "0%" })).toEqual(["a"]);
    expect(await ids(copy, { search: "s_x" })).toEqual(["c"]);
    expect(await ids(copy, { search: "d" })).toEqual(["d"]);
    expect(await ids(copy, { search: "nothing" })).toEqual([]);
  });

  test("joins all filters, and matches unknown statuses in any case", async () => {
    const copy = await copyOf(surveys);
    expect(await ids(copy, { statuses: ["live"] })).toEqual(["a", "e"]);
    expect(await ids(copy, { statuses: ["Archived", "Draft"] })).toEqual(["b", "c"]);
    expect(await ids(copy, { projectIds: ["p1"], search: "boats" })).toEqual(["c"]);
    expect(await ids(copy, { ids: ["e", "a", "unknown"], statuses: ["Live"] })).toEqual(["a", "e"]);
    expect(await ids(copy, { ids: [] })).toEqual([]);
  });

  test("sorts unknown values last either way, and equal ones by id in the same direction", async () => {
    const copy = await copyOf(surveys);
    const sorted = (key: CopyFilter["sort"]["key"], descending: boolean) => ids(copy, { sort: { key, descending } });
    expect(await sorted("respondents", false)).toEqual(["a", "d", "e", "b", "c"]);
    expect(await sorted("respondents", true)).toEqual(["b", "e", "d", "a", "c"]);
    expect(await sorted("name", false)).toEqual(["e", "c", "a", "b", "d"]);
    expect(await sorted("created", true)).toEqual(["e", "d", "c", "b", "a"]);
    expect(await sorted("last_complete_at", true)).toEqual(["e", "d", "c", "b", "a"]);
  });

  test("sorts names as a person looks them up, capitals and small letters together", async () => {
    const named = ["zebra", "Omnibus", "Ärzte", "brand", "Cars"].map((name): Survey => ({ id: name, name }));
    const sorted = await ids(await copyOf(named), { sort: { key: "name", descending: false } });
    expect(sorted).toEqual(["Ärzte", "brand", "Cars", "Omnibus", "zebra"]);
  });

  test("sorts out-of-field dates as moments, those of unknown zones last", async () => {
    const out = (id: string, date: string, zone: string): Survey => ({
      id,
      out_of_field_date: date,
      out_of_field_timezone: zone,
    });
    const copy = await copyOf([
      out("late", "2031-01-01 00:00:00", "(UTC-10:00) Hawaii"),
      out("early", "2031-01-01 05:00:00", "(UTC) Coordinated Universal Time"),
      out("nowhere", "2030-01-01 00:00:00", "Atlantis"),
    ]);
    const sort = { key: "out_of_field_date", descending: false } as const;
    expect(await ids(copy, { sort })).toEqual(["early", "late", "nowhere"]);
  });

  test("gives pages and the total of all that match", async () => {
    const copy = await copyOf(surveys);
    const sort = { key: "created", descending: false } as const;
    const page = (number: number) => searchCopy(db(), copy, { sort, page: number, pageSize: 2 });
    expect((await page(2))?.surveys.map(({ id }) => id)).toEqual(["c", "d"]);
    expect(await page(9)).toMatchObject({ total: 5, surveys: [] });
  });

  test("gives back what was read, with what PostgreSQL cannot hold replaced", async () => {
    const odd: Survey = {
      id: "odd\u0000",
      name: "half \ud800 nul \u0000 path C:\\u0000",
      odd: { "k\u0000": [1, null] },
    };
    const copy = await copyOf([odd, { id: "good", name: "Good" }]);
    const sort = { key: "created", descending: false } as const;
    const found = await searchCopy(db(), copy, { sort, page: 1, pageSize: 5 });
    expect(found?.surveys[0]).toEqual({
      id: "odd\ufffd",
      name: "half \ufffd nul \ufffd path C:\\u0000",
      odd: { "k\ufffd": [1, null] },
    });
  });
});

describe("sums of projects", () => {
  const survey = (id: string, project: string, completes: number | null, status = "Live"): Survey => ({
    id,
    project_id: project,
    status,
    respondents: 100,
    out_of_field_date: "2031-01-01 00:00:00",
    out_of_field_timezone: "(UTC) Coordinated Universal Time",
    field_details: { survey_completes: completes, total_cost: 1.1 } as Survey["field_details"] & object,
  });

  test("add up known figures; a project with an unknown one has none, one without surveys has zeros", async () => {
    const copy = await copyOf([
      survey("a", "p1", 3),
      survey("b", "p1", 4, "Draft"),
      survey("c", "p2", 5),
      survey("d", "p2", null),
    ]);
    const found = await sumsFromCopy(db(), copy, ["p1", "p2", "p3"]);
    expect(Object.fromEntries(found?.sums ?? [])).toEqual({
      p1: {
        surveys: 2,
        live: 1,
        respondents: 200,
        survey_completes: 7,
        total_cost: 2.2,
        next_out_of_field: "2031-01-01T00:00:00.000Z",
      },
      p3: { surveys: 0, live: 0, respondents: 0, survey_completes: 0, total_cost: 0, next_out_of_field: null },
    });
  });

  test("are none without a copy", async () => {
    expect(await sumsFromCopy(db(), newCopy(), ["p1"])).toBeNull();
  });
});

describe("a refresh", () => {
  test("shows nothing of the first copy before it is complete", async () => {
    const copy = newCopy();
    const refresh = await begin(copy);
    await writeCopyRows(db(), refresh, rowsOf([{ id: "a" }]));
    expect(await ids(copy)).toEqual(["no copy"]);
    await publishCopy(db(), refresh, { changed: [], gone: [], read: 1 });
    expect(await ids(copy)).toEqual(["a"]);
  });

  test("changes, adds and removes in one step", async () => {
    const copy = await copyOf([{ id: "a", name: "old" }, { id: "b" }]);
    const refresh = await begin(copy);
    const next = [{ id: "a", name: "new" }, { id: "c" }];
    const known = await copyHashes(db(), copy);
    expect([...known.keys()].sort()).toEqual(["a", "b"]);
    expect(await ids(copy)).toEqual(["a", "b"]);
    await publishCopy(db(), refresh, { changed: rowsOf(next), gone: ["b"], read: 2 });
    expect(await ids(copy)).toEqual(["a", "c"]);
    expect(await ids(copy, { search: "new" })).toEqual(["a"]);
  });

  test("that lost its lease writes and publishes nothing", async () => {
    const copy = await copyOf([{ id: "a" }]);
    const first = await begin(copy);
    await db().execute(sql`update survey_copy_runs set running_until = now() - interval '1 second'
      where credential = ${copy.credential}`);
    const second = await begin(copy);
    expect(second.generation).toBe(first.generation + 1);
    expect(await keepLease(db(), first, { read: 1, total: 1 })).toBe(false);
    await writeCopyRows(db(), first, rowsOf([{ id: "stale" }]));
    expect(await publishCopy(db(), first, { changed: rowsOf([{ id: "stale" }]), gone: ["a"], read: 1 })).toBe(false);
    await failRefresh(db(), first, "stale");
    expect(await ids(copy)).toEqual(["a"]);
    expect(await publishCopy(db(), second, { changed: [], gone: [], read: 1 })).toBe(true);
    expect(await findCopyState(db(), copy)).toMatchObject({ problem: null, pending: false });
  });

  test("leaves what a write of ours put there since it began", async () => {
    const copy = await copyOf([{ id: "a", name: "old", respondents: 5 }, { id: "b" }]);
    const refresh = await begin(copy);
    await followWrite(db(), copy, { id: "a", name: "ours" });
    await followWrite(db(), copy, { id: "new", name: "ours too" });
    const read = rowsOf([{ id: "a", name: "read before" }]);
    await publishCopy(db(), refresh, { changed: read, gone: ["b", "new"], read: 1 });
    expect(await ids(copy, { search: "ours" })).toEqual(["a", "new"]);
    expect(await ids(copy)).toEqual(["a", "new"]);
    const next = await begin(copy);
    const unchanged = rowsOf([{ id: "a", name: "service" }]);
    await publishCopy(db(), next, { changed: unchanged, gone: ["new"], read: 1 });
    expect(await ids(copy)).toEqual(["a"]);
    expect(await ids(copy, { search: "service" })).toEqual(["a"]);
  });

  test("that failed keeps the old copy and says why; the next success forgets it", async () => {
    const copy = await copyOf([{ id: "a" }]);
    await failRefresh(db(), await begin(copy), "Panel cannot be reached.");
    expect(await findCopyState(db(), copy)).toMatchObject({ problem: "Panel cannot be reached.", pending: false });
    expect(await ids(copy)).toEqual(["a"]);
    const next = await begin(copy);
    expect(await findCopyState(db(), copy)).toMatchObject({ problem: "Panel cannot be reached.", pending: true });
    await publishCopy(db(), next, { changed: [], gone: [], read: 1 });
    expect(await findCopyState(db(), copy)).toMatchObject({ problem: null });
  });
});

describe("the queue of refreshes", () => {
  test("holds a copy once, however often it is asked for, and gives it to one worker", async () => {
    const copy = newCopy();
    for (let times = 0; times < 5; times += 1) await askForCopy(db(), copy);
    const taken = await Promise.all([takeDueRefresh(db()), takeDueRefresh(db()), takeDueRefresh(db())]);
    expect(taken.filter((refresh) => refresh !== null)).toHaveLength(1);
    await askForCopy(db(), copy);
    expect(await takeDueRefresh(db())).toBeNull();
  });

  test("gives a killed worker's refresh to the next when its lease has run out, and a returned one soon", async () => {
    const copy = newCopy();
    const refresh = await begin(copy);
    expect(await takeDueRefresh(db())).toBeNull();
    await db().execute(sql`update survey_copy_runs set running_until = now() - interval '1 second',
      begun_at = begun_at - interval '20 seconds' where credential = ${copy.credential}`);
    const again = await takeDueRefresh(db());
    expect(again).toMatchObject({ credential: copy.credential, generation: refresh.generation + 1 });
    if (again) await returnRefresh(db(), again);
    expect(await findCopyState(db(), copy)).toMatchObject({ pending: true });
  });

  test("forgets copies that nobody has asked for in a month", async () => {
    const [old, used] = [await copyOf([{ id: "a" }]), await copyOf([{ id: "a" }])];
    await db().execute(sql`update survey_copy_runs set asked_at = now() - interval '31 days',
      begun_at = now() - interval '31 days' where credential = ${old.credential}`);
    await forgetOldCopies(db());
    expect(await findCopyState(db(), old)).toBeNull();
    expect((await copyHashes(db(), old)).size).toBe(0);
    expect(await ids(used)).toEqual(["a"]);
  });
});

test("a write follows only into a copy that somebody asked for, and keeps members that its reply left out", async () => {
  const stranger = newCopy();
  await followWrite(db(), stranger, { id: "a" });
  expect((await copyHashes(db(), stranger)).size).toBe(0);
  const copy = await copyOf([{ id: "a", name: "Cars", respondents: 5 }]);
  await followWrite(db(), copy, { id: "a", respondents: 9 });
  const sort = { key: "created", descending: false } as const;
  const found = await searchCopy(db(), copy, { search: "cars", sort, page: 1, pageSize: 5 });
  expect(found?.surveys).toEqual([{ id: "a", name: "Cars", respondents: 9 }]);
});

test("a survey that another release copied in another shape is counted, and a write replaces it", async () => {
  const copy = await copyOf([{ id: "a", name: "Cars" }, { id: "b" }]);
  await db().execute(sql`update survey_copies set survey = '{"id": "a", "respondents": "5"}'
    where credential = ${copy.credential} and survey_id = 'a'`);
  const sort = { key: "created", descending: false } as const;
  const search = () => searchCopy(db(), copy, { sort, page: 1, pageSize: 5 });
  expect(await search()).toMatchObject({ total: 2, surveys: [{ id: "b" }], unreadable: 1 });
  await followWrite(db(), copy, { id: "a", respondents: 9 });
  expect(await search()).toMatchObject({ surveys: [{ id: "a", respondents: 9 }, { id: "b" }], unreadable: 0 });
});
