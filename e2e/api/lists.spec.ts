import { randomUUID } from "node:crypto";
import type { BuiltInSurvey } from "@/lib/contracts/interfaces/survey";
import { decodeSurvey } from "@/lib/contracts/interfaces/survey-codec";
import { surveyFieldNames } from "@/lib/contracts/interfaces/survey-fields";
import { surveyRevision } from "@/lib/contracts/rules/revision";
import { surveySortKeys } from "@/lib/contracts/terms/demand";
import { expect } from "../expect";
import {
  casesFor,
  createSurvey,
  grouped,
  inBatches,
  inTurn,
  type Json,
  patient,
  sides,
  test,
  type World,
} from "./world";

/** A project of its own with surveys that differ in everything a list is filtered and sorted by. */
async function projectOf(world: World, surveys: Json[]): Promise<{ projectId: string; surveys: BuiltInSurvey[] }> {
  const { accountId, managerId, manager } = world.service;
  const body = {
    account_id: accountId,
    project_manager_id: managerId,
    project_name: "Lists",
    project_number: randomUUID(),
  };
  const projectId = String((await manager.post("/projects", { body })).json.id);
  const made: BuiltInSurvey[] = [];
  // One after the other: lists are in the order of making.
  for (const members of surveys) made.push(await createSurvey({ ...world.service, projectId }, members));
  return { projectId, surveys: made };
}

const varied: Json[] = ["delta", "Alpha", "charlie 50%", "bravo_x", "echo"].map((name, index) => ({
  name: `${name} ${randomUUID()}`,
  status: (["Draft", "Live", "Paused", "Complete", "Live"] as const)[index],
  respondents: [30, 10, 20, 20, 40][index],
  length_of_interview: [5, 20, 10, 1, 15][index],
  incidence_rate: [80, 10, 50, 100, 20][index],
  out_of_field_date: `203${[4, 2, 5, 1, 3][index]}-06-01`,
  offered_price_per_complete: [3, 1.5, 9.99, 0.01, 2][index],
}));

const ids = (json: Json) => (json.surveys as BuiltInSurvey[]).map(({ id }) => id);
const idsOf = (surveys: BuiltInSurvey[]) => surveys.map(({ id }) => id);

