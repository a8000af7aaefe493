import { randomUUID } from "node:crypto";
import type { BuiltInSurvey } from "@/lib/contracts/interfaces/survey";
import { surveyStatuses } from "@/lib/contracts/interfaces/survey-fields";
import { expect } from "../expect";
import { newSurvey } from "../new-survey";
import {
  baseURL,
  casesFor,
  createSurvey,
  expectRefusal,
  type Json,
  readSurvey,
  sides,
  test,
  type World,
} from "./world";

const quota = (members: Json = {}) => ({ quota_name: "Q", quota: 5, qualifications: [], ...members });
const women = { question_id: 2, allowed_option_ids: [2] };
const adults = { question_id: 1, allowed_option_ids: [18, 19, 20] };

/** Responses that count, each in the given quotas. */
async function addCompletes(
  world: World,
  survey: BuiltInSurvey,
  count: number,
  quotaIds: string[] = [],
): Promise<void> {
  await world.sql`
    insert into responses (rdud, survey_id, status, buyer_cpi, qualification_attributes, quota_ids, started_at, ended_at)
    select ${randomUUID()} || n, ${survey.id}, 'complete', 1, '[]', ${quotaIds}::uuid[], now(), now()
    from generate_series(1, ${count}::int) as n`;
}

for (const side of sides) {
  test.describe(`a survey at ${side}`, () => {
    const patch = (world: World, body: Json, headers = {}) => world[side].manager.patch("/surveys", { body, headers });

    test("costs at least the floor, and offers it when nothing is offered", async ({ world }) => {
      const body = newSurvey(world.service.projectId, { length_of_interview: 5, incidence_rate: 80 });
      const { json } = await world[side].manager.post("/surveys", { body });
      expect(json).toMatchObject({
        minimum_price_per_complete: 1.07,
        offered_price_per_complete: 1.07,
        status: "Draft",
      });
      const lower = await patch(world, { id: json.id, offered_price_per_complete: 0.5 });
      expect(lower.json).toMatchObject({ minimum_price_per_complete: 1.07, offered_price_per_complete: 0.5 });
      const harder = await patch(world, { id: json.id, incidence_rate: 10, length_of_interview: 20 });
      expect(harder.json).toMatchObject({ minimum_price_per_complete: 5.59, offered_price_per_complete: 0.5 });
    });

    test("sends respondents back to the configured address, whatever a request says", async ({ world }) => {
      const headers = {
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "https",
        forwarded: "host=evil.example",
      };
      const ask = { body: newSurvey(world.service.projectId), headers };
      const { json } = await world[side].manager.post("/surveys", ask);
      const outcomes = [
        "complete",
        "standard_termination",
        "quality_termination",
        "security_termination",
        "overquota_termination",
      ];
      expect(json.redirects).toEqual(
        Object.fromEntries(outcomes.map((outcome) => [outcome, `${baseURL()}/return/${outcome}?rid=[%RID%]`])),
      );
    });

    test("has no figures before anybody came", async ({ world }) => {
      const { json } = await world[side].manager.post("/surveys", { body: newSurvey(world.service.projectId) });
      expect(json.field_details).toEqual({
        survey_starts: 0,
        survey_completes: 0,
        standard_terminations: 0,
        quality_terminations: 0,
        security_terminations: 0,
        overquota_terminations: 0,
        total_cost: 0,
        actual_length_of_interview: null,
        actual_incidence_rate: null,
        last_complete_at: null,
      });
    });

    test("loses the quotas that a PATCH does not list, and keeps what it does not say", async ({ world }) => {
      const respondent_attributes = [
        quota({ quota_name: "A", quota: 1, qualifications: [women, adults] }),
        quota({ quota_name: "B", quota: 2, qualifications: [women] }),
        quota({ quota_name: "C", quota: 3 }),
      ];
      const survey = await createSurvey(world.service, { respondent_attributes });
      const [a, b, c] = survey.respondent_attributes.map(({ quota_id }) => quota_id);

      const renamed = (await patch(world, { id: survey.id, name: "Other" })).json as BuiltInSurvey;
      expect(renamed).toEqual({ ...survey, name: "Other" });

      const changed = await patch(world, {
        id: survey.id,
        respondent_attributes: [
          { quota_id: c, quota_name: "C2" },
          { quota_id: a, qualifications: [adults] },
          { quota_id: null, quota_name: "New", quota: 9, qualifications: [women] },
        ],
      });
      expect(changed.status, JSON.stringify(changed.json)).toBe(200);
      const now = changed.json.respondent_attributes as BuiltInSurvey["respondent_attributes"];
      expect(now.map(({ quota_name, quota: number, qualifications }) => [quota_name, number, qualifications])).toEqual([
        ["C2", 3, []],
        ["A", 1, [adults]],
        ["New", 9, [women]],
      ]);
      expect(now.map(({ quota_id }) => quota_id).slice(0, 2)).toEqual([c, a]);
      expect(now[2]?.quota_id).not.toBe(b);
      expectRefusal(side, await patch(world, { id: survey.id, respondent_attributes: [{ quota_id: b }] }), 400);
      expect((await patch(world, { id: survey.id, respondent_attributes: [] })).json.respondent_attributes).toEqual([]);
    });

    test("read, sent back as it was and read again is the same", async ({ world }) => {
      const survey = await createSurvey(world.service, {
        respondent_attributes: [quota({ qualifications: [women] }), quota()],
      });
      const { revision } = await readSurvey(world[side], survey.id);
      const reply = await patch(world, survey as unknown as Json, { "if-match": revision });
      expect(reply.status, JSON.stringify(reply.json)).toBe(200);
      expect(reply.json).toEqual(survey);
      expect(reply.headers.etag).toBe(revision);
    });

    for (const from of casesFor(side, surveyStatuses)) {
      test(`that is ${from} may go where the specification lets it`, async ({ world }) => {
        const allowed = {
          Draft: ["Live"],
          Live: ["Paused", "Complete"],
          Paused: ["Live", "Complete"],
          Complete: ["Live"],
        };
        for (const to of surveyStatuses) {
          const survey = await createSurvey(world.service, { status: from });
          const reply = await patch(world, { id: survey.id, status: to.toLowerCase() });
          if (to === from || allowed[from].includes(to)) {
            expect(reply.status, `${from} to ${to}: ${JSON.stringify(reply.json)}`).toBe(200);
            expect(reply.json.status).toBe(to);
          } else {
            expectRefusal(side, reply, 400, new RegExp(`^A survey that is ${from} cannot become ${to};`));
            expect((await readSurvey(world.service, survey.id)).survey).toEqual(survey);
          }
        }
      });
    }

    test("goes live with room, time and a way in, and stays live only so", async ({ world }) => {
      const missing: [Json, string][] = [
        [{ out_of_field_date: "2020-01-01" }, "A live survey needs an out-of-field date that lies ahead."],
        [
          { entry_link: "https://survey.example/" },
          "A live survey needs an entry link with the session placeholder [%RID%].",
        ],
      ];
      for (const [members, sentence] of missing) {
        const post = { body: newSurvey(world.service.projectId, { ...members, status: "Live" }) };
        expectRefusal(side, await world[side].manager.post("/surveys", post), 400, sentence);
        const draft = await createSurvey(world.service, members);
        expectRefusal(side, await patch(world, { id: draft.id, status: "Live" }), 400, sentence);
        const live = await createSurvey(world.service, { status: "Live" });
        expectRefusal(side, await patch(world, { id: live.id, ...members }), 400, sentence);
        expect((await readSurvey(world.service, live.id)).survey).toEqual(live);
      }
      const bare = await createSurvey(world.service);
      await patch(world, { id: bare.id, respondent_attributes: [] });
      expectRefusal(
        side,
        await patch(world, { id: bare.id, status: "Live" }),
        400,
        "A live survey needs at least one quota.",
      );
      for (const link of ["https://s.example/?a=[%RDUD]", "https://s.example/?a=[%RDUD%]"]) {
        const body = newSurvey(world.service.projectId, { status: "Live", entry_link: link });
        expect((await world[side].manager.post("/surveys", { body })).status).toBe(201);
      }
    });

    test("goes live again only with room", async ({ world }) => {
      const survey = await createSurvey(world.service, {
        status: "Paused",
        respondents: 3,
        respondent_attributes: [quota({ quota: 2 })],
      });
      const [only] = survey.respondent_attributes;
      await addCompletes(world, survey, 2, [only?.quota_id ?? ""]);
      const full = "A live survey needs a quota with room: all quotas are full.";
      expectRefusal(side, await patch(world, { id: survey.id, status: "Live" }), 400, full);
      await addCompletes(world, survey, 1);
      const reached = "A live survey needs room: all 3 respondents are reached.";
      expectRefusal(side, await patch(world, { id: survey.id, status: "Live" }), 400, reached);
      const more = {
        id: survey.id,
        status: "Live",
        respondents: 10,
        respondent_attributes: [{ quota_id: only?.quota_id, quota: 5 }],
      };
      const live = await patch(world, more);
      expect(live.json, JSON.stringify(live.json)).toMatchObject({ status: "Live", respondents: 10 });
      expectRefusal(side, await patch(world, { id: survey.id, respondents: 3 }), 400, reached);
    });

    test("is Complete once its time is over, with a trace", async ({ world }) => {
      const { id } = await createSurvey(world.service, { status: "Live" });
      await world.sql`update surveys set out_of_field_at = now() - interval '1 second' where id = ${id}`;
      const { survey } = await readSurvey(world[side], id);
      expect(survey.status).toBe("Complete");
      const rows =
        await world.sql`select action, origin from audit where thing_id = ${id} and action = 'completeSurvey'`;
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject({ origin: "system" });
      const { id: other, project_id } = await createSurvey(world.service, { status: "Live" });
      await world.sql`update surveys set out_of_field_at = now() - interval '1 second' where id = ${other}`;
      const live = await world[side].manager.get(`/surveys?statuses=Live&page_size=500`);
      expect(live.json.surveys).not.toContainEqual(expect.objectContaining({ id: other }));
      expect(Number(live.json.total_surveys)).toBe((live.json.surveys as Json[]).length);
      const complete = await world[side].manager.get(
        `/surveys?statuses=Complete&project_ids=${project_id}&page_size=500`,
      );
      expect(complete.json.surveys).toContainEqual(expect.objectContaining({ id: other }));
      const later = await createSurvey(world.service, { status: "Live" });
      await world.sql`update surveys set out_of_field_at = now() - interval '1 second' where id = ${later.id}`;
      expectRefusal(
        side,
        await patch(world, { id: later.id, status: "Paused" }),
        400,
        /^A survey that is Complete cannot become Paused/,
      );
    });

    test("keeps its dates as the wall clock of its zone", async ({ world }) => {
      const dates: [Json, string][] = [
        [{ out_of_field_date: "2031-05-31" }, "2031-05-31 23:59:59"],
        [{ out_of_field_date: "2031-05-31 18:00" }, "2031-05-31 18:00:00"],
        [{ out_of_field_date: "2031-05-31T18:00:00Z" }, "2031-05-31 08:00:00"],
        [{ out_of_field_date: "2031-05-31T18:00:00+02:00" }, "2031-05-31 06:00:00"],
      ];
      for (const [members, expected] of dates) {
        const { json } = await world[side].manager.post("/surveys", {
          body: newSurvey(world.service.projectId, members),
        });
        expect(json.out_of_field_date).toBe(expected);
        const moved = await patch(world, { id: json.id, out_of_field_timezone: "(UTC+09:00) Osaka, Sapporo, Tokyo" });
        expect(moved.json.out_of_field_date).toBe(expected);
      }
    });

    test("takes enumerated values in any case and writes them as the definitions do", async ({ world }) => {
      const odd = {
        status: "DRAFT",
        device_compatibilities: ["Tablet", "DESKTOP", "desktop"],
        calculation_type: "survey starts",
        traffic_control_limit_type: "accelerated pacing",
      };
      const { json } = await world[side].manager.post("/surveys", { body: newSurvey(world.service.projectId, odd) });
      expect(json).toMatchObject({
        status: "Draft",
        device_compatibilities: ["tablet", "desktop"],
        calculation_type: "Survey Starts",
        traffic_control_limit_type: "Accelerated Pacing",
      });
    });

    test("that changed since it was read is not overwritten", async ({ world }) => {
      const { id } = await createSurvey(world.service);
      const { revision } = await readSurvey(world[side], id);
      expect((await patch(world, { id, name: "First" }, { "if-match": revision })).status).toBe(200);
      const late = await patch(world, { id, name: "Second" }, { "if-match": revision });
      expectRefusal(side, late, 412, /was changed since you/);
      if (side === "api") expect(late.json.code).toBe("conflict");
      const now = await readSurvey(world.service, id);
      expect(now.survey.name).toBe("First");
      for (const tag of [`W/${now.revision}`, "*"]) {
        expect((await patch(world, { id, respondents: 100 }, { "if-match": tag })).status).toBe(200);
      }
      expectRefusal(side, await patch(world, { id, name: "x" }, { "if-match": '"x"' }), 412);
    });

    test("of two changes to the same state at once, one is made", async ({ world }) => {
      const { id } = await createSurvey(world.service);
      const { revision } = await readSurvey(world[side], id);
      const replies = await Promise.all(
        ["One", "Two", "Three"].map((name) => patch(world, { id, name }, { "if-match": revision })),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
      const made = replies.find(({ status }) => status === 200);
      expect((await readSurvey(world.service, id)).survey.name).toBe(made?.json.name);
    });

    test("leaves an audit entry for every write, with what was and what is", async ({ world }) => {
      const created = await world[side].manager.post("/surveys", { body: newSurvey(world.service.projectId) });
      const id = String(created.json.id);
      const changed = await patch(world, { id, name: "Audited" });
      const rows = await world.sql`
        select action, origin, request_id, before, after, outcome from audit where thing_id = ${id} order by id`;
      const origin = side === "api" ? "page" : "service";
      expect(rows).toEqual([
        {
          action: "createSurvey",
          origin,
          request_id: created.headers["x-request-id"],
          before: null,
          after: created.json,
          outcome: "done",
        },
        {
          action: "updateSurvey",
          origin,
          request_id: changed.headers["x-request-id"],
          before: created.json,
          after: changed.json,
          outcome: "done",
        },
      ]);
    });
  });
}

test.describe("an Idempotency-Key", () => {
  const keyed = (key: string) => ({ "idempotency-key": key });

  test("makes one survey of a repeated create and gives its reply again", async ({ world }) => {
    const client = await world.signedIn(await world.addPerson("manager"));
    const body = newSurvey(world.service.projectId);
    const first = await client.post("/surveys", { body, headers: keyed("once") });
    await client.patch("/surveys", { body: { id: first.json.id, name: "Renamed" } });
    const reordered = Object.fromEntries(Object.entries(body).reverse());
    const again = await client.post("/surveys", { body: reordered, headers: keyed("once") });
    expect([again.status, again.json, again.headers.etag]).toEqual([201, first.json, first.headers.etag]);
    expect((await client.get(`/surveys?search=${encodeURIComponent(String(body.name))}`)).json.total_surveys).toBe(0);
    const { id } = first.json;
    expect((await client.get(`/surveys?ids=${id}`)).json.total_surveys).toBe(1);
    expectRefusal(
      "service",
      await client.post("/surveys", { body: { ...body, name: "Other" }, headers: keyed("once") }),
      400,
      "This Idempotency-Key was used for another request. Use a new key for each create.",
    );
    expectRefusal("service", await client.post("/surveys", { body, headers: keyed("x".repeat(256)) }), 400);
  });

  test("of a page makes one survey of its tries", async ({ world }) => {
    const ask = { body: newSurvey(world.api.projectId), headers: keyed(randomUUID()) };
    const first = await world.api.manager.post("/surveys", ask);
    const again = await world.api.manager.post("/surveys", ask);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.json.id).toBe(first.json.id);
  });

  test("of a page makes one project of its tries", async ({ world }) => {
    const { projectId, managerId, accountId, manager } = world.api;
    const named = { account_id: accountId, project_manager_id: managerId, project_number: "K-1" };
    const ask = { body: { ...named, project_name: "Tried twice" }, headers: keyed(randomUUID()) };
    const first = await manager.post("/projects", ask);
    const again = await manager.post("/projects", ask);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.json.id).toBe(first.json.id);
    expect(first.json.id).not.toBe(projectId);
  });

  test("makes one survey of creates that cross", async ({ world }) => {
    const client = await world.signedIn(await world.addPerson("manager"));
    const body = newSurvey(world.service.projectId);
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() => client.post("/surveys", { body, headers: keyed("crossing") })),
    );
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(replies.map(({ json }) => json.id)).size).toBe(1);
    const found = await client.get(`/surveys?search=${encodeURIComponent(String(body.name))}`);
    expect(found.json.total_surveys).toBe(1);
  });

  test("that was refused is free for the corrected request", async ({ world }) => {
    const client = await world.signedIn(await world.addPerson("manager"));
    const body = newSurvey(world.service.projectId);
    const wrong = { ...body, language_code: "XX" };
    expectRefusal("service", await client.post("/surveys", { body: wrong, headers: keyed("retry") }), 400);
    expect((await client.post("/surveys", { body, headers: keyed("retry") })).status).toBe(201);
  });

  test("gives the first reply also when the survey could not be created any more", async ({ world }) => {
    const client = await world.signedIn(await world.addPerson("manager"));
    const soon = new Date(Date.now() + 2500).toISOString().slice(0, 19).concat("Z");
    const body = newSurvey(world.service.projectId, { status: "Live", out_of_field_date: soon });
    const first = await client.post("/surveys", { body, headers: keyed("late") });
    expect(first.status, JSON.stringify(first.json)).toBe(201);
    await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(soon));
    const again = await client.post("/surveys", { body, headers: keyed("late") });
    expect([again.status, again.json]).toEqual([201, first.json]);
  });

  test("is each user's own, and holds for projects too", async ({ world }) => {
    const clients = [
      await world.signedIn(await world.addPerson("manager")),
      await world.signedIn(await world.addPerson("manager")),
    ];
    const { accountId, managerId } = world.service;
    const body = { account_id: accountId, project_manager_id: managerId, project_name: "P", project_number: "1" };
    const made = [];
    for (const client of clients) {
      for (const _ of [1, 2]) made.push((await client.post("/projects", { body, headers: keyed("mine") })).json.id);
    }
    expect(made[0]).toBe(made[1]);
    expect(made[2]).toBe(made[3]);
    expect(made[0]).not.toBe(made[2]);
  });
});