for (const side of sides) {
  test.describe(`lists at ${side}`, () => {
    test("hold what each of the six parameters asks for, oldest first", async ({ world }) => {
      const { projectId, surveys } = await projectOf(world, varied);
      const { managers: manager } = world[side];
      const get = async (query: string) => {
        const { status, json } = await manager.get(`/surveys?${query}`);
        expect(status, JSON.stringify(json)).toBe(200);
        return json;
      };
      const inProject = `project_ids=${projectId}`;
      const [first, second, third, , fifth] = surveys as [
        BuiltInSurvey,
        BuiltInSurvey,
        BuiltInSurvey,
        BuiltInSurvey,
        BuiltInSurvey,
      ];

      expect(await get(inProject)).toEqual({ total_surveys: 5, page: 1, page_size: 5, surveys });
      expect(ids(await get(`ids=${third.id}, ${first.id},nobody`))).toEqual([first.id, third.id]);
      expect(await get(`ids=nobody,${randomUUID()}`)).toEqual({ total_surveys: 0, page: 1, page_size: 0, surveys: [] });
      expect((await get(`${inProject}&ids=`)).total_surveys).toBe(5);
      expect((await get(`${inProject}&ids=%20,,`)).total_surveys).toBe(5);
      expect((await get(`project_ids=${projectId},${randomUUID()}`)).total_surveys).toBe(5);
      expect((await get(`project_ids=${randomUUID()}`)).total_surveys).toBe(0);
      expect(ids(await get(`${inProject}&statuses=live`))).toEqual([second.id, fifth.id]);
      expect(ids(await get(`${inProject}&statuses=LIVE,Paused`))).toEqual([second.id, third.id, fifth.id]);
      expect((await get(`${inProject}&statuses=`)).total_surveys).toBe(5);
      expect((await get(`${inProject}&ids=${first.id}&statuses=Live`)).total_surveys).toBe(0);
      expect((await get(`${inProject}&page=0`)).page).toBe(1);
      expect(await get(`${inProject}&page=2&page_size=3`)).toEqual({
        total_surveys: 5,
        page: 2,
        page_size: 2,
        surveys: surveys.slice(3),
      });
      expect(await get(`${inProject}&page=99`)).toEqual({ total_surveys: 5, page: 99, page_size: 0, surveys: [] });
      expect((await get(`${inProject}&page=1000000000&page_size=500`)).surveys).toEqual([]);
      const fields = await get(`${inProject}&fields=name,%20respondents`);
      expect(fields.surveys).toEqual(surveys.map(({ id, name, respondents }) => ({ id, name, respondents })));
      expect((await get(`${inProject}&fields=status`)).surveys).toEqual(
        surveys.map(({ id, status }) => ({ id, status })),
      );
    });

    test("search by a part of the name or by the id, wildcards taken as they stand", async ({ world }) => {
      const { projectId, surveys } = await projectOf(world, varied);
      const { managers: manager } = world[side];
      const search = async (text: string) =>
        ids((await manager.get(`/surveys?project_ids=${projectId}&search=${encodeURIComponent(text)}`)).json);
      const [first, second, third, fourth] = idsOf(surveys);
      expect(await search("ALPHA")).toEqual([second]);
      expect(await search("lph")).toEqual([second]);
      expect(await search(first ?? "")).toEqual([first]);
      expect(await search((first ?? "").toUpperCase())).toEqual([first]);
      expect(await search("50%")).toEqual([third]);
      expect(await search("bravo_x")).toEqual([fourth]);
      expect(await search("bravo%x")).toEqual([]);
      expect(await search("_%")).toEqual([]);
      expect(await search("\\")).toEqual([]);
      expect(await search("' or 1=1 --")).toEqual([]);
      expect(await search("  ")).toHaveLength(5);
      expect(await search("")).toHaveLength(5);
    });

    test("sort by every key in both directions", async ({ world }) => {
      const { projectId, surveys } = await projectOf(world, varied);
      await world.sql`
        insert into responses (rdud, survey_id, status, buyer_cpi, qualification_attributes, quota_ids, started_at, ended_at)
        select id || '-' || n, id, 'complete', 1, '[]', '{}', now(), now() - n * interval '1 minute'
        from surveys, generate_series(1, respondents / 10) as n where project_id = ${projectId} and respondents > 20`;
      const { managers: manager } = world[side];
      const now = (await manager.get(`/surveys?project_ids=${projectId}`)).json.surveys as BuiltInSurvey[];
      const value: Record<(typeof surveySortKeys)[number], (survey: BuiltInSurvey) => string | number | null> = {
        created: ({ id }) => idsOf(surveys).indexOf(id),
        name: ({ name }) => name,
        status: ({ status }) => status,
        respondents: ({ respondents }) => respondents,
        survey_completes: ({ field_details }) => field_details.survey_completes,
        offered_price_per_complete: ({ offered_price_per_complete }) => offered_price_per_complete,
        length_of_interview: ({ length_of_interview }) => length_of_interview,
        incidence_rate: ({ incidence_rate }) => incidence_rate,
        out_of_field_date: ({ out_of_field_date }) => out_of_field_date,
        last_complete_at: ({ field_details }) => field_details.last_complete_at,
      };
      const inOrder = async (key: (typeof surveySortKeys)[number], sign: string) => {
        const sorted = (await manager.get(`/surveys?project_ids=${projectId}&sort=${sign}${key}`)).json;
        const values = (sorted.surveys as BuiltInSurvey[]).map(value[key]);
        const known = values.filter((item) => item !== null);
        expect(values.slice(0, known.length), `${sign}${key}: what is unknown comes last`).toEqual(known);
        if (key === "name") return; // by the database's collation
        const ascending = [...now.map(value[key]).filter((item) => item !== null)].sort((a, b) =>
          a < b ? -1 : a > b ? 1 : 0,
        );
        expect(known, `${sign}${key}`).toEqual(sign ? ascending.reverse() : ascending);
        // Pages of one cut the same order into pieces: equals never change places.
        const pieces = [1, 2, 3].map(async (page) => {
          const query = `project_ids=${projectId}&sort=${sign}${key}&page_size=2&page=${page}&fields=id`;
          return ids((await manager.get(`/surveys?${query}`)).json);
        });
        expect((await Promise.all(pieces)).flat(), `${sign}${key} in pages`).toEqual(ids(sorted));
      };
      const keys = casesFor(side, surveySortKeys);
      await inBatches(keys, (key) => Promise.all(["", "-"].map((sign) => inOrder(key, sign))), 3);
    });

    test("a new survey shifts no page", async ({ world }) => {
      const { projectId, surveys } = await projectOf(world, varied.slice(0, 3));
      const page = async () =>
        ids((await world[side].managers.get(`/surveys?project_ids=${projectId}&page=1&page_size=2`)).json);
      const before = await page();
      await createSurvey({ ...world.service, projectId });
      expect(await page()).toEqual(before);
      expect(before).toEqual(idsOf(surveys).slice(0, 2));
    });

    test("the total of a status follows every change", async ({ world }) => {
      const total = async (statuses: string) =>
        Number((await world[side].managers.get(`/surveys?statuses=${statuses}&page_size=1`)).json.total_surveys);
      const [drafts, live] = [await total("Draft"), await total("Live")];
      const { id } = await createSurvey(world.service);
      expect(await total("Draft")).toBe(drafts + 1);
      await world.service.manager.patch("/surveys", { body: { id, status: "Live" } });
      expect([await total("Draft"), await total("Live")]).toEqual([drafts, live + 1]);
    });

    test("of projects, users, accounts, qualifications and definitions", async ({ world }) => {
      const { managers: manager, accountId, managerId } = world[side];
      const { projectId } = await projectOf(world, varied);
      const get = async (path: string) => (await manager.get(path)).json;
      const projects = await get(`/projects?ids=${projectId},nobody&sums=true`);
      expect(projects).toMatchObject({ total_projects: 1, page: 1, page_size: 1 });
      expect(projects.projects).toEqual([
        expect.objectContaining({
          id: projectId,
          account_id: accountId,
          survey_sums: {
            surveys: 5,
            live: 2,
            respondents: 120,
            survey_completes: 0,
            total_cost: 0,
            next_out_of_field: expect.any(String),
          },
        }),
      ]);
      expect(await get(`/projects?project_manager_ids=${managerId}&ids=${projectId}`)).toMatchObject({
        total_projects: 1,
      });
      expect(await get(`/projects?project_manager_ids=${randomUUID()}`)).toMatchObject({
        total_projects: 0,
        projects: [],
      });
      expect(await get("/projects?page=99")).toMatchObject({ page: 99, page_size: 0, projects: [] });
      const everyone = (await get("/users?page_size=500")).users as Json[];
      const pages = [];
      for (let page = 1; pages.length < everyone.length; page += 1) {
        const found = (await get(`/users?page=${page}&page_size=4`)).users as Json[];
        expect(found.length).toBeGreaterThan(0);
        pages.push(...found);
      }
      expect(pages).toEqual(everyone);
      expect(everyone.map(({ id }) => id)).toContain(managerId);
      expect((await get("/accounts")).accounts).toEqual([
        { id: accountId, name: expect.stringContaining("API tests") },
      ]);
      const definitions = (await get("/definitions")).survey_attributes as Record<
        string,
        { name: string; code?: string }[]
      >;
      expect(definitions.statuses).toEqual(["Draft", "Live", "Paused", "Complete"].map((name) => ({ name })));
      expect(definitions.time_zones).toContainEqual({ name: "(UTC-10:00) Hawaii" });
      const german = (await get("/qualifications?country_code=DE&language_code=DE")).qualifications as Json[];
      expect(german.map(({ id }) => id)).toEqual(expect.arrayContaining([1, 2, 17, 73]));
      expect(await get("/qualifications?page=2&page_size=3")).toMatchObject({ page: 2, page_size: 3 });
    });
  });
}

test.describe("over several accounts", () => {
  test("the user sees all of theirs in one order, and no page shows a survey twice", async ({ world }) => {
    const add = async () =>
      (await world.sql<{ id: string }[]>`insert into accounts (name) values (${randomUUID()}) returning id`)[0]?.id ??
      "";
    const accounts = [await add(), await add()] as const;
    const people = await Promise.all([1, 2, 3, 4, 5, 6].map(() => world.addPerson("manager", accounts[0])));
    for (const { id } of people) {
      await world.sql`insert into memberships (user_id, account_id) values (${id}, ${accounts[1]})`;
    }
    const client = patient(inTurn(await Promise.all(people.map(world.signedIn))));
    expect(((await client.get("/accounts")).json.accounts as Json[]).map(({ id }) => id).sort()).toEqual(
      [...accounts].sort(),
    );
    const sides: (typeof world)["service"][] = [];
    for (const account_id of accounts) {
      const project = { account_id, project_manager_id: people[0]?.id, project_name: "P", project_number: "1" };
      const projectId = String((await client.post("/projects", { body: project })).json.id);
      sides.push({ ...world.service, manager: client, projectId });
    }
    const made: BuiltInSurvey[] = [];
    for (const [index, members] of [...varied, ...varied].entries()) {
      const side = sides[index % 2];
      if (side) made.push(await createSurvey(side, members));
    }
    const pagesOf = async (query: string, page_size: number) => {
      const pages = Array.from({ length: Math.ceil(11 / page_size) }, async (_, at) =>
        ids((await client.get(`/surveys?${query}&page=${at + 1}&page_size=${page_size}`)).json),
      );
      return (await Promise.all(pages)).flat();
    };
    expect(await pagesOf("sort=created", 3)).toEqual(idsOf(made));
    expect(await pagesOf("", 4)).toEqual(idsOf(made));
    expect(await pagesOf("sort=-created", 4)).toEqual(idsOf(made).reverse());
    const live = idsOf(made.filter(({ status }) => status === "Live"));
    for (const statuses of ["Live", "live,LIVE", "Live,Live"]) {
      const { json } = await client.get(`/surveys?statuses=${statuses}`);
      expect([json.total_surveys, ids(json)], statuses).toEqual([live.length, live]);
    }
    const inOneOrder = async (sort: string) => {
      // The same list, chosen by project instead: another way to the same order.
      const chosen = `project_ids=${sides.map(({ projectId }) => projectId).join()}&sort=${sort}`;
      const [all, inPages, byProject] = await Promise.all([
        client.get(`/surveys?sort=${sort}`),
        pagesOf(`sort=${sort}&fields=id`, 4),
        client.get(`/surveys?${chosen}`),
      ]);
      const whole = ids(all.json);
      expect(whole.toSorted(), sort).toEqual(idsOf(made).sort());
      expect(inPages, sort).toEqual(whole);
      expect(ids(byProject.json), sort).toEqual(whole);
    };
    await inBatches(
      surveySortKeys.map((key, at) => (at % 2 === 0 ? key : `-${key}`)),
      inOneOrder,
      3,
    );
  });
});

test.describe("shapes", () => {
  test("the reply has the shape that Accept names, else the request's, else the account's", async ({ world }) => {
    const survey = await createSurvey(world.service);
    const { manager } = world.service;
    const inGroup = grouped(survey);
    const asked = { headers: { accept: "application/json;shape=grouped" } };
    expect((await manager.get(`/surveys?ids=${survey.id}`, asked)).json.surveys).toEqual([inGroup]);
    const fields = (await manager.get(`/surveys?ids=${survey.id}&fields=respondents,name`, asked)).json.surveys;
    expect(fields).toEqual([{ id: survey.id, name: survey.name, survey_attributes: { respondents: 100 } }]);
    const flat = {
      headers: { accept: "application/json; shape=flat" },
      body: grouped({ id: survey.id, respondents: 100 }),
    };
    expect((await manager.patch("/surveys", flat)).json).toEqual(survey);
    expect((await manager.patch("/surveys", { body: flat.body })).json).toEqual(inGroup);
    expect((await manager.patch("/surveys", { body: { id: survey.id } })).json).toEqual(survey);
    const { id: _, ...written } = inGroup;
    const posted = await manager.post("/surveys", { body: written });
    expect(posted.status, JSON.stringify(posted.json)).toBe(201);
    expect(posted.json).toHaveProperty("survey_attributes.respondents", 100);
    expect(posted.json).not.toHaveProperty("respondents");
  });

  test("an account may have the grouped shape for its own", async ({ world }) => {
    const [account] = await world.sql<{ id: string }[]>`
      insert into accounts (name, reply_shape) values (${`Grouped ${randomUUID()}`}, 'grouped') returning id`;
    const client = await world.signedIn(await world.addPerson("manager", account?.id));
    const [me] = (await client.get("/users")).json.users as Json[];
    const project = { account_id: account?.id, project_manager_id: me?.id, project_name: "P", project_number: "1" };
    const projectId = String((await client.post("/projects", { body: project })).json.id);
    const side = { ...world.service, manager: client, projectId };
    const survey = (await createSurvey(side)) as unknown as Json;
    expect(survey).toHaveProperty("survey_attributes.country_code", "US");
    expect((await client.get("/surveys")).json.surveys).toEqual([survey]);
    const flat = { headers: { accept: "application/json;shape=flat" } };
    expect((await client.get("/surveys", flat)).json.surveys).toHaveProperty("0.country_code", "US");
  });

  test("the entity tag is the revision, the same at the service and at our own API", async ({ world }) => {
    const survey = await createSurvey(world.service);
    const decoded = decodeSurvey(survey);
    const tag = `"${await surveyRevision(decoded ?? { id: "" })}"`;
    for (const side of sides) {
      expect((await world[side].managers.get(`/surveys?ids=${survey.id}`)).headers.etag).toBe(tag);
      expect((await world[side].managers.get(`/surveys?ids=${survey.id}&fields=name`)).headers.etag).toBeUndefined();
    }
    const allFields = `/surveys?ids=${survey.id}&fields=${surveyFieldNames.join()}`;
    expect((await world.service.manager.get(allFields)).json.surveys).toEqual([survey]);
  });
});
